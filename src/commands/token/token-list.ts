import type { ArchivePlace } from '../../config/read.ts';
import { NEAR_END } from '../../http/identity/tokens.ts';
import type { AccessToken } from '../../model/access-token.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { type EpochMillis, after } from '../../model/time/units.ts';
import { withTokens } from './open-tokens.ts';
import { expiryWords, lastUseWords, openedWords } from './token-words.ts';
import type { Run } from '../run.ts';
import { isoText } from '../../model/text/trusted-text.ts';

/** Prints the tokens of an archive, in words or as JSON: what each opens, until when, and its last use. Throws ArchiveUnusable. */
export async function tokenList(place: ArchivePlace, options: { json: boolean }, run: Run): Promise<void> {
  const tokens = await withTokens(place, { isMade: false }, run, (kept) => kept.all());
  const now = run.clock();
  if (options.json) {
    run.output.write(`${JSON.stringify(tokens.map(dataOf), null, 2)}\n`);
    return;
  }
  for (const token of tokens) run.output.write(`${linesOf(token, now)}\n`);
  if (tokens.length === 0) run.errors.write('There is no token. Make one: chat-operations-mcp token create --help\n');
}

function linesOf(token: AccessToken, now: EpochMillis): string {
  const isNearEnd = token.expiresAt !== undefined && token.expiresAt <= after(now, NEAR_END);
  const advice = isNearEnd ? '\n  Make another one for its purpose, give it out, then revoke this one.' : '';
  return `${token.name}\n  ${openedWords(token)}\n  ${expiryWords(token, now)}; ${lastUseWords(token)}${advice}`;
}

function dataOf({ name, scopes, accounts, ownChats, createdAt, expiresAt, lastUsedAt }: AccessToken) {
  return omitUndefined({
    name,
    scopes: [...scopes],
    accounts: mapKnown(accounts, (names) => [...names]),
    own_chats: ownChats,
    created_at: isoText(createdAt),
    expires_at: mapKnown(expiresAt, isoText),
    last_used_at: mapKnown(lastUsedAt, isoText),
  });
}
