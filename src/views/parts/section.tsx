import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Coverage } from '../answers.ts';
import type { Told } from '../use-tool.ts';
import { counted, momentWords, spanWords } from '../words.ts';
import { Empty, Failed, Loading } from './states.tsx';

/** What every answer has that says how much it rests on. */
interface Covered {
  readonly coverage: Coverage;
  readonly comparison?: { readonly coverage: Coverage } | undefined;
  readonly awaited?: { readonly transcripts: number } | undefined;
}

/** A part of the desk: its heading, which says of what its data are, and what came of its question. */
export function Section<Data extends Covered>({
  title,
  about,
  told: { data, failure, isAsking, again },
  beside,
  children,
}: {
  readonly title: string;
  /** Of what the data are, such as their days. */
  readonly about?: (data: Data) => string;
  readonly told: Told<Data>;
  /** Beside the heading, such as what one may choose. */
  readonly beside?: ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}) {
  return (
    <section class="card" aria-label={title} aria-busy={isAsking}>
      <div class="head">
        <h2 tabIndex={-1}>
          {title} {data && about && <small>{about(data)}</small>}
        </h2>
        {beside}
        {isAsking && data !== undefined && (
          <span class="quiet" role="status">
            Loading…
          </span>
        )}
      </div>
      {failure !== undefined && data !== undefined && failure.isAway === true && (
        <Kept coverage={data.coverage} again={again} />
      )}
      {failure !== undefined && (data === undefined || failure.isAway !== true) && (
        <Failed words={failure.words} again={failure.isFinal === true ? undefined : again} />
      )}
      {data !== undefined && failure === undefined && <Missing data={data} isAsking={isAsking} again={again} />}
      {data === undefined ? failure === undefined && <Awaited isAsking={isAsking} /> : children(data)}
    </section>
  );
}

/** What is not asked for yet waits for the days that it is of. */
function Awaited({ isAsking }: { readonly isAsking: boolean }) {
  return isAsking ? <Loading /> : <Empty>This comes when all chats of these days are loaded.</Empty>;
}

/** Says how old the data are that stay while the server is away, and asks again. The page says once why it is away. */
function Kept({ coverage: { as_of: asOf }, again }: { readonly coverage: Coverage; readonly again: () => void }) {
  useEffect(() => later(LATEST_SECONDS, again), []);
  return (
    <p class="notice" role="status">
      Not refreshed: {asOf === undefined ? 'these are the last figures.' : `as of ${momentWords(asOf)}.`}{' '}
      <button type="button" onClick={again}>
        Try again
      </button>
    </p>
  );
}

/** Not sooner, even if the answer says so; and not so late that the person has gone. */
const SOONEST_SECONDS = 15;
const LATEST_SECONDS = 60;
/** After this many times without news, only the person asks again. */
const MOST_IN_VAIN = 3;

/** Says what is not loaded yet, and asks again when the answer says so, while the page is visible. */
function Missing({
  data,
  isAsking,
  again,
}: {
  readonly data: Covered;
  readonly isAsking: boolean;
  readonly again: () => void;
}) {
  const covered = [data.coverage, ...(data.comparison === undefined ? [] : [data.comparison.coverage])];
  const unread = covered.find(({ complete }) => !complete);
  const transcripts = data.awaited?.transcripts ?? 0;
  const isPartial = unread !== undefined || transcripts > 0;
  const progress = `${covered.map(({ days_covered: days }) => days).join(' ')} ${transcripts}`;
  const seen = useRef({ progress: '', inVain: 0 });
  const [isStopped, setStopped] = useState(false);
  const told = Math.max(0, ...covered.map(({ remaining }) => remaining?.seconds ?? 0));
  const wait = Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, told));
  useEffect(() => {
    if (!isPartial || isAsking) return undefined;
    const inVain = seen.current.progress === progress ? seen.current.inVain + 1 : 0;
    seen.current = { progress, inVain };
    setStopped(inVain >= MOST_IN_VAIN);
    return inVain >= MOST_IN_VAIN ? undefined : later(wait, again);
  }, [isPartial, isAsking, progress]);
  if (!isPartial) return null;
  const { requests, seconds } = unread?.remaining ?? {};
  return (
    <p class="notice unread" role="status">
      {unread !== undefined && `${coverageWords(unread)}${unread === data.coverage ? '' : ' (Of the compared days.)'} `}
      {requests !== undefined &&
        seconds !== undefined &&
        `The rest takes ${counted(requests, 'request')}, about ${spanWords(seconds)}. `}
      {transcripts > 0 &&
        `${counted(transcripts, 'transcript')} of the sample ${transcripts === 1 ? 'is' : 'are'} still being loaded. `}
      {!isStopped && `Asked again every ${spanWords(wait)}. `}
      <button type="button" disabled={isAsking} onClick={again}>
        Load more now
      </button>
    </p>
  );
}

/** Does something after some seconds; if the page is hidden then, once it is visible again. Returns a function that cancels it. */
export function later(seconds: number, doing: () => void): () => void {
  const timer = setTimeout(() => {
    if (document.visibilityState === 'visible') doing();
    else document.addEventListener('visibilitychange', doing, { once: true });
  }, seconds * 1000);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', doing);
  };
}

/** How much is loaded, in words. */
function coverageWords({ days_asked: asked, days_covered: covered }: Coverage): string {
  if (asked === undefined || covered === undefined) return 'Not everything is loaded yet: these are the chats so far.';
  if (covered === 0) return `None of ${counted(asked, 'day')} is fully loaded yet: these are the chats so far.`;
  return `${covered} of ${counted(asked, 'day')} loaded. What is missing is not counted, and not zero.`;
}
