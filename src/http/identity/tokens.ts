import { setTimeout } from 'node:timers/promises';
import type { KeptToken, TokenName, TokenRegister } from '../../model/access-token.ts';
import { CallerId, type Caller } from '../../model/caller.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { clockWords, type Denial } from './denial.ts';
import { isTokenText, tokenHash, TOKEN_PREFIX } from './token-text.ts';
import { utcSecondText } from '../../model/words/time.ts';

/** A token that was made or revoked counts after this time at the latest. */
export const TOKENS_COUNT_WITHIN = seconds(5);
/** While the archive does not answer, tokens are taken as they were last seen, and after this time not at all. */
const TAKEN_WITHOUT_ARCHIVE = seconds(30);
const ARCHIVE_ANSWERS_WITHIN = seconds(2);
const NOTED_EVERY = seconds(3600);
const WARNED_EVERY = seconds(86_400);
/** The time before its end in which a token is warned about. */
export const NEAR_END = seconds(14 * 86_400);

export interface MadeTokensOptions {
  readonly register: TokenRegister;
  readonly clock: Clock;
  /** Tells the person who runs the server. */
  readonly warn: (words: string) => void;
  /** Takes what failed while a use was noted, and why the tokens cannot be read, once until they are again. */
  readonly failed: (error: unknown) => void;
}

/** A token, and whoever shows it. */
interface KnownToken {
  readonly token: KeptToken;
  readonly caller: Caller;
}

interface Seen {
  readonly byHash: ReadonlyMap<string, KnownToken>;
  readonly wasAnyMade: boolean;
  readonly at: EpochMillis;
}

/**
 * The tokens that people made with the command `token create`, all of them in memory: nothing that is sent makes a look-up in
 * the archive, which is asked once every few seconds.
 */
export class MadeTokens {
  readonly #options: MadeTokensOptions;
  readonly #notedAt = new Map<TokenName, EpochMillis>();
  readonly #warnedAt = new Map<TokenName, EpochMillis>();
  #seen: Seen | undefined;
  #isAway = false;
  #reading: Promise<Seen> | undefined;

  constructor(options: MadeTokensOptions) {
    this.#options = options;
  }

  /** Whether a text claims to be a token of this kind. */
  static claims(text: string): boolean {
    return text.startsWith(TOKEN_PREFIX);
  }

  /** Whether there are any. Throws ArchiveUnusable. */
  async areThere(): Promise<boolean> {
    return (await this.#current()).byHash.size > 0;
  }

  /** Whether there ever was one: who revokes the last one does not open the server to everybody. Throws ArchiveUnusable. */
  async wasAnyMade(): Promise<boolean> {
    return (await this.#current()).wasAnyMade;
  }

  /** Tells whose a token is, or why it opens nothing. Throws ArchiveUnusable. */
  async judge(text: string): Promise<Caller | Denial> {
    if (!isTokenText(text)) return { kind: 'refused', words: MISTYPED, isGuess: true };
    // Who has no token cannot choose its hash, so that the time that this takes tells nothing.
    const found = (await this.#current()).byHash.get(tokenHash(text));
    if (found === undefined) return { kind: 'refused', words: UNKNOWN, isGuess: true };
    const { token, caller } = found;
    const now = this.#options.clock();
    if (token.expiresAt !== undefined && token.expiresAt <= now) {
      const words = `The token expired at ${utcSecondText(token.expiresAt)}; ${clockWords(now)}. ${ASK}`;
      return { kind: 'refused', words, isGuess: false };
    }
    this.#noteUse(token, now);
    return caller;
  }

  /** What was read in the last so many seconds. Nothing was, by a clock that was set back meanwhile. */
  #seenWithin(time: Seconds): Seen | undefined {
    const age = this.#seen === undefined ? -1 : secondsBetween(this.#seen.at, this.#options.clock());
    return age >= 0 && age < time ? this.#seen : undefined;
  }

  async #current(): Promise<Seen> {
    const fresh = this.#seenWithin(TOKENS_COUNT_WITHIN);
    if (fresh !== undefined) return fresh;
    const read = this.#seenWithin(TAKEN_WITHOUT_ARCHIVE);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    if (read === undefined) return this.#reading;
    const orRead = (error: unknown): Seen => {
      if (error instanceof ArchiveUnusable) return read;
      throw error;
    };
    return Promise.race([this.#reading.catch(orRead), setTimeout(ARCHIVE_ANSWERS_WITHIN * 1000, read, { ref: false })]);
  }

  async #read(): Promise<Seen> {
    const at = this.#options.clock();
    const { register, warn, failed } = this.#options;
    try {
      const tokens = await register.all();
      const wasAnyMade = tokens.length > 0 || (await register.wasAnyMade());
      if (this.#isAway) warn('The archive with the tokens answers again.');
      this.#isAway = false;
      const byHash = new Map(tokens.map((token) => [token.hash, { token, caller: callerWith(token) }]));
      this.#seen = { byHash, wasAnyMade, at };
      return this.#seen;
    } catch (error) {
      if (error instanceof ArchiveUnusable && !this.#isAway) {
        this.#isAway = true;
        failed(error);
      }
      throw error;
    }
  }

  #noteUse({ name, lastUsedAt, expiresAt }: KeptToken, now: EpochMillis): void {
    const { register, warn, failed } = this.#options;
    const noted = this.#notedAt.get(name) ?? lastUsedAt;
    if (noted === undefined || secondsBetween(noted, now) >= NOTED_EVERY) {
      this.#notedAt.set(name, now);
      register.noteUse(name, now).catch(failed);
    }
    if (expiresAt === undefined || expiresAt > after(now, NEAR_END)) return;
    const warned = this.#warnedAt.get(name);
    if (warned !== undefined && secondsBetween(warned, now) < WARNED_EVERY) return;
    this.#warnedAt.set(name, now);
    warn(
      `Token ${name} is in use, and expires at ${utcSecondText(expiresAt)}. Make another one for its purpose (token create), give it out, then revoke this one.`,
    );
  }
}

function callerWith({ name, scopes, accounts, ownChats }: KeptToken): Caller {
  return omitUndefined({ id: CallerId.parse(`token:${name}`), scopes, accounts, ownChats, isIdentified: true });
}

const ASK = 'Ask the operator for a new one (command token create).';
const MISTYPED = 'The token is mistyped or cut off: its checksum is wrong. Copy it again as a whole.';
const UNKNOWN = `The token is not known here: it was revoked, or is one of another server. ${ASK}`;
