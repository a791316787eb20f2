import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Host } from '../host.ts';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import type { OfflineMessage } from '../answers.ts';
import { Decision } from './decision.tsx';
import { Filters } from './filters.tsx';
import { FocusHint, Keys, useKeys } from './keys.tsx';
import { Message, nameOf } from './message.tsx';
import { progressOf, Queue, unkeptOf, type Board as BoardState } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { ageWords } from './triage-words.ts';
import { counted, momentWords, withoutMarks } from '../words.ts';

/** So much of a message is read out when it is shown, in characters. */
const READ_OUT = 400;

/** The queue of offline messages as a board: read, decide, draft, next. */
export function Board({ host }: { readonly host: Host }) {
  const [board, setBoard] = useState<BoardState>();
  const queue = useMemo(() => new Queue(host, setBoard), [host]);
  const [isShown, setShown] = useState(false);
  const [isOn, setOn] = useState(true);
  const showKeys = useCallback((to: boolean | undefined) => setShown((now) => to ?? !now), []);
  useKeys({ queue, isOn, showKeys });
  useEffect(() => {
    host.onShown((question, answered) => {
      if (answered !== undefined) queue.shown(question, answered);
    });
    // Whoever closes the view may not come back.
    const left = (): void => {
      if (document.visibilityState === 'hidden') void queue.keepTyped();
    };
    document.addEventListener('visibilitychange', left);
    host.onClosing?.(() => queue.keepAll());
    return () => document.removeEventListener('visibilitychange', left);
  }, [host, queue]);

  if (board === undefined) return <Loading what="Loading the queue" />;
  const { page, messages, failure, isReading, said } = board;
  const message = messages.find((one) => one.offline_message_id === board.current);
  return (
    <>
      <header class="bar">
        <h1>Offline messages</h1>
        <button type="button" aria-expanded={isShown} aria-controls="keys" onClick={() => setShown(!isShown)}>
          Keys <kbd aria-hidden="true">?</kbd>
        </button>
        {page !== undefined && <Progress board={board} queue={queue} />}
      </header>
      {isShown && <Keys isOn={isOn} turn={setOn} />}
      <Filters board={board} queue={queue} />
      {page?.may_record === false && (
        <p class="notice">
          You can read here, and not decide: your access (the scope triage:write), or the server, does not include it.
        </p>
      )}
      {page?.coverage.complete === false && (
        <p class="notice">Not every message is loaded yet, so the queue may be longer. Refresh loads more.</p>
      )}
      <Elsewhere board={board} queue={queue} />
      <div class="lately">
        <p role="status">{said}</p>
        {message !== undefined && isOn && <FocusHint />}
      </div>
      {failure !== undefined && <Failed words={failure} again={() => void queue.again()} />}
      {messages.length === 0 && isReading && <Loading what="Loading the queue" />}
      {messages.length === 0 && !isReading && failure === undefined && (
        <Empty>{withoutMarks(page?.nothing ?? 'No message matches.')}</Empty>
      )}
      {message !== undefined && <Shown board={board} queue={queue} host={host} message={message} />}
      {page?.notes?.map((note) => (
        <p key={note} class="quiet">
          {withoutMarks(note)}
        </p>
      ))}
    </>
  );
}

function Shown({
  board,
  queue,
  host,
  message,
}: {
  readonly board: BoardState;
  readonly queue: Queue;
  readonly host: Host;
  readonly message: OfflineMessage;
}) {
  const { offline_message_id: id } = message;
  const place = `Message ${board.messages.indexOf(message) + 1} of ${Math.max(board.page?.total ?? 0, board.messages.length)} · id ${id}`;
  const card = useRef<HTMLElement>(null);
  // Before the next key: it may begin a text about this message.
  useLayoutEffect(() => {
    // A field's text belongs to the message that was shown before.
    const heading = card.current?.querySelector<HTMLElement>('#message');
    if (document.activeElement?.matches('.decision input, .decision textarea') === true) heading?.focus();
    const top = card.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) scrollBy(0, top - 8);
  }, [id]);
  return (
    <div class="board">
      <article ref={card} aria-labelledby="message">
        <nav class="actions" aria-label="Messages">
          <button type="button" aria-keyshortcuts="k" onClick={() => queue.step(-1)}>
            Previous <kbd aria-hidden="true">k</kbd>
          </button>
          <button type="button" aria-keyshortcuts="j" onClick={() => queue.step(1)}>
            Next <kbd aria-hidden="true">j</kbd>
          </button>
          <button type="button" aria-keyshortcuts="n" onClick={() => void queue.toNext()}>
            Next undecided <kbd aria-hidden="true">n</kbd>
          </button>
          <button
            type="button"
            disabled={board.decided.length === 0}
            aria-keyshortcuts="b"
            onClick={() => queue.toLastDecided()}
          >
            Decided last <kbd aria-hidden="true">b</kbd>
          </button>
        </nav>
        <Message
          message={message}
          place={place}
          host={host}
          question={board.question}
          goTo={(other) => queue.select(other)}
        />
        <Decision message={message} board={board} queue={queue} host={host} />
      </article>
      <QueueList board={board} queue={queue} />
      <p class="spoken" role="status">
        {`${place}, from ${nameOf(message)}, ${ageWords(message.age_hours)}. ${message.subject ?? ''} ${(message.text ?? '').slice(0, READ_OUT)}`}
      </p>
    </div>
  );
}

function Progress({ board, queue }: { readonly board: BoardState; readonly queue: Queue }) {
  const unkept = unkeptOf(board);
  const [first] = unkept;
  const { of, left } = progressOf(board);
  const asOf = board.page?.coverage.as_of;
  const words =
    of === 0
      ? 'No message waits.'
      : left === 0
        ? `${of === 1 ? 'The one message is' : `All ${counted(of, 'message')} are`} decided.`
        : `${(of - left).toLocaleString('en')} of ${of.toLocaleString('en')} decided, ${left.toLocaleString('en')} left`;
  return (
    <div>
      <p role="status">
        {words} {asOf !== undefined && <span class="quiet">· as of {momentWords(asOf)}</span>}
      </p>
      {first !== undefined && (
        <p>
          What you typed about {counted(unkept.length, 'undecided message')} is not saved yet.{' '}
          <button type="button" class="link" onClick={() => queue.select(first)}>
            Look at {unkept.length === 1 ? 'it' : 'the first'}
          </button>
        </p>
      )}
      {of > 0 && <div class="progress" style={{ '--done': `${((of - left) / of) * 100}%` }} aria-hidden="true" />}
    </div>
  );
}

/** Decisions about messages that are not shown now, which somebody has to look at again. */
function Elsewhere({ board: { troubles, current }, queue }: { readonly board: BoardState; readonly queue: Queue }) {
  const others = [...troubles].filter(([id]) => id !== current);
  return (
    <div role="alert">
      {others.map(([id, trouble]) => (
        <p key={id} class="trouble">
          Message {id} was not saved
          {trouble.kind === 'conflict' ? ': somebody else decided meanwhile.' : `: ${trouble.words}`}{' '}
          <button type="button" onClick={() => queue.select(id)}>
            Look at it
          </button>
        </p>
      ))}
    </div>
  );
}
