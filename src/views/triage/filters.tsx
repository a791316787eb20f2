import { useRef, useState } from 'preact/hooks';
import type { MessageState } from '../../tools/offline-messages/message-states.ts';
import type { Level } from '../answers.ts';
import type { Arguments } from '../host.ts';
import { counted } from '../words.ts';
import { leave } from './keys.tsx';
import type { Board, Queue } from './queue.ts';

/** What was decided can be looked at, and changed, also where somebody has replied since. */
const SHOWN = {
  unanswered: 'Unanswered',
  untriaged: 'Undecided',
  drafted: 'With a draft',
  decided: 'Decided',
  'decided:urgent': 'Decided: urgent',
  'decided:soon': 'Decided: soon',
  'decided:can_wait': 'Decided: can wait',
  served_later: 'Served later',
  unread: 'Unread',
  all: 'All',
} as const satisfies Readonly<Record<MessageState | `decided:${Level}`, string>>;

const ORDERS = { newest: 'Newest first', oldest: 'Oldest first' };
const WAYS = { '': 'Anyone', email: 'By email', phone: 'By phone', none: 'Nobody' };

/** What the board can change of its question; whatever else a question limits is told. */
const OWN = new Set(['state', 'priority', 'order', 'query', 'reachable_by', 'account', 'limit', 'timezone']);

interface Props {
  readonly board: Board;
  readonly queue: Queue;
}

/** Which messages are shown, in which order. */
export function Filters({ board: { question, isReading }, queue }: Props) {
  const [words, setWords] = useState(textOf(question['query']));
  const ask = (changes: Arguments): void => {
    const asked = Object.entries({ ...question, ...changes });
    void queue.open(Object.fromEntries(asked.filter(([, value]) => value !== '' && value !== undefined)));
  };
  const limits = Object.entries(question).filter(([name]) => !OWN.has(name));
  return (
    // Not a form: a host's frame may send none, and no browser tells of one there.
    <div class="bar" role="search">
      <Choice
        label="Show"
        choices={SHOWN}
        value={shownOf(question)}
        choose={(shown) => {
          const [state, priority] = shown.split(':');
          ask({ state, priority });
        }}
      />
      <Choice
        label="Order"
        choices={ORDERS}
        value={textOf(question['order']) || 'newest'}
        choose={(order) => ask({ order })}
      />
      <Choice
        label="Reachable"
        choices={WAYS}
        value={textOf(question['reachable_by'])}
        choose={(way) => ask({ reachable_by: way })}
      />
      <label>
        Search
        <input
          type="search"
          size={12}
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
        <p class="quiet">
          Only {limits.map(([name, value]) => limitWords(name, value)).join(', ')}.{' '}
          <button
            type="button"
            class="link"
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
  // Whoever goes through the choices by arrows stays among them; whoever has chosen goes back to the board, and its keys.
  const goesThrough = useRef(false);
  const begin = (): void => {
    goesThrough.current = false;
  };
  return (
    <label>
      {label}
      <select
        value={value}
        onFocus={begin}
        onPointerDown={begin}
        onKeyDown={({ key }) => {
          goesThrough.current = key !== 'Enter';
        }}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value);
          if (!goesThrough.current) leave();
        }}
      >
        {Object.entries(choices).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function shownOf({ state, priority }: Arguments): string {
  return state === 'decided' && priority !== undefined ? `decided:${textOf(priority)}` : textOf(state) || 'unanswered';
}

function limitWords(name: string, value: unknown): string {
  if (name === 'older_than_days') return `older than ${counted(Number(value), 'day')}`;
  return `${name} ${textOf(value)}`.replaceAll('_', ' ');
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : Array.isArray(value) ? value.join(' ') : '';
