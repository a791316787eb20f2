import type { ArchivePlace } from '../../config/read.ts';
import { newTokenText, tokenHash } from '../../http/identity/token-text.ts';
import { TokenName, type AccessToken } from '../../model/access-token.ts';
import { SCOPE_NAMES, type AccountName, type Scope } from '../../model/caller.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { CallerText, DeskText, ProgramText, quotation, trusted } from '../../model/text/trusted-text.ts';
import { addDays, MILLIS_PER_DAY, parseUtcDay, startOfDay } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { withTokens } from './open-tokens.ts';
import { expiryWords, openedWords } from './token-words.ts';
import type { Run } from '../run.ts';

/** What a person types for a new token. */
export interface TokenFlags {
  readonly name: string;
  readonly scopes: string;
  /** The accounts that it opens; absent for all that there are now. */
  readonly account?: readonly string[];
  readonly ownChats?: string;
  readonly expires: string;
}

const MAX_DAYS = 3650;

/**
 * Makes a token, keeps its hash in the archive of the first account, and prints it on standard output: it is shown this once. What to
 * do next goes to standard error. Throws InvalidArgument and ArchiveUnusable.
 */
export async function tokenCreate(
  places: readonly [ArchivePlace, ...ArchivePlace[]],
  flags: TokenFlags,
  run: Run,
): Promise<void> {
  const now = run.clock();
  const scopes = scopesOf(flags.scopes);
  if (flags.account !== undefined && scopes.has('metrics:read')) {
    throw new InvalidArgument(
      'A token with metrics:read cannot be bound to an account: /metrics covers all accounts.',
      'Make one token for /metrics without --account, and another one for the account.',
    );
  }
  const token: AccessToken = omitUndefined({
    name: nameOf(flags.name),
    scopes,
    accounts: accountsOf(
      flags.account,
      places.map(({ name }) => name),
    ),
    ownChats: mapKnown(flags.ownChats, emailOf),
    createdAt: now,
    expiresAt: expiryOf(flags.expires, now),
  });
  const text = newTokenText();
  await withTokens(places[0], { isMade: true }, run, (tokens) => tokens.create({ ...token, hash: tokenHash(text) }));
  run.errors.write(
    [
      `Token ${token.name}: ${openedWords(token)}; ${expiryWords(token, now)}.`,
      'It is shown this once, and kept nowhere: put it where secrets are kept now. Servers take it within 5 seconds.',
      'A client sends it in the header Authorization: Bearer TOKEN, to the address of the server with /mcp.',
      `To take it back: chat-operations-mcp token revoke ${token.name}`,
      '',
    ].join('\n'),
  );
  run.output.write(`${text}\n`);
}

function nameOf(text: string): TokenName {
  if (/^[a-z\d][\w.-]{0,63}$/i.test(text)) return TokenName.parse(text);
  throw new InvalidArgument(
    'The name of a token is of letters, digits, -, _ and ., begins with a letter or a digit, and has at most 64 characters.',
    'Name it for what it is for: it stands in the audit. The token itself is made by this command.',
  );
}

function scopesOf(text: string): ReadonlySet<Scope> {
  const names = text.split(',').map((name) => name.trim());
  const scopes = SCOPE_NAMES.filter((scope) => names.includes(scope));
  const unknown = names.find((name) => !SCOPE_NAMES.some((scope) => scope === name));
  if (unknown === undefined) return new Set(scopes);
  throw new InvalidArgument(
    didYouMean(
      trusted`There is no scope "${quotation(CallerText.parse(unknown))}"`,
      unknown,
      SCOPE_NAMES.map((scope) => ProgramText.parse(scope)),
    ),
    'Separate several scopes with commas.',
  );
}

/** Those that are there now, where none is named: what is added later is for tokens that are made for it. */
function accountsOf(names: readonly string[] | undefined, accounts: readonly AccountName[]): ReadonlySet<AccountName> {
  if (names === undefined) return new Set(accounts);
  const found = accounts.filter((account) => names.includes(account));
  const unknown = names.find((name) => !accounts.some((account) => account === name));
  if (unknown === undefined) return new Set(found);
  throw new InvalidArgument(
    didYouMean(trusted`There is no account "${quotation(CallerText.parse(unknown))}"`, unknown, accounts),
    'Accounts are named in the settings file.',
  );
}

function emailOf(text: string): DeskText {
  if (text.length <= 254 && /^[^:\s]+@[^:\s]+$/.test(text)) return DeskText.parse(text);
  throw new InvalidArgument(
    'What --own-chats names is not an email address.',
    'Give the email address with which the agent is known in the chat service.',
  );
}

/** The moment from which a token does not count any more: after some days, or at the end of a UTC day. */
function expiryOf(text: string, now: EpochMillis): EpochMillis | undefined {
  if (text === 'never') return undefined;
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const expiresAt = days === undefined ? endOf(text) : epochMillis(now + Number(days) * MILLIS_PER_DAY);
  if (expiresAt > now && expiresAt <= now + MAX_DAYS * MILLIS_PER_DAY) return expiresAt;
  throw new InvalidArgument(
    'What --expires names is over already, or more than ten years away.',
    'Give a number of days (90d), a later day (yyyy-MM-dd), or never.',
  );
}

function endOf(day: string): EpochMillis {
  try {
    return startOfDay(addDays(parseUtcDay(day), 1));
  } catch {
    throw new InvalidArgument(
      'What --expires names is no time.',
      'Give a number of days (90d), a day that is the last one (yyyy-MM-dd, UTC), or never.',
    );
  }
}
