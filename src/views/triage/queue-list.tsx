import { Component } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OfflineMessage } from '../answers.ts';
import { nameOf } from './message.tsx';
import { LEVEL_WORDS, type Board, type Queue } from './queue.ts';
import { ageWords } from './triage-words.ts';
import { counted } from '../words.ts';

/** Of a message in the list so much is shown, in characters. */
const EXCERPT = 90;
/** Pixels before the end of what is there at which more is asked for. */
const NEAR_END = 600;

interface Props {
  readonly board: Board;
  readonly queue: Queue;
}

/** The queue in its order. It is one stop for Tab; arrows go through it. */
export function QueueList({ board, queue }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { messages, current, edits, saving, troubles, page, nextCursor, isReading } = board;
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current === null || row === null || row === undefined) return;
    const top = row.offsetTop - list.current.offsetTop;
    const isAbove = top < list.current.scrollTop;
    const isBelow = top + row.offsetHeight > list.current.scrollTop + list.current.clientHeight;
    if (isAbove || isBelow) list.current.scrollTop = top - list.current.clientHeight / 3;
    // What is decided about a message makes its row higher.
  }, [current, messages]);
  const left = Math.max(0, (page?.total ?? 0) - messages.length);
  return (
    <section class="queue" aria-labelledby="queue">
      <h3 id="queue">Queue</h3>
      <ul
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-labelledby="queue"
        aria-activedescendant={current === undefined ? undefined : `row-${current}`}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
          const end = event.key === 'Home' ? messages[0] : event.key === 'End' ? messages.at(-1) : undefined;
          if (by === undefined && end === undefined) return;
          event.preventDefault();
          if (by !== undefined) queue.step(by);
          if (end !== undefined) queue.select(end.offline_message_id);
        }}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < NEAR_END) void queue.more();
        }}
      >
        {messages.map((message) => {
          const id = message.offline_message_id;
          const mark = saving.has(id)
            ? 'saving…'
            : troubles.has(id)
              ? 'not saved'
              : edits.has(id)
                ? 'not saved yet'
                : undefined;
          return <Row key={id} message={message} queue={queue} isCurrent={id === current} mark={mark} />;
        })}
      </ul>
      {nextCursor !== undefined && (
        <button type="button" disabled={isReading} onClick={() => void queue.more()}>
          {isReading ? 'Loading…' : left === 0 ? 'Show more' : `Show more (${counted(left, 'message')} left)`}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly message: OfflineMessage;
  readonly queue: Queue;
  readonly isCurrent: boolean;
  readonly mark: string | undefined;
}

/** Of two thousand rows only those that change are made anew. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ message, isCurrent, mark }: RowProps): boolean {
    const { props } = this;
    return message !== props.message || isCurrent !== props.isCurrent || mark !== props.mark;
  }

  override render({ message, queue, isCurrent, mark }: RowProps) {
    const { offline_message_id: id, triage, subject, text = '', replies = 0 } = message;
    const told = [
      ...(triage === undefined ? [] : [`✓ ${LEVEL_WORDS[triage.priority]}`]),
      ...(triage?.draft_reply === undefined ? [] : ['draft']),
      ...(replies > 0 ? ['answered'] : []),
      ...(mark === undefined ? [] : [mark]),
    ];
    return (
      <li id={`row-${id}`} role="option" aria-selected={isCurrent} onClick={() => queue.select(id)}>
        <span class="who">
          <bdi>{nameOf(message)}</bdi> <span class="quiet">{ageWords(message.age_hours)}</span>
        </span>{' '}
        <span class="excerpt" dir="auto">
          {subject === undefined || subject === '' ? text.slice(0, EXCERPT) : subject}
        </span>{' '}
        {told.length > 0 && <span class={mark === undefined ? 'quiet' : 'marked'}>{told.join(' · ')}</span>}
      </li>
    );
  }
}
