import { countText, isAre } from '../../model/words/count.ts';
import { aboutText, durationText } from '../../model/words/duration.ts';
import { z } from 'zod';
import type { OfflineReplies } from '../../insights/figures/offline-replies.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { coverageOfPart, type Asking, type Covered, STARTS_OVER } from '../../answers/closing.ts';
import { CoverageShape, coverageData } from '../../answers/coverage-data.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import type { CoveredOfflineReplies } from './offline-reply-sample.ts';
import type { Reading } from '../figures/random-sample.ts';
import { EstimatedSpreadShape, estimatedSpreadData } from '../figures/figure-data.ts';
import { rounded } from '../../model/words/number.ts';

/** The replies to a period's offline messages, and the backlog, as data. */
export const OfflineShape = z
  .strictObject({
    received: z.number(),
    replied: z.number(),
    unanswered: z.number(),
    reply_seconds: EstimatedSpreadShape.optional(),
    backlog: z.strictObject({
      n: z.number(),
      median_age_hours: z.number().optional(),
      oldest_age_hours: z.number().optional(),
    }),
    coverage: CoverageShape,
  })
  .meta(advertisedAs({ type: 'object', description: 'received, replied, reply_seconds, backlog' }));

/** The same as data: ages in hours to a tenth. */
export function offlineData(
  { received, replied, unanswered, reply_seconds, backlog, coverage }: OfflineReplies & { readonly coverage: Coverage },
  question: AskedQuestion,
  zone: Zone,
): z.input<typeof OfflineShape> {
  const { n, median_age_seconds: median, oldest_age_seconds: oldest } = backlog;
  return omitUndefined({
    received,
    replied,
    unanswered,
    reply_seconds: mapKnown(reply_seconds, estimatedSpreadData),
    backlog: omitUndefined({
      n,
      median_age_hours: mapKnown(median, (median) => rounded(median / 3600, 1)),
      oldest_age_hours: mapKnown(oldest, (oldest) => rounded(oldest / 3600, 1)),
    }),
    coverage: coverageData(coverage, question, zone),
  });
}

/** The list of messages, and the replies of it that are still being loaded, as parts of what an answer rests on. */
export function coveredMessages({ coverage, reply_seconds: reply, awaited }: CoveredOfflineReplies): Covered[] {
  const list: Covered = { what: 'offline messages', coverage };
  const loaded = reply?.n ?? 0;
  return awaited === 0 || !isComplete(coverage)
    ? [list]
    : [list, { what: 'replies', coverage: coverageOfPart(), count: loaded, of: loaded + awaited }];
}

/** The same in words. */
export function offlineWords(
  {
    received,
    replied,
    unanswered,
    reply_seconds: reply,
    backlog,
    coverage,
    awaited,
    missing,
    missingFor,
  }: CoveredOfflineReplies,
  reading: Reading,
  asking: Asking,
): string {
  const { n, median_age_seconds: median, oldest_age_seconds: oldest } = backlog;
  const isWhole = isComplete(coverage);
  if (!isWhole && received === 0 && n === 0) {
    return `**Offline messages**: ${noneWords('offline message', '', coverage)}`;
  }
  const parts = [
    `**Offline messages** (of everybody): ${received} received, ${replied} replied to, ${unanswered} unanswered`,
    ...(reply?.median === undefined || reply.p90 === undefined
      ? []
      : [
          `first reply after ${durationText(reply.median)} (median), p90 ${durationText(reply.p90)}${reply.mean === undefined || reply.estimated ? '' : `, mean ${durationText(reply.mean)}`} (n ${reply.n})`,
        ]),
    ...(reply === undefined || !reply.estimated
      ? []
      : [
          `estimated from ${reply.sampled} of ${reply.population} replied, drawn at random${reply.ci95 === undefined ? '' : ` (95 % interval of the median ${durationText(reply.ci95[0])} to ${durationText(reply.ci95[1])})`}`,
        ]),
    ...(awaited === 0 ? [] : [`${countText(awaited, 'more reply', 'more replies')} ${isAre(awaited)} not read yet`]),
    // Of a list that is not read whole, there is no sample.
    ...(missing === 0 || !isWhole
      ? []
      : [
          reading === 'all'
            ? `reading them takes ${aboutText(missingFor)}; ${asking.isForgotten ? STARTS_OVER : 'asking again continues'}`
            : `exact, with the mean, by transcripts "all": reads ${countText(missing, 'more reply', 'more replies')}, ${aboutText(missingFor)}`,
        ]),
    median === undefined || oldest === undefined
      ? `backlog now: none${isWhole ? '' : ' of those known'}`
      : `backlog now: ${n} without a reply, median age ${durationText(median)}, the oldest ${durationText(oldest)}`,
  ];
  return parts.join(' · ');
}
