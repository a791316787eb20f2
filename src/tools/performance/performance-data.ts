import { z } from 'zod';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { spelledOutElsewhere, advertisedAs } from '../../answers/tool.ts';
import { FiguresShape, ChangeShape, figuresData, changesData, definitionsData } from '../figures/figure-data.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { CoverageShape, coverageData } from '../../answers/coverage-data.ts';
import { OfflineShape, offlineData } from './offline-reply-words.ts';
import type { GroupRow } from './group-page.ts';
import type { Performance } from './performance.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { Tally } from '../../figures/tally.ts';
import { keysOfMetric } from '../../figures/kinds/keys.ts';
import { periodData, PeriodShape } from '../../answers/words/period-data.ts';
import { OFFLINE_DEFINITIONS } from '../../figures/definitions.ts';

const OpenFigures = spelledOutElsewhere(FiguresShape);
const OpenChanges = z.record(z.string(), ChangeShape).meta(advertisedAs({ type: 'object' }));

/** The data of a performance (design, "Shapes"). */
export const PerformanceShape = z.strictObject({
  period: PeriodShape,
  overall: FiguresShape,
  groups: z
    .array(
      z.strictObject({
        key: z
          .union([z.string(), z.array(z.string())])
          .meta(advertisedAs({ description: 'Text; a list of two for two groupings.' })),
        label: z.string().optional(),
        /** In strangers' words. */
        quoted_label: QuotedText.optional(),
        metrics: OpenFigures,
        change: OpenChanges.optional(),
        /** The figures in which it differs from all others beyond chance, where nothing is compared. */
        differs: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  next_cursor: z.string().optional(),
  comparison: z
    .strictObject({
      period: spelledOutElsewhere(PeriodShape),
      overall: OpenFigures,
      change: OpenChanges.optional(),
      /** Of how many periods counts are the mean; all else is of all their chats. */
      mean_of: z.number().optional(),
      running: z.boolean(),
      cut_at: z.string().optional(),
      coverage: spelledOutElsewhere(CoverageShape),
    })
    .optional(),
  offline: OfflineShape.optional(),
  /** What is missing of it, or not sure, and why. */
  notes: z.array(z.string()).optional(),
  /** What is still being read, behind the answer or by the next one: figures rest on fewer until then. */
  awaited: z.strictObject({ transcripts: z.number(), replies: z.number() }).optional(),
  definitions: z.record(z.string(), z.string()).meta(advertisedAs({ type: 'object' })),
  /** What is assumed of the codes on which it rests, and what is unknown. */
  codes: z.string().optional(),
  /** The metrics and groupings that rest on a meaning that is only likely. */
  assumed: z.array(z.string()).optional(),
  /** The goals of its figures. */
  targets: z
    .array(
      z.strictObject({
        metric: z.string(),
        at_most: z.number().optional(),
        at_least: z.number().optional(),
        /** Absent where the data do not tell. */
        met: z.boolean().optional(),
      }),
    )
    .meta(advertisedAs({ type: 'array' }))
    .optional(),
  coverage: spelledOutElsewhere(CoverageShape),
});

/** Makes the data of a performance; `rows` are those of the page. */
export function performanceData(
  { period, coverage, overall, compared, isRunning, asked, offline, present, targets }: Performance,
  {
    rows,
    next,
    told,
    notes,
    codes,
    question,
  }: {
    readonly rows: readonly GroupRow[];
    readonly next: string | undefined;
    readonly told: ReadonlySet<Metric>;
    readonly notes: readonly string[];
    readonly codes: string | undefined;
    readonly question: AskedQuestion;
  },
): z.input<typeof PerformanceShape> {
  const { zone } = period;
  const awaited = { transcripts: present.awaited + (compared?.awaited ?? 0), replies: offline?.awaited ?? 0 };
  const assumed = [...told, ...asked.groupings].filter((one) =>
    [present, compared].some((some) => some?.tally.isAssumed(one)),
  );
  return omitUndefined({
    period: periodData(period),
    overall: figuresData(overall),
    groups: asked.groupings.length === 0 ? undefined : rows.map((row) => groupData(row, present.tally)),
    next_cursor: next,
    comparison:
      compared &&
      omitUndefined({
        period: periodData(compared.period),
        overall: figuresData(compared.overall),
        change: mapKnown(compared.change, changesData),
        mean_of: compared.weeks?.length,
        running: isRunning,
        cut_at: isRunning ? zone.iso(compared.period.end) : undefined,
        coverage: coverageData(compared.coverage, question, zone, compared.weeks ? undefined : compared.period),
      }),
    offline: mapKnown(offline, (known) => offlineData(known, question, zone)),
    notes: anyOf(notes),
    awaited: awaited.transcripts + awaited.replies === 0 ? undefined : awaited,
    definitions: { ...definitionsData([...told]), ...(offline && OFFLINE_DEFINITIONS) },
    codes,
    assumed: anyOf(assumed.map(({ name }) => name)),
    targets: anyOf(
      [...targets].map(([{ name }, { at, value, met }]) => ({
        metric: name,
        ...(at === 'most' ? { at_most: value } : { at_least: value }),
        ...(typeof met === 'boolean' && { met }),
      })),
    ),
    coverage: coverageData(coverage, question, zone, period),
  });
}

/** A list; undefined where it is empty. */
function anyOf<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length === 0 ? undefined : [...items];
}

function groupData({ group, label, figures, change, marked }: GroupRow, tally: Tally) {
  const keys = group.keys.map((key, index) => tally.keys[index]?.text(key) ?? '');
  const [only, second] = keys;
  return omitUndefined({
    key: only !== undefined && second === undefined ? only : keys,
    ...(label.own === undefined ? { quoted_label: label.text } : { label: label.own }),
    metrics: figuresData(figures),
    change: mapKnown(change, changesData),
    differs: change === undefined ? anyOf([...marked].map((metric) => keysOfMetric(metric).change)) : undefined,
  });
}
