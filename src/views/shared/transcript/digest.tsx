import type { ComponentChildren } from 'preact';
import { Definition } from '../definition.tsx';
import type { Said, TranscriptData } from './transcript-data.ts';
import { clockOf, dayOf, durationWords } from './waits.ts';

/** One fact about how a chat ended. */
interface Sign {
  readonly kind: 'good' | 'bad' | 'open' | 'plain';
  readonly words: string;
  readonly meaning?: string;
}

const MARKS: Readonly<Record<Sign['kind'], string>> = { good: '✓', bad: '!', open: '…', plain: '·' };

/** What a chat came to, as far as it can be told: whether it is solved is for people to say. */
export function Digest({ data, onJump }: { readonly data: TranscriptData; readonly onJump: (said: Said) => void }) {
  const { chat, digest } = data;
  const { request, unanswered_questions: questions = [], commitments = [], longest_silence: silence } = digest;
  const { identifiers = [], left_out: leftOut, first_response_seconds: first } = digest;
  return (
    <header class="digest">
      <h1>
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
        {chat.wait_seconds !== undefined && <Fact>waited {durationWords(chat.wait_seconds)}</Fact>}
        {first !== undefined && <Fact>first response after {durationWords(first)}</Fact>}
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
        <SaidList term="No answer to" all={questions} leftOut={leftOut?.unanswered_questions} onJump={onJump} />
        <SaidList term="Agent promised" all={commitments} leftOut={leftOut?.commitments} onJump={onJump} />
        {silence !== undefined && (
          <div>
            <dt>Longest silence</dt>
            <dd>
              {durationWords(silence.seconds)} from {clockOf(silence.at)}, waiting for the {silence.waiting_for}
            </dd>
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
  readonly onJump: (said: Said) => void;
}) {
  if (all.length === 0) return null;
  return (
    <div>
      <dt>{term}</dt>
      {all.map((said) => (
        <dd key={`${said.message} ${said.text}`}>
          <button type="button" class="said" onClick={() => onJump(said)}>
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

function signsOf({ chat, digest }: TranscriptData): readonly Sign[] {
  const { unanswered_questions: questions, ends_with_visitor: endsWithVisitor, ended_by: endedBy, left_out } = digest;
  const count = (questions?.length ?? 0) + (left_out?.unanswered_questions ?? 0);
  const isOpen = chat.wait_seconds !== undefined && chat.duration_seconds === undefined && chat.missed !== true;
  const { visitor = 0, agent = 0, unknown = 0 } = digest.messages;
  const hasParties = visitor + agent + unknown > 0;
  const signs: (Sign | undefined)[] = [
    chat.missed === true ? { kind: 'bad', words: 'Missed: no agent took it' } : undefined,
    isOpen ? { kind: 'open', words: 'Still open: it has no end yet' } : undefined,
    endedBy === undefined
      ? undefined
      : { kind: 'plain', words: endedBy === 'nobody' ? 'Nobody ended it' : `Ended by the ${endedBy}` },
    // Of a chat in which nobody wrote there is nothing to say.
    hasParties ? questionSign(questions === undefined ? undefined : count) : undefined,
    endsWithVisitor === undefined || !hasParties
      ? undefined
      : endsWithVisitor
        ? { kind: 'bad', words: 'The visitor wrote last' }
        : { kind: 'good', words: 'An agent wrote last' },
    chat.rating === undefined ? undefined : { kind: 'plain', words: `Rated ${chat.rating}` },
  ];
  return signs.flatMap((sign) => sign ?? []);
}

const QUESTION =
  'A question of the visitor with no message of an agent after it. Whether an answer helped, nothing here can tell.';

function questionSign(count: number | undefined): Sign {
  if (count === undefined) {
    return {
      kind: 'plain',
      words: 'Whether a question is open cannot be told',
      meaning: 'Who wrote what is not known, or the chat is too long to be read to its end for this.',
    };
  }
  if (count === 0) return { kind: 'good', words: 'No question without an answer', meaning: QUESTION };
  return {
    kind: 'bad',
    words: `${count} ${count === 1 ? 'question' : 'questions'} without an answer`,
    meaning: QUESTION,
  };
}
