import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { IssuerUnavailable } from './issuer-documents.ts';

/** Keys are read again after this time. */
const KEPT = seconds(600);
/** The least time between two readings: a token can name any key, and each unknown key makes the server read them. */
export const READ_EVERY = seconds(5);

/** The issuer may have the key of a token by now, but its keys were read a moment ago. */
export class KeyNotReadYet extends Error {
  /** When they may be read again. */
  readonly after: Seconds;
  constructor(after: Seconds) {
    super();
    this.after = after;
  }
}

/** A reading of the keys: which one it was, when it ended, and why it failed, if it did. */
interface Reading {
  readonly number: number;
  readonly at: EpochMillis;
  readonly failure?: unknown;
}

interface KeySet extends Reading {
  readonly find: JWTVerifyGetKey;
}

/**
 * Finds the keys of an issuer, which it keeps for some minutes, and reads again at once for a token whose key is not among them. Throws
 * JWKSNoMatchingKey only if the issuer did not have the key when it was asked after the token came; KeyNotReadYet if it cannot be
 * asked yet; IssuerUnavailable. The set of `jose` that reads keys by itself tells neither of the latter two from a wrong token.
 * @param load reads the key set (RFC 7517, section 5); throws IssuerUnavailable
 */
export function keptKeys(clock: Clock, load: () => Promise<unknown>): JWTVerifyGetKey {
  let last: Reading | undefined;
  let kept: KeySet | undefined;
  let reading: Promise<KeySet> | undefined;
  /** How long ago a reading was. By a clock that was set back nobody knows. */
  const ageOf = ({ at }: Reading): number => {
    const passed = secondsBetween(at, clock());
    return passed < 0 ? Infinity : passed;
  };
  const readNow = async (): Promise<KeySet> => {
    const number = (last?.number ?? 0) + 1;
    try {
      const keys = KeyDocument.safeParse(await load());
      if (!keys.success) throw new IssuerUnavailable('its keys cannot be read');
      kept = { number, at: clock(), find: createLocalJWKSet(keys.data) };
      last = kept;
      return kept;
    } catch (failure) {
      last = { number, at: clock(), failure };
      throw failure;
    }
  };
  const read = async (): Promise<KeySet> => {
    if (reading === undefined && last !== undefined && ageOf(last) < READ_EVERY) {
      throw last.failure ?? new KeyNotReadYet(seconds(READ_EVERY - ageOf(last)));
    }
    reading ??= readNow().finally(() => (reading = undefined));
    return reading;
  };
  return async (header, token) => {
    // One that is under way may have begun before the issuer had the key.
    const before = (last?.number ?? 0) + (reading === undefined ? 0 : 1);
    let keys = kept !== undefined && ageOf(kept) < KEPT ? kept : await read();
    for (;;) {
      try {
        return await keys.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || keys.number > before) throw error;
      }
      keys = await read();
    }
  };
}

const KeyDocument = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
