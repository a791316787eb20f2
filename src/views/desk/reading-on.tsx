import { useEffect, useRef, useState } from 'preact/hooks';
import type { Coverage, Performance } from './desk-data.ts';
import { coverageWords } from './part.tsx';
import { counted, durationWords } from '../shared/words.ts';

/** Not sooner, whatever is told; and not so late that a person has gone. */
const SOONEST_SECONDS = 15;
const LATEST_SECONDS = 60;
/** After so many times without anything new, only the person asks again. */
const MOST_IN_VAIN = 3;

/** Says what was not read yet, and goes on by itself at the pace that the answer tells; the person can stop that, or ask at once. */
export function ReadingOn({
  data: { coverage, comparison, awaited },
  isAsking,
  onAgain,
}: {
  readonly data: Performance;
  readonly isAsking: boolean;
  readonly onAgain: () => void;
}) {
  const covered = [coverage, ...(comparison === undefined ? [] : [comparison.coverage])];
  const unread = covered.find(({ complete }) => !complete);
  const transcripts = awaited?.transcripts ?? 0;
  const isPartial = unread !== undefined || transcripts > 0;
  const progress = `${covered.map(({ days_covered: days }) => days).join(' ')} ${transcripts}`;
  const [isStopped, setStopped] = useState(false);
  const seen = useRef({ progress: '', inVain: 0 });
  const wait = waitOf(covered);
  useEffect(() => {
    if (!isPartial || isAsking || isStopped) return undefined;
    const { progress: before, inVain } = seen.current;
    seen.current = { progress, inVain: before === progress ? inVain + 1 : 0 };
    if (seen.current.inVain >= MOST_IN_VAIN) {
      setStopped(true);
      return undefined;
    }
    const timer = setTimeout(() => {
      // Nobody looks: the next look asks.
      if (document.visibilityState === 'visible') onAgain();
      else document.addEventListener('visibilitychange', onAgain, { once: true });
    }, wait * 1000);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onAgain);
    };
  }, [isPartial, isAsking, isStopped, progress]);
  if (!isPartial) return null;
  return (
    <div class="reading" role="status">
      <p>
        {unread && (
          <>
            {coverageWords(unread)}
            {unread === coverage ? '' : ' (of the days it is compared with)'} {restWords(unread)}
          </>
        )}{' '}
        {transcripts > 0 &&
          `${counted(transcripts, 'transcript')} of the random sample ${transcripts === 1 ? 'is' : 'are'} still being read: response times rest on fewer until then.`}
      </p>
      {unread?.days_asked !== undefined && (
        <progress aria-label="Days that were read" value={unread.days_covered ?? 0} max={unread.days_asked} />
      )}
      <p>
        <button type="button" disabled={isAsking} onClick={onAgain}>
          Read on now
        </button>{' '}
        <label>
          <input
            type="checkbox"
            checked={!isStopped}
            onChange={() => {
              seen.current = { progress: '', inVain: 0 };
              setStopped(!isStopped);
            }}
          />{' '}
          by itself, every {durationWords(wait)}
        </label>
      </p>
    </div>
  );
}

function waitOf(covered: readonly Coverage[]): number {
  const told = Math.max(0, ...covered.map(({ remaining }) => remaining?.seconds ?? 0));
  return Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, told));
}

function restWords({ remaining }: Coverage): string {
  if (remaining === undefined) return '';
  return `The rest takes ${counted(remaining.requests, 'request')} to the service, about ${durationWords(remaining.seconds)}.`;
}
