import { Component, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Message } from '../answers.ts';
import { clockOf, dayWords, spanWords } from '../words.ts';
import { pauseBefore, standingAfter, type Pause, type Standing } from './waits.ts';

/** More of a text is folded, until somebody wants it. */
const MOST_CHARACTERS = 1200;
const MOST_LINES = 25;

const ROLES: Readonly<Record<Message['role'], string>> = {
  visitor: 'Visitor',
  agent: 'Agent',
  bot: 'Bot',
  system: 'System',
  unknown: 'Unknown',
};

/** The id of the element that shows the message at a place. */
export function idOf(place: number): string {
  return `message-${place}`;
}

/** Messages as a conversation, with the waits and silences between them. */
export function Transcript({
  parts,
  questions,
  unansweredFrom,
  first: firstWait,
  language,
  children,
}: {
  /** In parts that never change: only new ones are drawn. */
  readonly parts: readonly (readonly Message[])[];
  /** The places of messages with questions that nobody answered. */
  readonly questions: ReadonlySet<number>;
  /** The place of the visitor's first message, where no agent wrote: nothing from there on has an answer. */
  readonly unansweredFrom?: number | undefined;
  /** The wait until an agent took the chat, where it is long. */
  readonly first: Pause | undefined;
  readonly language?: string | undefined;
  /** Behind the messages. */
  readonly children?: ComponentChildren;
}) {
  let place = 0;
  let standing: Standing = {};
  return (
    // It can be scrolled, by keys too.
    <ol
      class={unansweredFrom === undefined ? 'messages' : 'messages unanswered'}
      aria-label="Messages"
      tabIndex={0}
      lang={language}
    >
      {firstWait && <Paused pause={firstWait} />}
      {parts.map((part) => {
        const first = place;
        const before = standing;
        for (const message of part) {
          standing = standingAfter(standing, message, place);
          place += 1;
        }
        return (
          <Part
            key={first}
            messages={part}
            first={first}
            before={before}
            questions={questions}
            unansweredFrom={unansweredFrom}
          />
        );
      })}
      {children}
    </ol>
  );
}

interface PartProps {
  readonly messages: readonly Message[];
  readonly first: number;
  readonly before: Standing;
  readonly questions: ReadonlySet<number>;
  readonly unansweredFrom: number | undefined;
}

/** A part of a chat: drawn again only where it is another one. */
class Part extends Component<PartProps> {
  override shouldComponentUpdate({ messages, before, questions }: PartProps): boolean {
    const { props } = this;
    return messages !== props.messages || questions !== props.questions || !isSame(before, props.before);
  }

  override render({ messages, first, before, questions, unansweredFrom }: PartProps) {
    let standing = before;
    return messages.map((message, index) => {
      const place = first + index;
      const row = (
        <Row
          key={place}
          message={message}
          standing={standing}
          place={place}
          isOpen={questions.has(place)}
          isUnansweredFrom={place === unansweredFrom}
        />
      );
      standing = standingAfter(standing, message, place);
      return row;
    });
  }
}

function isSame(one: Standing, other: Standing): boolean {
  return (
    one.before === other.before &&
    one.party?.message === other.party?.message &&
    one.unanswered?.message === other.unanswered?.message
  );
}

function Row({
  message,
  standing,
  place,
  isOpen,
  isUnansweredFrom,
}: {
  readonly message: Message;
  readonly standing: Standing;
  readonly place: number;
  readonly isOpen: boolean;
  readonly isUnansweredFrom: boolean;
}) {
  const { at, role, author, text, message_type: type } = message;
  const { before } = standing;
  const pause = pauseBefore(standing, message);
  const isNewDay = at !== undefined && before?.at?.slice(0, 10) !== at.slice(0, 10);
  const goesOn = before?.role === role && before.author === author && !isNewDay && pause === undefined;
  return (
    <>
      {pause && <Paused pause={pause} />}
      {isNewDay && (
        <li class="between">
          <span>{dayWords(at)}</span>
        </li>
      )}
      {isUnansweredFrom && (
        <li class="between never">
          <span>No agent answered what follows</span>
        </li>
      )}
      <li id={idOf(place)} class={`message ${role}${isOpen ? ' open' : ''}`} tabIndex={-1}>
        <div class="bubble">
          <p class="who">
            <span class={goesOn ? 'spoken' : 'author'}>
              {author !== undefined && author.toLowerCase() !== role && (
                <>
                  <bdi>{author}</bdi>{' '}
                </>
              )}
              <span class="role">{ROLES[role]}</span>
            </span>{' '}
            {type !== undefined && <bdi class="quiet">{type} </bdi>}
            {isOpen && <span class="mark">No answer </span>}
            {at === undefined ? (
              <span class="quiet">no time</span>
            ) : (
              <time class="quiet" dateTime={at}>
                {clockOf(at, true)}
              </time>
            )}
          </p>
          <Words text={text} />
        </div>
      </li>
    </>
  );
}

function Paused({ pause: { kind, seconds } }: { readonly pause: Pause }) {
  const length = spanWords(seconds);
  return (
    <li class="between silence">
      <span>{kind === 'wait' ? `The visitor waited ${length}` : `${length} silence`}</span>
    </li>
  );
}

function Words({ text }: { readonly text: string }) {
  const isLong = text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES;
  const [isFolded, setFolded] = useState(isLong);
  return (
    <>
      <p class={isFolded ? 'text folded' : 'text'} dir="auto">
        {text === '' ? <span class="quiet">(no text)</span> : text}
      </p>
      {isLong && (
        <button type="button" class="unfold" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? `Show all ${text.length.toLocaleString('en')} characters` : 'Show less'}
        </button>
      )}
    </>
  );
}
