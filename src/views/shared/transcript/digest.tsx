import type { ComponentChildren } from 'preact';
import { Definition } from '../definition.tsx';
import type { Said, TranscriptData } from './transcript-data.ts';
import { durationWords } from '../words.ts';
import { clockOf, dayOf, firstResponseOf, type Pause } from './waits.ts';

/** As many of the longest waits are told. */
const MOST_WAITS = 3;

/** One fact about how a chat ended. */
interface Sign {
  readonly kind: 'bad' | 'open' | 'strong' | 'plain';
  readonly words: string;
  readonly meaning?: string;
}

const MARKS: Readonly<Record<Sign['kind'], string>> = { bad: '!', open: '…', strong: '★', plain: '·' };

/** What a chat came to, as far as it can be told: whether it is solved is for people to say. */
export function Digest({
  data,
  waits,
  silence,
  onJump,
}: {
  readonly data: TranscriptData;
  /** The waits for an agent, in their order. */
  readonly waits: readonly Pause[];
  /** The longest silence that is no wait. */
  readonly silence: Pause | undefined;
  readonly onJump: (place: number) => void;
}) {
  const { chat, digest } = data;
  const { request, unanswered_questions: questions = [], commitments = [], key_sentences: sentences = [] } = digest;
  const { identifiers = [], left_out: leftOut, first_response_seconds: measured } = digest;
  const longest = waits.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_WAITS);
  // What is read off the messages, which have no fractions of seconds, is the same as here.
  const first = measured === undefined ? undefined : (firstResponseOf(data.messages) ?? measured);
  const opening = data.messages.findIndex(({ role }) => role === 'visitor');
  // Among the waits it is told there.
  const isFirstTold = longest.some(({ message }) => message === opening);
  return (
    <header class="digest">
      <h1 tabIndex={-1}>
        Chat {data.chat_id}
        {chat.visitor.name !== undefined && (
          <>
            {' '}
            with <bdi>{chat.visitor.name}</bdi>
          </>
        )}
      </h1>
      <p class="facts">
        <Fact>
          {dayOf(chat.requested_at)}, {clockOf(chat.requested_at)}
        </Fact>
        {chat.agent && <Fact>{chat.agent.name === undefined ? `agent ${chat.agent.agent_id}` : chat.agent.name}</Fact>}
        {chat.wait_seconds !== undefined && <Fact>taken after {durationWords(chat.wait_seconds)}</Fact>}
        {first !== undefined && !isFirstTold && <Fact>first response after {durationWords(first)}</Fact>}
        {chat.duration_seconds !== undefined && <Fact>lasted {durationWords(chat.duration_seconds)}</Fact>}
        {chat.transferred === true && <Fact>transferred</Fact>}
        {Object.entries(chat.codes ?? {}).map(([name, value]) => (
          <Fact key={name}>
            {name} {value}
          </Fact>
        ))}
      </p>
      <ul class="signs" aria-label="How it ended">
        {signsOf(data).map(({ kind, words, meaning }) => (
          <li key={words} class={`sign ${kind}`}>
            <span aria-hidden="true">{MARKS[kind]} </span>
            {meaning === undefined ? words : <Definition word={words} meaning={meaning} />}
          </li>
        ))}
      </ul>
      <dl class="told">
        {request !== undefined && (
          <div>
            <dt>Asked for</dt>
            <dd>
              <bdi>{request}</bdi>
            </dd>
          </div>
        )}
        <SaidList term="Visitor also wrote" all={sentences.filter(({ role }) => role === 'visitor')} onJump={onJump} />
        <SaidList term="No answer to" all={questions} leftOut={leftOut?.unanswered_questions} onJump={onJump} />
        <SaidList term="Agent promised" all={commitments} leftOut={leftOut?.commitments} onJump={onJump} />
        {waits.length > 0 && (
          <div>
            <dt>
              {waits.length === 1 ? 'Longest wait' : 'Longest waits'}
              {waits.length > longest.length && ` (${longest.length} of ${waits.length})`}
            </dt>
            {longest.map((wait) => (
              <PauseLine key={wait.message} pause={wait} isFirst={wait.message === opening} onJump={onJump} />
            ))}
          </div>
        )}
        {silence && (
          <div>
            <dt>Longest silence</dt>
            <PauseLine pause={silence} onJump={onJump} />
          </div>
        )}
        {identifiers.length > 0 && (
          <div>
            <dt>Numbers</dt>
            <dd>
              {identifiers.map(({ kind, value }, index) => (
                <span key={`${index}`}>
                  {index > 0 && ', '}
                  {kind !== undefined && `${kind} `}
                  <bdi>{value}</bdi>
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

function PauseLine({
  pause,
  isFirst = false,
  onJump,
}: {
  readonly pause: Pause;
  /** Whether it ends with the first response. */
  readonly isFirst?: boolean;
  readonly onJump: (place: number) => void;
}) {
  const { kind, seconds, from, to, message, endedBy } = pause;
  return (
    <dd>
      <button type="button" class="said" onClick={() => onJump(message)}>
        <span class="quote">{durationWords(seconds)}</span>{' '}
        <span class="quiet">
          {clockOf(from, true)} to {clockOf(to, true)}
          {isFirst && ', the first response'}
          {kind === 'silence' && `, until ${WHO[endedBy]} wrote`}
        </span>
      </button>
    </dd>
  );
}

const WHO: Readonly<Record<Pause['endedBy'], string>> = {
  visitor: 'the visitor',
  agent: 'the agent',
  bot: 'the bot',
  system: 'the system',
  unknown: 'somebody',
};

function Fact({ children }: { readonly children: ComponentChildren }) {
  return <span class="fact">{children}</span>;
}

function SaidList({
  term,
  all,
  leftOut = 0,
  onJump,
}: {
  readonly term: string;
  readonly all: readonly Said[];
  readonly leftOut?: number | undefined;
  readonly onJump: (place: number) => void;
}) {
  if (all.length === 0) return null;
  return (
    <div>
      <dt>{term}</dt>
      {all.map((said) => (
        <dd key={`${said.message} ${said.text}`}>
          <button type="button" class="said" onClick={() => onJump(said.message)}>
            <span class="quote" dir="auto">
              {said.text}
            </span>
            {said.at !== undefined && <span class="quiet"> {clockOf(said.at)}</span>}
          </button>
        </dd>
      ))}
      {leftOut > 0 && <dd class="quiet">and {leftOut} more</dd>}
    </div>
  );
}

// Colours say what is known to have gone wrong, and no more: whether an answer helped, whether words behind it were thanks, and
// which ratings are good, nothing here can tell.
function signsOf({ chat, digest }: TranscriptData): readonly Sign[] {
  const { ends_with_visitor: endsWithVisitor, ended_by: endedBy } = digest;
  const isMissed = chat.missed === true;
  const isOpen = chat.wait_seconds !== undefined && chat.duration_seconds === undefined && !isMissed;
  const { visitor = 0, agent = 0, unknown = 0 } = digest.messages;
  const mayHaveAgent = agent + unknown > 0;
  const isUnanswered = visitor > 0 && !mayHaveAgent && !isMissed;
  const signs: (Sign | undefined)[] = [
    isMissed ? { kind: 'bad', words: 'Missed: no agent came' } : undefined,
    isOpen ? { kind: 'open', words: 'Still open: it has no end yet' } : undefined,
    isUnanswered ? { kind: isOpen ? 'open' : 'bad', words: 'No agent wrote' } : undefined,
    chat.rating === undefined ? undefined : { kind: 'strong', words: `Rated ${chat.rating}` },
    questionSign(digest, mayHaveAgent),
    endsWithVisitor === undefined || !mayHaveAgent
      ? undefined
      : { kind: 'plain', words: endsWithVisitor ? 'The visitor wrote last' : 'An agent wrote last' },
    endedSign(endedBy, isOpen || isMissed),
  ];
  return signs.flatMap((sign) => sign ?? []);
}

function endedSign(endedBy: TranscriptData['digest']['ended_by'], isSaid: boolean): Sign | undefined {
  if (endedBy === undefined || (endedBy === 'nobody' && isSaid)) return undefined;
  return { kind: 'plain', words: endedBy === 'nobody' ? 'Nobody ended it' : `Ended by the ${endedBy}` };
}

/** Of a chat that no agent wrote in, nobody needs to hear that no question is open. */
function questionSign(digest: TranscriptData['digest'], mayHaveAgent: boolean): Sign | undefined {
  const { unanswered_questions: questions, left_out: leftOut, messages } = digest;
  const { visitor = 0, unknown = 0 } = messages;
  if (visitor + unknown === 0) return undefined;
  if (questions === undefined) {
    return {
      kind: 'plain',
      words: 'Whether a question is open cannot be told',
      meaning: 'Who wrote what is not known, or the chat is too long to be read to its end for this.',
    };
  }
  const count = questions.length + (leftOut?.unanswered_questions ?? 0);
  if (count > 0) {
    return {
      kind: 'bad',
      words: `${count} ${count === 1 ? 'question' : 'questions'} without an answer`,
      meaning: 'What the visitor asked, and no agent wrote anything after it.',
    };
  }
  if (!mayHaveAgent) return undefined;
  return {
    kind: 'plain',
    words: 'An agent wrote after each question',
    meaning: 'Whether that answered the question, nothing here can tell: read what was written.',
  };
}
