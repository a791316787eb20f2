import { ChatOperationsError } from '../../../src/model/errors.ts';
import type { ChatsAsked } from './answer-claims.ts';
import type { Diary, Tally } from './diary.ts';
import type { Step } from './life.ts';
import { AGENTS } from './moving-world.ts';

/** As in the settings by default. */
export const LOOK_BACK_DAYS = 2;

const DAY = 86_400_000;

/** A question, whoever is asked. */
export type Asking = Omit<Step, 'server'>;

/** An answer, and in what it is wrong if it speaks of the whole. */
export interface Judged {
  readonly isWhole: boolean;
  readonly basis: string;
  /** The words in which the answer speaks of itself. */
  readonly words: string;
  readonly flaws: readonly string[];
}

/** An answer that says that there is none. */
export class Refused extends Error {}

/** A server on the archive. */
export interface Server {
  readonly number: number;
  /** Throws our own errors, Refused, and the signal's reason. */
  readonly ask: (asking: Asking, signal: AbortSignal) => Promise<Judged>;
}

/** Asks the servers of a life, and collects what is wrong in their answers. */
export class Judge {
  readonly flaws: string[] = [];
  readonly #desk: string;
  readonly #tally: Tally;
  readonly #diary: Diary;

  /** `desk` names its kind, for the tally. */
  constructor(desk: string, tally: Tally, diary: Diary) {
    this.#desk = desk;
    this.#tally = tally;
    this.#diary = diary;
  }

  /** Asks a server. Answers whether it says that its answer is complete. */
  async ask({ ask, number }: Server, asking: Asking): Promise<boolean> {
    const cancel = new AbortController();
    const reason = new Error('never mind');
    const { cancelledAfter, about: subject, oldest, newest, which } = asking;
    if (cancelledAfter !== undefined) setTimeout(() => cancel.abort(reason), cancelledAfter);
    const about = `server ${number} about ${subject} (${oldest} to ${newest} days ago, ${which})`;
    this.#diary.note(`asks ${about}`);
    try {
      const { isWhole, basis, words, flaws } = await ask(asking, cancel.signal);
      this.#diary.note(`answer of ${about}: ${words}`);
      this.#tally.add(`answers ${isWhole ? 'complete' : 'partial'}, ${this.#desk}`);
      this.#tally.add(`basis ${basis}`);
      if (isWhole && flaws.length > 0) {
        this.#diary.note(`WRONG: ${flaws.join('; ')}`);
        this.flaws.push(`${about}, ${basis}: ${flaws.join('; ')}`);
      }
      return isWhole;
    } catch (error) {
      if (!cancel.signal.aborted && !(error instanceof ChatOperationsError || error instanceof Refused)) {
        throw error;
      }
      this.#diary.note(`${about} throws ${error instanceof Error ? error.message : ''}`);
      this.#tally.add(
        cancel.signal.aborted ? 'cancelled' : `refused: ${error instanceof Error ? error.constructor.name : ''}`,
      );
      return false;
    }
  }

  /** Fails a server that does not get to a complete answer, although nothing happens any more. */
  giveUp({ number }: Server, { about }: Asking): void {
    this.flaws.push(`server ${number} never has a complete answer about ${about}`);
  }
}

/** The days, and the agent, that a question about chats names. */
export function chatsAskedBy({ about, oldest, newest, which }: Asking): ChatsAsked {
  const today = Math.floor(Date.now() / DAY) * DAY;
  return {
    firstDay: today - Math.max(oldest, newest) * DAY,
    lastDay: today - Math.min(oldest, newest) * DAY,
    agentId: about === 'chats' ? undefined : AGENTS[which % AGENTS.length],
  };
}
