import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Digest } from './digest.tsx';
import type { Answered, Arguments, Host } from '../host.ts';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { idOf, Transcript } from './transcript.tsx';
import { useTranscript, type LoadedTranscript, type TranscriptLoading } from './use-transcript.ts';
import { clockOf, dayWords, spanWords } from '../words.ts';
import { hasNoAgent, noQuestionWords } from './signs.ts';
import { firstWait, offsetOf, pausesOf } from './waits.ts';

/** A chat: what it came to, and its messages. `args` are those of get_chat_transcript, `answered` its answer where that is there already. */
export function Conversation({
  host,
  args,
  answered,
}: {
  readonly host: Host;
  readonly args: Arguments;
  readonly answered?: Answered;
}) {
  const loading = useTranscript(host, args, answered);
  const { loaded, isLoading, failure, more } = loading;
  if (loaded !== undefined) return <Shown loaded={loaded} loading={loading} />;
  if (isLoading) return <Loading what="Loading the chat" />;
  return <NotRead failure={failure} more={more} />;
}

function NotRead({ failure, more }: Pick<TranscriptLoading, 'failure' | 'more'>) {
  const { words = 'The chat could not be loaded.', canHelp = true } = failure ?? {};
  return <Failed words={words} again={canHelp ? () => void more() : undefined} />;
}

/** As many frames as the heights of the messages around a place need to be known: those out of sight are only estimated. */
const FRAMES_TO_SETTLE = 3;

/** Brings a message into sight and moves the focus to it. Whoever has gone elsewhere since is not brought back. */
function goTo(place: number): void {
  const row = document.querySelector<HTMLElement>(`#${idOf(place)}`);
  row?.focus({ preventScroll: true });
  const show = (frames: number): void => {
    row?.scrollIntoView({ block: 'center' });
    if (frames > 0) requestAnimationFrame(() => row === document.activeElement && show(frames - 1));
  };
  show(FRAMES_TO_SETTLE);
}

function Shown({ loaded, loading }: { readonly loaded: LoadedTranscript; readonly loading: TranscriptLoading }) {
  const { head, parts, total, goesOn } = loaded;
  const { isLoading, failure, more } = loading;
  // Clocks may have been put forward or back since.
  const offset = offsetOf(head.chat.requested_at);
  const [announced, setAnnounced] = useState('');
  const [wanted, setWanted] = useState<number>();
  const messages = useMemo(() => parts.flat(), [parts]);
  const { waits, silence } = useMemo(() => pausesOf(head, messages), [messages]);
  const { unanswered_questions: asked = [] } = head.digest;
  const questions = useMemo(() => [...new Set(asked.map(({ message }) => message))], [head]);
  const isUnanswered = hasNoAgent(head.digest);
  const open = useMemo(() => new Set(isUnanswered ? [] : questions), [questions]);
  const opening = messages.findIndex(({ role }) => role === 'visitor');

  const keys = [
    ...(questions.length > 0 ? ['q next question without an answer'] : []),
    ...(waits.length > 0 ? ['w next wait'] : []),
  ];

  // A jump to a message that is not there yet waits for it.
  useEffect(() => {
    if (wanted === undefined || wanted >= messages.length) return;
    setWanted(undefined);
    goTo(wanted);
  }, [wanted, messages]);
  const jump = (place: number, words: string): void => {
    setAnnounced(words);
    if (place < messages.length) return goTo(place);
    setWanted(place);
    if (goesOn) void more(place);
  };

  // Each kind of place has its turn: the next one after the last that was shown.
  const turns = useRef({ question: -1, wait: -1 });
  const step = (kind: 'question' | 'wait', by: 1 | -1): void => {
    const count = kind === 'question' ? questions.length : waits.length;
    if (count === 0)
      return setAnnounced(kind === 'question' ? noQuestionWords(head.digest) : 'No wait of a minute or more');
    const now = turns.current[kind];
    const turn = now < 0 && by < 0 ? count - 1 : (now + by + count) % count;
    turns.current[kind] = turn;
    const place = kind === 'question' ? questions[turn] : waits[turn]?.message;
    const wait = waits[turn];
    if (place === undefined) return;
    const words = kind === 'wait' && wait ? `Wait of ${spanWords(wait.seconds)}` : 'Question without an answer';
    jump(place, `${words}, ${turn + 1} of ${count}`);
  };
  const article = useRef<HTMLElement>(null);
  const toBeginning = (): void => {
    setAnnounced('The beginning');
    article.current?.querySelector('h1')?.focus({ preventScroll: true });
    article.current?.scrollIntoView();
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'q') step('question', 1);
    else if (key === 'Q') step('question', -1);
    else if (key === 'w') step('wait', 1);
    else if (key === 'W') step('wait', -1);
  };

  // Whoever comes near the end of what is there gets more.
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!goesOn || isLoading || failure !== undefined || end.current === null) return;
    const sight = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && void more(), {
      rootMargin: '400px',
    });
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [goesOn, isLoading, failure, parts]);

  return (
    <article class="conversation" ref={article} onKeyDown={onKeyDown}>
      <Digest
        data={head}
        messages={messages}
        waits={waits}
        silence={silence}
        onJump={(place) => jump(place, 'Shown in the chat')}
      />
      <section aria-label="Conversation">
        {total > 0 && (
          <div class="bar jumps" role="group" aria-label="Jump to">
            {questions.length > 0 && (
              <button type="button" aria-keyshortcuts="q" onClick={() => step('question', 1)}>
                {isUnanswered ? 'Question' : 'Unanswered'} ({questions.length})
              </button>
            )}
            {waits.length > 0 && (
              <button type="button" aria-keyshortcuts="w" onClick={() => step('wait', 1)}>
                {waits.length === 1 ? 'To the wait' : `Next wait (${waits.length})`}
              </button>
            )}
            <button type="button" onClick={toBeginning}>
              Beginning
            </button>
            <button type="button" onClick={() => jump(total - 1, 'The last message')}>
              End
            </button>
            <span class="quiet told-now" role="status">
              {announced}
            </span>
          </div>
        )}
        {total === 0 ? (
          <Empty>The chat has no messages.</Empty>
        ) : (
          <Transcript
            parts={parts}
            questions={open}
            first={firstWait(head, messages)}
            unansweredFrom={isUnanswered && opening >= 0 ? opening : undefined}
            language={head.digest.language}
          >
            {goesOn && <li class="between" ref={end} />}
          </Transcript>
        )}
        {failure !== undefined && <NotRead failure={failure} more={more} />}
        {goesOn && failure === undefined && (
          <button type="button" class="more" disabled={isLoading} onClick={() => void more()}>
            {isLoading ? 'Loading more…' : `Load ${(total - messages.length).toLocaleString('en')} more messages`}
          </button>
        )}
      </section>
      {keys.length > 0 && <p class="quiet keys">Keys: {keys.join(', ')}.</p>}
      <p class="quiet foot">
        Times are {offset}. As of {dayWords(head.as_of)} {clockOf(head.as_of)}
        {offsetOf(head.as_of) === offset ? '.' : ` (${offsetOf(head.as_of)}).`}
        {head.codes !== undefined && <> {head.codes}</>}
      </p>
    </article>
  );
}
