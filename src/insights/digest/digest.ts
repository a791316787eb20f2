import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { Foreign, textOf } from '../../model/foreign.ts';
import type { CodeMeaning } from '../../model/codes.ts';
import type { ChatMessage, Transcript } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import type { Seconds } from '../../model/time/units.ts';
import { mayHideParty, type Role } from '../codes/authorship.ts';
import { meaningOf, type Codebook } from '../../model/codebook/codebook.ts';
import type { Language, LanguageDetector } from '../language.ts';
import { durationOf, waitOf } from './chat-lengths.ts';
import { commitmentsIn } from './commitments.ts';
import { identifiersOf, type Identifier } from './identifiers.ts';
import { keySentences, type KeySentence } from './key-sentences.ts';
import { lastWordsOf, type LastWords } from './last-words.ts';
import { lastQuestions, unansweredQuestions, type Said } from './questions.ts';
import { LEFT_OUT, requestIn } from './request.ts';
import { responsesOf } from './responses.ts';
import { READ_CHARACTERS, type ReadMessage } from './sentences.ts';
import { longestSilence, turnsIn, type Silence } from './timing.ts';

/** A part of what was said. */
export type ForeignPart<Part extends Said> = Omit<Part, 'text'> & { readonly text: Foreign };

/** The facts that a transcript shows at a glance. An absent one did not happen, or cannot be told. */
export interface TranscriptDigest {
  readonly messages: Readonly<Record<Role, number>>;
  /** From the request to the start of the conversation. */
  readonly wait?: Seconds;
  /** From the start of the conversation to its end. */
  readonly duration?: Seconds;
  /** From the visitor's first message to the first one by a human agent after it; bots do not count. */
  readonly firstResponse?: Seconds;
  readonly longestSilence?: Silence;
  readonly turns?: number;
  readonly endedBy?: CodeMeaning<'chat_ended_by'>;
  /** Whether the last one to write was the visitor, so that something may be unanswered. */
  readonly endsWithVisitor?: boolean;
  readonly lastWords?: { readonly [Party in keyof LastWords]: ForeignPart<NonNullable<LastWords[Party]>> };
  /** The last few, calls behind what else was asked; like the other lists empty where there are none, and absent where there may be some. */
  readonly unansweredQuestions?: readonly ForeignPart<Said>[];
  readonly request?: Foreign;
  /** The last few. */
  readonly commitments?: readonly ForeignPart<Said>[];
  /** The first few. */
  readonly identifiers: readonly (Omit<Identifier, 'value'> & { readonly value: Foreign })[];
  /** The language the visitor wrote in. */
  readonly language?: Language;
  readonly keySentences: readonly ForeignPart<KeySentence>[];
  /** The number of those of each that are left out. */
  readonly leftOut: Readonly<Record<'unansweredQuestions' | 'commitments' | 'identifiers', number>>;
}

/** The most characters that are read of all messages of a transcript together; a chat between people has a few thousand. */
export const MAX_CHARACTERS = 200_000;

const MAX_QUESTIONS = 3;
const MAX_COMMITMENTS = 4;
const MAX_IDENTIFIERS = 8;
/** What is asked for stands beside what was done about it. */
const MAX_KEY_SENTENCES = { visitor: 3, agent: 3 };

/** Digests a transcript. It is the same for the same transcript, and takes time in proportion to it. */
export function* digestTranscript(
  { chat, messages: all }: Pick<Transcript, 'chat' | 'messages'>,
  roles: readonly Role[],
  book: Codebook,
  detect: LanguageDetector,
): Steps<TranscriptDigest> {
  const messages = readable(all);
  const [wait, duration] = [waitOf(chat), durationOf(chat)];
  const first = responsesOf(messages, roles)?.first;
  const silence = mayHideParty(roles) ? undefined : longestSilence(messages, roles);
  const endedBy = meaningOf(book, 'chat_ended_by', chat.endedByCode);
  const last = lastParty(roles);
  const allQuestions = yield* unansweredQuestions(messages, roles);
  const questions = lastQuestions(allQuestions, MAX_QUESTIONS);
  const request = yield* requestIn(messages, roles);
  const allCommitments = yield* commitmentsIn(messages, roles);
  const commitments = allCommitments.slice(-MAX_COMMITMENTS);
  const allIdentifiers = yield* identifiersOf(messages, roles);
  const identifiers = allIdentifiers.slice(0, MAX_IDENTIFIERS);
  const language = detect(
    messages
      .filter((_, index) => roles[index] === 'visitor')
      .map(({ text }) => text)
      .join('\n'),
  );
  const isTold = (list: readonly Said[]): boolean => list.length > 0 || !mayHideParty(roles);
  const lastWords = lastWordsOf(messages, roles);
  const said = [...questions, ...commitments, lastWords?.visitor, lastWords?.agent];
  const shown = [...request, ...said.flatMap((one) => one?.text ?? [])];
  return {
    messages: countsOf(roles),
    ...omitUndefined({
      wait,
      duration,
      firstResponse: first,
      longestSilence: silence,
      turns: mayHideParty(roles) ? undefined : turnsIn(roles),
      endedBy,
      endsWithVisitor: last === 'unknown' ? undefined : last === 'visitor',
      lastWords: mapKnown(lastWords, ({ visitor, agent }) =>
        omitUndefined({ visitor: mapKnown(visitor, foreignPart), agent: mapKnown(agent, foreignPart) }),
      ),
      unansweredQuestions: isTold(questions) ? questions.map(foreignPart) : undefined,
      request: request.length === 0 ? undefined : new Foreign(request.join(LEFT_OUT).trim()),
      commitments: isTold(commitments) ? commitments.map(foreignPart) : undefined,
      language,
    }),
    identifiers: identifiers.map((one) => ({ ...one, value: new Foreign(one.value) })),
    keySentences: (yield* keySentences(messages, roles, shown, MAX_KEY_SENTENCES)).map(foreignPart),
    leftOut: {
      unansweredQuestions: allQuestions.length - questions.length,
      commitments: allCommitments.length - commitments.length,
      identifiers: allIdentifiers.length - identifiers.length,
    },
  };
}

function foreignPart<Part extends Said>(said: Part): ForeignPart<Part> {
  return { ...said, text: new Foreign(said.text) };
}

/** The messages with as much of their text as is read for a digest: who pastes a book waits no longer for it. */
function readable(messages: readonly ChatMessage[]): ReadMessage[] {
  let left = MAX_CHARACTERS;
  return messages.map((message) => {
    const text = textOf(message.text).slice(0, Math.min(READ_CHARACTERS, left));
    left -= text.length;
    return { ...message, text };
  });
}

/** Returns how many messages each role has written. */
export function countsOf(roles: readonly Role[]): Record<Role, number> {
  const counts: Record<Role, number> = { visitor: 0, agent: 0, bot: 0, system: 0, unknown: 0 };
  for (const role of roles) counts[role] += 1;
  return counts;
}

/** Returns who wrote last, bots and the system aside; one who is unknown may be either. Undefined where nobody wrote. */
function lastParty(roles: readonly Role[]): 'visitor' | 'agent' | 'unknown' | undefined {
  return roles.findLast((role) => role === 'visitor' || role === 'agent' || role === 'unknown');
}
