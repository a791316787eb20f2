import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Definition } from '../parts/definition.tsx';
import { quotesOf, type Quote, type Quotes } from './quotes.ts';
import { isOpen, signsOf, type Sign } from './signs.ts';
import type { Message, Transcript } from '../answers.ts';
import { clockOf, dayWords, spanWords } from '../words.ts';
import { firstResponseOf, type Pause } from './waits.ts';

/** As many of the longest waits are told. */
const MOST_WAITS = 3;

const MARKS: Readonly<Record<Sign['kind'], string>> = { bad: '!', open: '…', strong: '★', plain: '·' };

/** What a chat came to, as far as it can be told: whether it is solved is for people to say. */
export function Digest({
  data,
  messages,
  waits,
  silence,
  onJump,
}: {
  readonly data: Transcript;
  /** Those that are loaded. */
  readonly messages: readonly Message[];
  /** The waits for an agent, in their order. */
  readonly waits: readonly Pause[];
  /** The longest silence that is no wait. */
  readonly silence: Pause | undefined;
  readonly onJump: (place: number) => void;
}) {
  const { chat, digest } = data;
  const { identifiers = [], first_response_seconds: measured } = digest;
  const quotes = useMemo(() => quotesOf(data, messages), [data, messages]);
  const signs = signsOf(data);
  const ended = endedWords(data);
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
        {chat.visitor?.name !== undefined && (
          <>
            {' '}
            with <bdi>{chat.visitor?.name}</bdi>
          </>
        )}
      </h1>
      <p class="facts">
        <Fact>
          {dayWords(chat.requested_at)}, {clockOf(chat.requested_at)}
        </Fact>
        {chat.agent && <Fact>{chat.agent.name === undefined ? `agent ${chat.agent.agent_id}` : chat.agent.name}</Fact>}
        {chat.wait_seconds !== undefined && <Fact>wait {spanWords(chat.wait_seconds)}</Fact>}
        {first !== undefined && !isFirstTold && <Fact>first response {spanWords(first)}</Fact>}
        {chat.duration_seconds !== undefined && <Fact>duration {spanWords(chat.duration_seconds)}</Fact>}
        {ended !== undefined && <Fact>{ended}</Fact>}
        {chat.transferred === true && <Fact>transferred</Fact>}
        {Object.entries(chat.codes ?? {}).map(([name, value]) => (
          <Fact key={name}>
            {name} {value}
          </Fact>
        ))}
      </p>
      {signs.length > 0 && (
        <ul class="signs" aria-label="What stands out">
          {signs.map(({ kind, words, meaning }) => (
            <li key={words} class={`sign ${kind}`}>
              <span aria-hidden="true">{MARKS[kind]} </span>
              {meaning === undefined ? words : <Definition word={words} meaning={meaning} />}
            </li>
          ))}
        </ul>
      )}
      <dl class="told">
        {quotes.map((row) => (
          <QuotesRow key={row.term} row={row} onJump={onJump} />
        ))}
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
        <span class="quote">{spanWords(seconds)}</span>{' '}
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

function QuotesRow({
  row: { term, quotes, leftOut },
  onJump,
}: {
  readonly row: Quotes;
  readonly onJump: (place: number) => void;
}) {
  return (
    <div>
      <dt>{term}</dt>
      {quotes.map((quote) => (
        <dd key={`${quote.message} ${quote.text}`}>
          <QuoteLine quote={quote} onJump={onJump} />
        </dd>
      ))}
      {leftOut > 0 && <dd class="quiet">and {leftOut} more</dd>}
    </div>
  );
}

function QuoteLine({
  quote: { text, at, message, lastOf },
  onJump,
}: {
  readonly quote: Quote;
  readonly onJump: (place: number) => void;
}) {
  if (message === undefined) return <bdi>{text}</bdi>;
  const about = [at === undefined ? undefined : clockOf(at), lastOf && `the ${lastOf}’s last words`];
  return (
    <button type="button" class="said" onClick={() => onJump(message)}>
      <span class="quote" dir="auto">
        {text}
      </span>
      <span class="quiet"> {about.filter((words) => words !== undefined).join(', ')}</span>
    </button>
  );
}

function endedWords({ chat, digest: { ended_by: endedBy } }: Transcript): string | undefined {
  if (endedBy === undefined) return undefined;
  if (endedBy !== 'nobody') return `ended by the ${endedBy}`;
  return isOpen(chat) || chat.missed === true ? undefined : 'nobody ended it';
}
