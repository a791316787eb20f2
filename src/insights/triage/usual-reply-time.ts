import { seconds, type Seconds } from '../../model/time/units.ts';
import { spreadOf } from '../statistics/quantiles.ts';

/** The time that visitors of this desk wait for a reply, by the replies at hand, or by our own idea where there are few. */
export interface UsualReplyTime {
  readonly source: 'replies' | 'assumed';
  /** The number of replies that it rests on. */
  readonly n: number;
  readonly median: Seconds;
  readonly p90: Seconds;
}

const MIN_REPLIES = 10;
const DAY = seconds(86_400);
const THREE_DAYS = seconds(3 * 86_400);

/** The usual time from a message to the first reply; a day, and three at most, where fewer than ten are known. */
export function usualReplyTimeOf(replyTimes: readonly Seconds[]): UsualReplyTime {
  const { n, median, p90 } = spreadOf(replyTimes);
  return n < MIN_REPLIES || median === undefined || p90 === undefined
    ? { source: 'assumed', n, median: DAY, p90: THREE_DAYS }
    : { source: 'replies', n, median: seconds(median), p90: seconds(p90) };
}
