import { z } from 'zod';
import type { OfflineReplies } from '../../insights/figures/offline-replies.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { coverageOfPart, type Asking, type Covered, STARTS_OVER } from '../../answers/closing.ts';
import { CoverageShape, coverageData } from '../../answers/coverage-data.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import type { CoveredOfflineReplies } from './offline-reply-sample.ts';
import type { Reading } from '../figures/random-sample.ts';
import { EstimatedSpreadShape, estimatedSpreadData } from '../figures/figure-data.ts';
import { aboutWords, counted, durationWords, isAreWords } from '../../answers/words/quantities.ts';
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
): OwnText {
  const { n, median_age_seconds: median, oldest_age_seconds: oldest } = backlog;
  const isWhole = isComplete(coverage);
  if (!isWhole && received === 0 && n === 0) {
    return safe`**Offline messages**: ${noneWords(safe`offline message`, safe``, coverage)}`;
  }
  const parts = [
    safe`**Offline messages** (of everybody): ${received} received, ${replied} replied to, ${unanswered} unanswered`,
    ...(reply?.median === undefined || reply.p90 === undefined
      ? []
      : [
          safe`first reply after ${durationWords(reply.median)} (median), p90 ${durationWords(reply.p90)}${reply.mean === undefined || reply.estimated ? safe`` : safe`, mean ${durationWords(reply.mean)}`} (n ${reply.n})`,
        ]),
    ...(reply === undefined || !reply.estimated
      ? []
      : [
          safe`estimated from ${reply.sampled} of ${reply.population} replied, drawn at random${reply.ci95 === undefined ? safe`` : safe` (95 % interval of the median ${durationWords(reply.ci95[0])} to ${durationWords(reply.ci95[1])})`}`,
        ]),
    ...(awaited === 0
      ? []
      : [safe`${counted(awaited, 'more reply', 'more replies')} ${isAreWords(awaited)} not read yet`]),
    // Of a list that is not read whole, there is no sample.
    ...(missing === 0 || !isWhole
      ? []
      : [
          reading === 'all'
            ? safe`reading them takes ${aboutWords(missingFor)}; ${asking.isForgotten ? STARTS_OVER : safe`asking again continues`}`
            : safe`exact, with the mean, by transcripts "all": reads ${counted(missing, 'more reply', 'more replies')}, ${aboutWords(missingFor)}`,
        ]),
    median === undefined || oldest === undefined
      ? safe`backlog now: none${isWhole ? safe`` : safe` of those known`}`
      : safe`backlog now: ${n} without a reply, median age ${durationWords(median)}, the oldest ${durationWords(oldest)}`,
  ];
  return joinSafe(parts, ' · ');
}
