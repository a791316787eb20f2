import { omitUndefined } from '../../model/omit-undefined.ts';
import { mayHideParty, type Role } from '../codes/authorship.ts';
import type { Said } from './questions.ts';
import { inOne, READ_CHARACTERS, sentencesOf, type ReadMessage } from './sentences.ts';

/** What somebody wrote last: a message, or how it ends. */
export interface LastSaid extends Said {
  /** Whether the message has something before it. */
  readonly isEnd: boolean;
}

/** What each party wrote last; absent where it wrote nothing. */
export interface LastWords {
  readonly visitor?: LastSaid;
  readonly agent?: LastSaid;
}

/** The most bytes of a message that is quoted whole, and of the sentences that end a longer one, unless one alone is longer. */
export const LAST_BYTES = 190;

/** A text as long as this may be cut to what is read, and its end is none: it is a paste, told by its beginning as everywhere. */
const PASTED_CHARACTERS = READ_CHARACTERS - 100;

/**
 * What visitor and agents wrote last, bots and the system aside: by it people judge how a chat ended. Of a long message the last
 * sentences are quoted, since thanks, a wish or a complaint stand there. Undefined where who wrote cannot be told, or nobody did.
 */
export function lastWordsOf(messages: readonly ReadMessage[], roles: readonly Role[]): LastWords | undefined {
  if (mayHideParty(roles)) return undefined;
  const words = omitUndefined({ visitor: lastOf('visitor', messages, roles), agent: lastOf('agent', messages, roles) });
  return Object.keys(words).length === 0 ? undefined : words;
}

function lastOf(role: Role, messages: readonly ReadMessage[], roles: readonly Role[]): LastSaid | undefined {
  const message = messages.findLastIndex(({ text }, index) => roles[index] === role && text.trim() !== '');
  const last = messages[message];
  if (last === undefined) return undefined;
  const whole = last.text.trim();
  const text = whole.length < PASTED_CHARACTERS ? endOf(whole) : whole;
  return omitUndefined({ text, at: last.at, message, isEnd: text !== whole });
}

/** A text, or as many of its last sentences as are short enough together, one at least. */
function endOf(text: string): string {
  if (Buffer.byteLength(text) <= LAST_BYTES) return text;
  const sentences = sentencesOf(text);
  let begin = Math.max(0, sentences.length - 1);
  while (begin > 0 && Buffer.byteLength(inOne(sentences.slice(begin - 1))) <= LAST_BYTES) begin -= 1;
  return inOne(sentences.slice(begin));
}
