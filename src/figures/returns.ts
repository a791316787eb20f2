import { missedState, NO, UNKNOWN, YES } from '../model/codebook/code-states.ts';
import type { Codebook } from '../model/codebook/codebook.ts';
import { isVisitorId, type ChatColumns, type ChatSelection } from '../model/chat-columns.ts';
import type { OfflineMessage } from '../model/records.ts';
import type { EpochMillis } from '../model/time/units.ts';

/** So long after a missed chat its visitor counts as having come back. */
export const RETURN_HOURS = 24;
export const MILLIS_TO_RETURN = RETURN_HOURS * 3_600_000;

/** The first two moments at which a visitor came, as far as chats and messages were added. */
type Visits = readonly [next: number, later?: number | undefined];

/**
 * Tells of missed chats whether their visitors came back: with a served chat, or an offline message. Everybody's chats of the period
 * and of the hours behind it are added, newest first.
 */
export class Returns {
  readonly #book: Codebook;
  readonly #until: EpochMillis;
  readonly #messages: readonly OfflineMessage[];
  readonly #visits = new Map<number, Visits>();
  readonly #returned = new Set<number>();
  #nextMessage = 0;

  /**
   * @param until the moment before which no chat and no message is missing
   * @param messages the offline messages that count, newest first
   */
  constructor(book: Codebook, until: EpochMillis, messages: readonly OfflineMessage[]) {
    [this.#book, this.#until, this.#messages] = [book, until, messages];
  }

  add({ columns, rows }: ChatSelection): void {
    const missed = columns.codeSets.map((codes) => missedState(codes, this.#book));
    for (const row of rows) {
      const at = columns.requests[row] ?? Number.NaN;
      this.#addMessagesAfter(at);
      const visitor = columns.visitors[row] ?? Number.NaN;
      const state = missed[columns.codes[row] ?? 0];
      if (state === NO) this.#addVisit(visitor, at);
      else if (state === YES && this.#nextVisit(visitor, at) - at <= MILLIS_TO_RETURN) {
        this.#returned.add(columns.ids[row] ?? Number.NaN);
      }
    }
  }

  /** Whether the visitor of a missed chat came back: UNKNOWN before the time for it is over and loaded, and where the chat names no visitor. */
  stateOf({ ids, requests, visitors }: ChatColumns, row: number): number {
    const isOver = (requests[row] ?? Number.NaN) + MILLIS_TO_RETURN < this.#until;
    if (!isOver || !isVisitorId(visitors[row])) return UNKNOWN;
    return this.#returned.has(ids[row] ?? Number.NaN) ? YES : NO;
  }

  #addMessagesAfter(at: number): void {
    for (; ; this.#nextMessage += 1) {
      const message = this.#messages[this.#nextMessage];
      if (message === undefined || message.receivedAt <= at) return;
      const { visitorId } = message.visitor;
      if (visitorId !== undefined) this.#addVisit(visitorId, message.receivedAt);
    }
  }

  #addVisit(visitor: number, at: number): void {
    const [next, later] = this.#visits.get(visitor) ?? [Number.POSITIVE_INFINITY];
    this.#visits.set(visitor, at === next ? [next, later] : [at, next]);
  }

  /** The first moment after this one: of a chat that was requested at the same one, the order says nothing. */
  #nextVisit(visitor: number, at: number): number {
    const [next, later] = this.#visits.get(visitor) ?? [Number.POSITIVE_INFINITY];
    return next > at ? next : (later ?? Number.POSITIVE_INFINITY);
  }
}
