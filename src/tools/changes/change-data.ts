import { z } from 'zod';
import type { Part, PartOfPeriod, View } from '../../insights/changes/parts.ts';
import type { Stream } from '../../insights/changes/numbers.ts';
import { VERDICTS, type ChatSum } from '../../figures/change.ts';
import { periodData, PeriodShape } from '../../answers/words/period-data.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { advertisedAs, spelledOutElsewhere } from '../../answers/tool.ts';
import { CoverageShape, coverageData, type Cost } from '../../answers/coverage-data.ts';
import type { Labels } from './label-words.ts';
import type { ToldCause } from './change-words.ts';
import type { Change } from './read-change.ts';
import { rounded } from '../../model/words/number.ts';

const OpenPeriod = spelledOutElsewhere(PeriodShape);
const OpenCoverage = spelledOutElsewhere(CoverageShape);

const LabelShape = {
  key: z.string(),
  label: z.string().optional(),
  /** In strangers' words. */
  quoted_label: QuotedText.optional(),
};
const SumShape = z.strictObject({ n: z.number(), value: z.number().optional() });
const OpenSum = spelledOutElsewhere(SumShape);

const SplitShape = z.strictObject({
  by: z.string(),
  rate: z.number(),
  mix: z.number(),
  parts: z.array(z.strictObject({ ...LabelShape, now: SumShape, before: OpenSum, rate: z.number(), mix: z.number() })),
});

const KINDS = ['part', 'days', 'mix', 'absence', 'newcomer', 'surge', 'held', 'load'] as const;

const CauseShape = z.strictObject({
  kind: z.enum(KINDS),
  by: z.string().optional(),
  ...LabelShape,
  key: z.string().optional(),
  period: z.enum(['before', 'now']),
  days: z.array(z.string()).optional(),
  /** From the first hour, without the second. */
  hours: z.array(z.number()).optional(),
  observed: z.number(),
  expected: z.number(),
  accounts_for: z.number(),
  own: OpenSum,
  elsewhere: OpenSum.optional(),
  others: OpenSum.optional(),
  sentence: z.string().optional(),
  quoted_sentence: QuotedText.optional(),
  chats: z.array(z.number()),
});

/** The data of a change. Amounts are those of the figure: shares, seconds, ratings, or chats for each day. */
export const ChangeShape = z.strictObject({
  metric: z.string(),
  period: PeriodShape,
  compared: OpenPeriod,
  running: z.boolean(),
  cut_at: z.string().optional(),
  now: z.number().optional(),
  before: z.number().optional(),
  change: z.number().optional(),
  whole: z
    .strictObject({ verdict: z.enum(VERDICTS), usual: z.number().optional(), older_weeks: z.number() })
    .optional(),
  /** What the answer says of the whole, and of parts where none is named. */
  sentences: z.array(z.string()).optional(),
  causes: z.array(CauseShape).optional(),
  split: z
    .array(SplitShape)
    .meta(advertisedAs({ type: 'array' }))
    .optional(),
  /** Why nothing is explained. */
  notes: z.array(z.string()).optional(),
  codes: z.string().optional(),
  coverage: spelledOutElsewhere(CoverageShape),
  compared_coverage: OpenCoverage,
  older_coverage: OpenCoverage.optional(),
});

/** Makes the data of a change; amounts to six decimals, so that parts still add up. */
export function changeData(
  { name, periods, isRunning, explained, older }: Change,
  labels: Labels,
  told: { readonly sentences: readonly string[]; readonly causes: readonly ToldCause[] },
  untold: string | undefined,
  codes: string | undefined,
  question: Cost,
): z.input<typeof ChangeShape> {
  const [before, now] = periods;
  const { zone } = now.period;
  const labelled = (by: View | Stream, own: number) => {
    const { key, label } = labels.of(by, own);
    return { key, ...(label.own === undefined ? { quoted_label: label.text } : { label: label.own }) };
  };
  const causeData = ({ cause, isEarlier, counts, elsewhere, others, line, chats }: ToldCause) =>
    omitUndefined({
      kind: cause.kind,
      ...('by' in cause && { by: cause.by, ...labelled(cause.by, cause.key) }),
      period: isEarlier ? ('before' as const) : ('now' as const),
      days: cause.days?.map((day) => labels.date(day)),
      hours: cause.hours && [...cause.hours],
      observed: exact(cause.observed),
      expected: exact(cause.expected),
      accounts_for: exact(cause.accounts),
      own: sumData(counts),
      elsewhere: mapKnown(elsewhere, sumData),
      others: mapKnown(others, sumData),
      ...(line.own === undefined ? { quoted_sentence: line.text } : { sentence: line.own }),
      chats: [...chats],
    });
  const splitData = (parts: readonly Part[]) => {
    const sum = (of: (part: Part) => number) => exact(parts.reduce((all, part) => all + of(part), 0));
    return {
      by: parts[0]?.by ?? 'day',
      rate: sum(({ rate }) => rate),
      mix: sum(({ mix }) => mix),
      parts: parts.map((part) => ({
        ...labelled(part.by, part.key),
        now: sumData(part.now),
        before: sumData(part.before),
        rate: exact(part.rate),
        mix: exact(part.mix),
      })),
    };
  };
  return {
    metric: name,
    period: periodData(now.period),
    compared: periodData(before.period),
    running: isRunning,
    ...(isRunning && { cut_at: zone.iso(before.period.end) }),
    ...(explained !== undefined && {
      now: exact(explained.whole.now),
      before: exact(explained.whole.before),
      change: exact(explained.whole.now - explained.whole.before),
      whole: omitUndefined({
        verdict: explained.whole.verdict,
        usual: mapKnown(explained.whole.usual, exact),
        older_weeks: explained.whole.olderWeeks,
      }),
      sentences: [...told.sentences],
      causes: told.causes.map(causeData),
      split: explained.views.map(splitData),
    }),
    ...omitUndefined({ notes: untold === undefined ? undefined : [untold], codes }),
    coverage: coverageData(now.coverage, question, zone, now.period),
    compared_coverage: coverageData(before.coverage, question, zone, before.period),
    ...(older !== undefined && { older_coverage: coverageData(older.coverage, question, zone, older.period) }),
  };
}

function exact(amount: number): number {
  return rounded(amount, 6);
}

function sumData({ n, sum }: ChatSum | PartOfPeriod) {
  return { n, ...(n > 0 && { value: exact(sum / n) }) };
}
