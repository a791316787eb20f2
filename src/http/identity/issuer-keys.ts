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

interface KeySet {
  readonly find: JWTVerifyGetKey;
  readonly at: EpochMillis;
  /** The how-manieth reading it comes from. */
  readonly reading: number;
}

/** The keys of an issuer, kept for some minutes, and read again at once for a token whose key is not among them. */
export class IssuerKeys {
  readonly #clock: Clock;
  readonly #load: () => Promise<unknown>;
  #kept: KeySet | undefined;
  #readings = 0;
  #reading: Promise<KeySet> | undefined;
  #readAt: EpochMillis | undefined;
  #failure: IssuerUnavailable | undefined;

  /** @param load reads the key set (RFC 7517, section 5); throws IssuerUnavailable */
  constructor(clock: Clock, load: () => Promise<unknown>) {
    this.#clock = clock;
    this.#load = load;
  }

  /**
   * Finds the key of a token. Throws JWKSNoMatchingKey only if the issuer did not have the key when it was asked after the token
   * came; KeyNotReadYet if it cannot be asked yet; IssuerUnavailable.
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const before = this.#readings;
    let keys = this.#fresh() ?? (await this.#read());
    for (;;) {
      try {
        return await keys.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || keys.reading > before) throw error;
      }
      keys = await this.#read();
    }
  };

  #fresh(): KeySet | undefined {
    return this.#kept !== undefined && this.#isWithin(KEPT, this.#kept.at) ? this.#kept : undefined;
  }

  #read(): Promise<KeySet> {
    this.#reading ??= this.#readNow().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readNow(): Promise<KeySet> {
    if (this.#readAt !== undefined && this.#isWithin(READ_EVERY, this.#readAt)) {
      const passed = secondsBetween(this.#readAt, this.#clock());
      throw this.#failure ?? new KeyNotReadYet(seconds(READ_EVERY - passed));
    }
    this.#readings += 1;
    const reading = this.#readings;
    this.#failure = undefined;
    try {
      const keys = KeyDocument.safeParse(await this.#load());
      if (!keys.success) throw new IssuerUnavailable('its keys cannot be read');
      this.#kept = { find: createLocalJWKSet(keys.data), at: this.#clock(), reading };
      return this.#kept;
    } catch (error) {
      if (error instanceof IssuerUnavailable) this.#failure = error;
      throw error;
    } finally {
      this.#readAt = this.#clock();
    }
  }

  /** Whether a moment is not so long ago. By a clock that was set back nobody knows. */
  #isWithin(time: Seconds, moment: EpochMillis): boolean {
    const passed = secondsBetween(moment, this.#clock());
    return passed >= 0 && passed < time;
  }
}

const KeyDocument = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
