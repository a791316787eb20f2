import { counted } from '../words.ts';
import type { Chat, Digest, Transcript } from '../answers.ts';

/** One fact that stands out about a chat. */
export interface Sign {
  readonly kind: 'bad' | 'open' | 'strong' | 'plain';
  readonly words: string;
  readonly meaning?: string;
}

/** Whether nothing that the visitor wrote was answered: no agent wrote, and nobody who may be one. */
export function hasNoAgent({ messages, unanswered_questions: questions }: Digest): boolean {
  const { visitor, agent, unknown } = messages;
  // Of a chat that was not read to its end, nobody knows.
  return visitor > 0 && agent + unknown === 0 && questions !== undefined;
}

/** Whether the visitor wrote nothing. */
export function hasNoVisitor({ messages: { visitor, unknown } }: Digest): boolean {
  return visitor + unknown === 0;
}

/** Whether a chat goes on, as far as is known. */
export function isOpen({ missed = false, wait_seconds: wait, duration_seconds: duration }: Chat): boolean {
  return wait !== undefined && duration === undefined && !missed;
}

/** What stands out about a chat. Colours say what is known to have gone wrong, and no more: whether an answer helped, and which ratings are good, nothing here can tell. */
export function signsOf({ chat, digest }: Transcript): readonly Sign[] {
  const isMissed = chat.missed === true;
  const goesOn = isOpen(chat);
  const signs: (Sign | undefined)[] = [
    isMissed ? { kind: 'bad', words: 'Missed: no agent came' } : undefined,
    goesOn ? { kind: 'open', words: 'Still open: it has no end yet' } : undefined,
    chat.rating === undefined ? undefined : { kind: 'strong', words: `Rated ${chat.rating}` },
    hasNoVisitor(digest) ? { kind: 'plain', words: 'The visitor wrote nothing' } : undefined,
    hasNoAgent(digest) ? unansweredSign(digest, goesOn ? 'open' : 'bad') : questionSign(digest),
  ];
  return signs.flatMap((sign) => sign ?? []);
}

function unansweredSign({ messages: { visitor } }: Digest, kind: 'open' | 'bad'): Sign {
  return {
    kind,
    words: `${counted(visitor, 'message')} without an answer`,
    meaning: 'All that the visitor wrote: no agent wrote anything.',
  };
}

/** Where no question is open, nothing is said: words of an agent after it are no answer yet. */
function questionSign(digest: Digest): Sign | undefined {
  const { unanswered_questions: questions, left_out: leftOut } = digest;
  if (hasNoVisitor(digest)) return undefined;
  if (questions === undefined) {
    return {
      kind: 'plain',
      words: 'Whether a question is open cannot be told',
      meaning: 'Who wrote what is not known, or the chat is too long to be read to its end for this.',
    };
  }
  const count = questions.length + (leftOut?.unanswered_questions ?? 0);
  if (count === 0) return undefined;
  return {
    kind: 'bad',
    words: `${counted(count, 'question')} without an answer`,
    meaning: 'What the visitor asked, and no agent wrote anything after it.',
  };
}

/** What can be said where there is no question to go to. */
export function noQuestionWords(digest: Digest): string {
  const { unanswered_questions: questions, ends_with_visitor: endsWithVisitor } = digest;
  if (hasNoVisitor(digest)) return 'The visitor wrote nothing';
  if (hasNoAgent(digest)) return 'No question was found, and no agent wrote';
  if (questions === undefined) return 'Whether a question is open cannot be told';
  return endsWithVisitor === false
    ? 'No question is left without an agent’s words after it'
    : 'No question was found after an agent’s last words';
}
