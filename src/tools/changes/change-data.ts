import { z } from 'zod';
import { BEFORE, NOW } from '../../insights/changes/part-sums.ts';
import { rateOf, type Part, type PartOfPeriod } from '../../insights/changes/split.ts';
import type { Cause } from '../../insights/changes/explained.ts';
import { GROUPINGS } from '../../figures/groupings/catalogue.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import { dayText } from '../../figures/groupings/day.ts';
import { periodData, PeriodShape } from '../../answers/words/period-data.ts';
import type { Chat } from '../../model/records.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { CHAT } from '../chats/chat-record.ts';
import type { GroupLabel } from '../performance/group-words.ts';
import { advertisedAs, spelledOutElsewhere } from '../../answers/tool.ts';
import { CoverageShape, coverageData, type Cost } from '../../answers/coverage-data.ts';
import type { Change } from './read-change.ts';
import { rounded } from '../../model/words/number.ts';

const OpenPeriod = spelledOutElsewhere(PeriodShape);
const OpenChats = z.array(spelledOutElsewhere(CHAT.schema));

const LabelShape = {
  key: z.string(),
  label: z.string().optional(),
  /** In strangers' words. */
  quoted_label: QuotedText.optional(),
};
const PartOfPeriodShape = z.strictObject({ n: z.number(), value: z.number().optional() });
const OpenPart = spelledOutElsewhere(PartOfPeriodShape);

const SplitShape = z.strictObject({
  by: z.string(),
  rate: z.number(),
  mix: z.number(),
  parts: z.array(
    z.strictObject({ ...LabelShape, now: PartOfPeriodShape, before: OpenPart, rate: z.number(), mix: z.number() }),
  ),
});

const CauseShape = z.strictObject({
  by: z.string(),
  key: z.string().optional(),
  label: z.string().optional(),
  quoted_label: QuotedText.optional(),
  kind: z.enum(['rate', 'mix']),
  contribution: z.number(),
  chance: z.number(),
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
  chance: z.number().optional(),
  beyond_chance: z.boolean().optional(),
  causes: z.array(CauseShape).optional(),
  odd_day: z.strictObject({ day: z.string(), contribution: z.number(), change_without: z.number() }).optional(),
  split: z
    .array(SplitShape)
    .meta(advertisedAs({ type: 'array' }))
    .optional(),
  examples: z.strictObject({ now: OpenChats, before: OpenChats }).optional(),
  /** Why nothing is explained. */
  notes: z.array(z.string()).optional(),
  codes: z.string().optional(),
  coverage: spelledOutElsewhere(CoverageShape),
  compared_coverage: spelledOutElsewhere(CoverageShape),
});

/** What parts are called. */
export type LabelOf = (by: Grouping | 'load', key: number) => { readonly key: string; readonly label: GroupLabel };

/** Makes the data of a change; amounts to six decimals, so that parts still add up. */
export function changeData(
  { name, periods, isRunning, explained, sums, examples }: Change,
  labelOf: LabelOf,
  chatData: (chat: Chat) => Readonly<Record<string, unknown>>,
  untold: string | undefined,
  codes: string | undefined,
  question: Cost,
): z.input<typeof ChangeShape> {
  const [before, now] = periods;
  const { zone } = now.period;
  const exact = (amount: number) => rounded(amount, 6);
  const labelled = (by: Grouping | 'load', part: Pick<Part, 'key'>) => {
    const { key, label } = labelOf(by, part.key);
    return { key, ...(label.own === undefined ? { quoted_label: label.text } : { label: label.own }) };
  };
  const ofPeriod = (part: PartOfPeriod) => omitUndefined({ n: part.weight, value: mapKnown(rateOf(part), exact) });
  const causeData = ({ by, part, kind, contribution, chance }: Cause) => ({
    by: nameOf(by),
    ...(part !== undefined && labelled(by, part)),
    kind,
    contribution: exact(contribution),
    chance: exact(chance),
  });
  return omitUndefined({
    metric: name,
    period: periodData(now.period),
    compared: periodData(before.period),
    running: isRunning,
    cut_at: isRunning ? zone.iso(before.period.end) : undefined,
    ...(explained !== undefined && {
      now: exact(explained.whole.figures[NOW]),
      before: exact(explained.whole.figures[BEFORE]),
      change: exact(explained.whole.change),
      ...(explained.chance !== undefined && {
        chance: exact(explained.chance),
        beyond_chance: explained.isBeyondChance,
      }),
      causes: explained.causes.map(causeData),
      split: explained.views.map(({ by, split, mix }) => ({
        by: nameOf(by),
        rate: exact(split.change - mix),
        mix: exact(mix),
        parts: split.parts.map((part) => ({
          ...labelled(by, part),
          now: ofPeriod(part.now),
          before: ofPeriod(part.before),
          rate: exact(part.rate),
          mix: exact(part.mix),
        })),
      })),
      examples: { now: examples.now.map(chatData), before: examples.before.map(chatData) },
    }),
    odd_day: mapKnown(explained?.oddDay, ({ which, block, contribution, changeWithout }) => ({
      day: dayText((sums?.blockLength.first[which] ?? 0) + block),
      contribution: exact(contribution),
      change_without: exact(changeWithout),
    })),
    notes: untold === undefined ? undefined : [untold],
    codes,
    coverage: coverageData(now.coverage, question, zone, now.period),
    compared_coverage: coverageData(before.coverage, question, zone, before.period),
  });
}

function nameOf(by: Grouping | 'load'): string {
  return GROUPINGS.find((grouping) => grouping === by)?.name ?? 'load';
}
