import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { PersonNotAsked, QuestionClosed } from '../../model/errors.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { after, epochMillis, seconds, type EpochMillis } from '../../model/time/units.ts';

/** The result of a call to a tool. */
export type CallResult = CallToolResult | InputRequiredResult;

/** A person's reply, as the host reports it: yes, no, or nothing, by closing the question. */
export type Reply = 'accepted' | 'declined' | 'dismissed';

/** People read, and are called away. A reply that comes later is none. */
export const WAITS_FOR = seconds(600);

/** More than that in ten minutes come from no person, and would take the memory of this process. */
const MAX_REPLIED = 100_000;

/** A reply that counts, and until when. */
export interface Consent {
  readonly reply: Reply;
  /** Aborted when a no follows the yes: what has not happened by then does not. */
  readonly withdrawn?: AbortSignal;
}

/** Whether a reply is for the call that brings it to act on; of one that was given before, what the call came to that did. */
type Counted<Answer> =
  | { readonly consent: Consent; readonly earlier?: never }
  | { readonly earlier: Pick<Replied<Answer>, 'reply' | 'answer'>; readonly consent?: never };

/** The first reply to a question. */
interface Replied<Answer> {
  readonly at: EpochMillis;
  readonly reply: Reply;
  readonly withdrawal: AbortController;
  /** The result of the call that brought it. */
  readonly answer: Promise<Answer>;
}

/**
 * Questions whose reply comes with another call (protocol 2026-07-28). One that waits is in its client's hands alone, sealed:
 * however many somebody opens, no other is lost by that. Its first reply closes it, whatever comes of that, and is remembered
 * for as long as it could be repeated.
 */
export class AskedQuestions<Answer> {
  /** A client's next call may reach another server object, but this process. */
  #key = randomBytes(32);
  #latest = epochMillis(0);
  readonly #replied = new Map<string, Replied<Answer>>();
  readonly #most: number;

  constructor(most = MAX_REPLIED) {
    this.#most = most;
  }

  /** Opens a question about exactly this. Answers what the client has to bring back with the reply. */
  open(about: string, now: EpochMillis): string {
    this.#passTime(now);
    return this.#sealed(randomUUID(), after(now, WAITS_FOR), digestOf(about));
  }

  /**
   * Counts a reply. The first one closes the question, and `answerOf` gives what its call comes to, which every further one
   * is told. A no stops what a yes before it has not done yet, however late it is; else a further reply changes nothing.
   * Throws QuestionClosed for a question that is too old, or was never asked, and PersonNotAsked where the reply cannot
   * count for this call.
   */
  reply(
    state: string,
    about: string,
    reply: Reply,
    now: EpochMillis,
    answerOf: () => Promise<Answer>,
  ): Counted<Answer> {
    this.#passTime(now);
    const { id, until, asked } = this.#opened(state);
    const isAboutThis = asked === digestOf(about);
    this.#forget(now);
    const first = this.#replied.get(id);
    if (reply !== 'accepted') first?.withdrawal.abort();
    if (until < now) throw new QuestionClosed(TOO_OLD);
    if (first !== undefined && isAboutThis) return { earlier: first };
    const withdrawal = new AbortController();
    // A no closes the question, whichever call brings it.
    if (first === undefined && (isAboutThis || reply !== 'accepted')) {
      if (this.#replied.size >= this.#most) throw new PersonNotAsked(TOO_MANY);
      this.#replied.set(id, { reply, at: now, withdrawal, answer: answerOf() });
    }
    if (!isAboutThis) throw new PersonNotAsked('The question that was replied to was about something else.');
    return { consent: { reply, withdrawn: withdrawal.signal } };
  }

  /** Closes all questions when the clock was set back: nothing tells then how long one has waited, or which replies are forgotten. */
  #passTime(now: EpochMillis): void {
    if (now < this.#latest) this.#key = randomBytes(32);
    this.#latest = now;
  }

  #sealed(id: string, until: number, asked: string): string {
    const question = `${id}.${until}.${asked}`;
    return `${question}.${createHmac('sha256', this.#key).update(question).digest('base64url')}`;
  }

  #opened(state: string): { readonly id: string; readonly until: EpochMillis; readonly asked: string } {
    const [id = '', until = '', asked = ''] = state.split('.');
    const genuine = Buffer.from(this.#sealed(id, Number(until), asked));
    const given = Buffer.from(state);
    if (genuine.length !== given.length || !timingSafeEqual(genuine, given)) throw new QuestionClosed(NEVER_ASKED);
    return { id, until: epochMillis(Number(until)), asked };
  }

  /** A question that was replied to ten minutes ago is too old by itself. */
  #forget(now: EpochMillis): void {
    for (const [id, { at }] of this.#replied) {
      if (after(at, WAITS_FOR) >= now) break;
      this.#replied.delete(id);
    }
  }
}

function digestOf(about: string): string {
  return createHash('sha256').update(about).digest('base64url');
}

const TOO_OLD = trusted`the question that was replied to is closed. A question waits ten minutes at most.`;
const NEVER_ASKED = trusted`this server has not asked the question that was replied to, or was restarted since, or its clock was set back.`;
const TOO_MANY = 'More questions were replied to within ten minutes than this server keeps in mind.';
