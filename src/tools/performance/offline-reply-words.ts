import { counted, isAre } from '../../model/words/count.ts';
import { spanText } from '../../model/words/duration.ts';
import { z } from 'zod';
import type { OfflineReplies } from '../../figures/offline-replies.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { coverageOfPart, type Covered } from '../../answers/closing.ts';
import { CoverageShape, coverageData } from '../../answers/coverage-data.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import type { CoveredOfflineReplies } from './offline-reply-sample.ts';
import { EstimatedSpreadShape, estimatedSpreadData, spreadWords } from '../../figures/kinds/spread.ts';
import { groupedText, rounded } from '../../model/words/number.ts';

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
  const hours = (age: number | undefined) => mapKnown(age, (known) => rounded(known / 3600, 1));
  return omitUndefined({
    received,
    replied,
    unanswered,
    reply_seconds: mapKnown(reply_seconds, estimatedSpreadData),
    backlog: omitUndefined({
      n: backlog.n,
      median_age_hours: hours(backlog.median_age_seconds),
      oldest_age_hours: hours(backlog.oldest_age_seconds),
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

/** The same in words, a statement each: what was received, the time of the first reply, and what is unanswered now. */
export function offlineStatements({
  received,
  replied,
  unanswered,
  reply_seconds: reply,
  backlog,
  coverage,
  awaited,
}: CoveredOfflineReplies): string[] {
  const { n, median_age_seconds: median, oldest_age_seconds: oldest } = backlog;
  const isWhole = isComplete(coverage);
  if (!isWhole && received === 0 && n === 0) {
    return [`Offline messages: ${noneWords('offline message', '', coverage)}`];
  }
  const words = reply && spreadWords(reply, 'seconds', reply);
  return [
    `Offline messages, of all agents: ${groupedText(received)} received, ${groupedText(replied)} answered, ${groupedText(unanswered)} unanswered`,
    ...(words === undefined
      ? []
      : [`First reply${reply?.estimated === true ? ' ~' : ''}: ${words} (n ${groupedText(reply?.n ?? 0)})`]),
    ...(awaited === 0 ? [] : [`${counted(awaited, 'more reply')} ${isAre(awaited)} not loaded yet`]),
    median === undefined || oldest === undefined
      ? `Unanswered in all: none${isWhole ? '' : ' loaded so far'}`
      : `Unanswered in all: ${groupedText(n)}, median age ${spanText(median)}, oldest ${spanText(oldest)}`,
  ];
}

/** The sample on which reply times rest; undefined where all are read, and of a list that is not read whole, which has none. */
export function sampledReplies({
  reply_seconds: reply,
  coverage,
  missing,
}: CoveredOfflineReplies): OfflineReplies['reply_seconds'] {
  return missing > 0 && isComplete(coverage) && reply?.estimated === true ? reply : undefined;
}
