import { seconds } from '../../model/time/units.ts';
import { AskedElsewhere, type Claims } from '../../upstream/client.ts';

/**
 * The right to do something alone among all processes of an archive. It is kept up while it is held, and passes on within seconds
 * when its holder is killed.
 */
export class SoleRight {
  readonly #claims: Claims;
  readonly #key: string;

  constructor(claims: Claims, key: string) {
    this.#claims = claims;
    this.#key = key;
  }

  /** Takes it, or keeps it. Answers whether this process has it then: another one may have taken over one that slept. */
  async take(): Promise<boolean> {
    const others = await this.#claims.others();
    if (others.some(({ key, isDone }) => key === this.#key && !isDone)) return false;
    try {
      await this.#claims.take(this.#key, { priority: () => 'ahead', opensIn: () => seconds(0) });
      return true;
    } catch (error) {
      if (error instanceof AskedElsewhere) return false;
      throw error;
    }
  }

  async giveBack(): Promise<void> {
    await this.#claims.release(this.#key, false);
  }
}
