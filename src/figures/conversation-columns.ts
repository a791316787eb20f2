import type { Segments } from './statistics/segments.ts';

/** The measured values of some transcripts, as columns: each transcript has the same place in all of them. */
export interface ConversationColumns {
  /** Undefined for a chat whose transcript is not among them. */
  readonly placeOf: (chatId: number) => number | undefined;
  /** From the visitor's first message to the first one of an agent, in seconds; none where there was no answer. */
  readonly firsts: Segments;
  /** The response to each run of the visitor's messages, in seconds. */
  readonly all: Segments;
  /** The number of messages that visitor and agents wrote. */
  readonly messages: Segments;
  /** 1 where the visitor wrote. */
  readonly asked: Uint8Array;
  /** 1 where the visitor wrote last. */
  readonly dropped: Segments;
}
