import type { ChatId } from '../../model/ids.ts';
import type { Responses } from './responses.ts';
import { segmentsOf, type Segments } from '../statistics/segments.ts';

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
  readonly dropped: Uint8Array;
}

/** Puts measured transcripts into columns. */
export function conversationColumns(measured: ReadonlyMap<ChatId, Responses>): ConversationColumns {
  const places = new Map<number, number>([...measured.keys()].map((chatId, place) => [chatId, place]));
  const responses = [...measured.values()];
  return {
    placeOf: (chatId) => places.get(chatId),
    firsts: segmentsOf(responses.map(({ first }) => (first === undefined ? [] : [first]))),
    all: segmentsOf(responses.map(({ all }) => all)),
    messages: segmentsOf(responses.map(({ messages }) => [messages])),
    asked: Uint8Array.from(responses, ({ asked }) => Number(asked)),
    dropped: Uint8Array.from(responses, ({ dropped }) => Number(dropped)),
  };
}
