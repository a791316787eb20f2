import { useState } from 'preact/hooks';
import type { MessageState } from '../../mcp/offline-messages/message-states.ts';
import type { MESSAGE_ORDERS } from '../../mcp/offline-messages/message-order.ts';
import type { Arguments } from '../shared/host.ts';
import type { Board, Queue } from './queue.ts';
import { counted } from './triage-words.ts';

const STATES = {
  untriaged: 'Undecided',
  unanswered: 'Unanswered',
  drafted: 'With a draft',
  served_since: 'Served since',
  wrote_again: 'Wrote again',
  unread: 'Unread',
  all: 'All',
} as const satisfies Readonly<Record<MessageState, string>>;

const ORDERS = {
  priority: 'Most pressing first',
  newest: 'Newest first',
  oldest: 'Oldest first',
} as const satisfies Readonly<Record<(typeof MESSAGE_ORDERS)[number], string>>;

/** What the board can change of its question; whatever else a question limits is told. */
const OWN = new Set(['state', 'order', 'query', 'account', 'limit', 'timezone']);

interface Props {
  readonly board: Board;
  readonly queue: Queue;
}

/** Which messages are shown, in which order. */
export function Filters({ board: { question, isReading }, queue }: Props) {
  const [words, setWords] = useState(textOf(question['query']));
  const ask = (changes: Arguments): void => {
    const asked = Object.entries({ ...question, ...changes }).filter(
      ([, value]) => value !== '' && value !== undefined,
    );
    void queue.open(Object.fromEntries(asked));
  };
  const limits = Object.entries(question).filter(([name]) => !OWN.has(name));
  return (
    // Not a form: a host's frame may send none, and no browser tells of one there.
    <div class="filters" role="search">
      <Choice
        label="Show"
        choices={STATES}
        value={textOf(question['state']) || 'unanswered'}
        choose={(state) => ask({ state })}
      />
      <Choice
        label="Order"
        choices={ORDERS}
        value={textOf(question['order']) || 'priority'}
        choose={(order) => ask({ order })}
      />
      <label>
        <span>Search</span>
        <input
          type="search"
          maxLength={200}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={({ key, isComposing }) => {
            if (key === 'Enter' && !isComposing) ask({ query: words });
          }}
        />
      </label>
      <button type="button" disabled={isReading} aria-keyshortcuts="r" onClick={() => void queue.open()}>
        Refresh <kbd aria-hidden="true">r</kbd>
      </button>
      {limits.length > 0 && (
        <p class="quiet limits">
          Only {limits.map(([name, value]) => limitWords(name, value)).join(', ')}.{' '}
          <button
            type="button"
            class="small"
            onClick={() => ask(Object.fromEntries(limits.map(([name]) => [name, undefined])))}
          >
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

function Choice({
  label,
  choices,
  value,
  choose,
}: {
  readonly label: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly value: string;
  readonly choose: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {Object.entries(choices).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function limitWords(name: string, value: unknown): string {
  if (name === 'older_than_days') return `older than ${counted(Number(value), 'day')}`;
  return `${name} ${textOf(value)}`.replaceAll('_', ' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : Array.isArray(value)
      ? value.join(' ')
      : '';
}
