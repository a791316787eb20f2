import { omitUndefined } from '../model/omit-undefined.ts';
import type { OfflineMessageId } from '../model/ids.ts';
import type { OfflineMessage } from '../model/records.ts';
import { secondsBetween, type EpochMillis, type Seconds } from '../model/time/units.ts';
import { estimatedSpread, isEnoughOf, type EstimatedSpread } from './statistics/estimates.ts';
import { segmentsOf } from './statistics/segments.ts';
import { spreadOf } from './statistics/quantiles.ts';

/** The outcome of the offline messages of a period, and the backlog now. */
export interface OfflineReplies {
  readonly received: number;
  readonly replied: number;
  readonly unanswered: number;
  /** Times of the replied ones, by those whose replies are at hand. Absent where none was, and where too few are known. */
  readonly reply_seconds?: EstimatedSpread;
  readonly backlog: Backlog;
}

/** Messages without any reply, and how old they are. */
export interface Backlog {
  readonly n: number;
  readonly median_age_seconds?: number;
  readonly oldest_age_seconds?: number;
}

/** Whether a message has a reply, as far as is known. */
export function isAnswered({ replyCount }: OfflineMessage): boolean {
  return replyCount !== undefined && replyCount > 0;
}

/** Messages of a period that were replied to: of these, reply times are computed. */
export function repliedAmong(received: readonly OfflineMessage[]): OfflineMessageId[] {
  return received.filter(isAnswered).map(({ offlineMessageId }) => offlineMessageId);
}

/**
 * Reply times and backlog (figures/definitions.ts). `sample` are the replied messages that stand for all of them,
 * `firstReplies` when each got its first reply.
 */
export function offlineRepliesOf(
  received: readonly OfflineMessage[],
  all: readonly OfflineMessage[],
  sample: readonly OfflineMessageId[],
  firstReplies: ReadonlyMap<OfflineMessageId, EpochMillis>,
  now: EpochMillis,
): OfflineReplies {
  const replied = repliedAmong(received);
  const receivedAt = new Map(received.map((message) => [message.offlineMessageId, message.receivedAt]));
  const times = sample.map((id): Seconds[] => {
    const [start, end] = [receivedAt.get(id), firstReplies.get(id)];
    return start === undefined || end === undefined || end < start ? [] : [secondsBetween(start, end)];
  });
  const waiting = all.filter(({ replyCount }) => replyCount === 0);
  const ages = spreadOf(waiting.map((message) => secondsBetween(message.receivedAt, now)));
  return {
    received: received.length,
    replied: replied.length,
    unanswered: received.filter(({ replyCount }) => replyCount === 0).length,
    ...(isEnoughOf(times.length, replied.length) && {
      reply_seconds: estimatedSpread(segmentsOf(times), replied.length),
    }),
    backlog: {
      n: waiting.length,
      ...omitUndefined({ median_age_seconds: ages.median, oldest_age_seconds: ages.max }),
    },
  };
}
