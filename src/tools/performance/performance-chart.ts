import { plainText, shortened } from '../../privacy/quoted.ts';
import type { Cell, Chart, Groups, HeatMap, Label, Point } from '../../charts/chart.ts';
import type { Keys } from '../../figures/groupings/grouping.ts';
import type { Tally } from '../../figures/tally.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Coverage } from '../../model/coverage.ts';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { capitalised } from '../../model/words/capitals.ts';
import type { Desk } from '../../answers/desk.ts';
import { drawnFigure } from '../figures/figure-point.ts';
import { day } from '../../figures/groupings/day.ts';
import { targetText } from '../../figures/targets.ts';
import { headLabel, orderedByWords } from '../../figures/figure-words.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentName } from '../../answers/words/names.ts';
import { daysWords, workingTimeWords } from '../../answers/words/quantities.ts';
import { firstGroups, largestGroups, timesOf, type Axis } from './chart-axis.ts';
import type { Charted } from './chart-choice.ts';
import type { ComparedPeriod } from './compared-period.ts';
import { cutTimes, type IsCut } from './cut-times.ts';
import { namesIn } from './group-page.ts';
import { groupLabel } from './group-words.ts';
import type { Performance } from './performance.ts';
import { readTimes, type ReadOf } from './read-times.ts';

/** The picture of an answer, or why it has none; neither where none is asked for. */
export interface Pictured {
  readonly chart?: Chart;
  readonly why?: string;
}

/** Longer names are cut, so that there is room for what they have. */
const LABEL_LENGTH = 40;

/** Draws the figures of a performance, as far as they can be told apart, or says why they are not drawn. */
export async function picturedOf(performance: Performance, desk: Desk, question: AskedQuestion): Promise<Pictured> {
  const { charted } = performance;
  if (charted === undefined) return {};
  const chart = whyNone(performance, charted) ?? (await chartOf(performance, charted, desk, question));
  return typeof chart === 'string' ? { why: `No picture: ${chart}.` } : { chart };
}

/** Why nothing is drawn, whatever the form. */
function whyNone({ present: { tally }, coverage }: Performance, { metric }: Charted): string | undefined {
  if (tally.chats === 0) {
    return coverage.covered < coverage.asked ? 'no chat of this period was read yet' : 'there is no chat to draw';
  }
  // How many different ones there are is known all the same.
  const open = metric.kind.name === 'distinct' ? [] : metric.codes.filter((code) => tally.open.unknown.has(code));
  if (open.length === 0) return undefined;
  return `${metric.label} rests on ${open.join(', ')}, whose meaning is unknown (record_code_meaning)`;
}

/** The groups of one period, as they are drawn. */
interface Drawn {
  readonly name: string;
  readonly tally: Tally;
  readonly readOf: ReadOf;
  readonly isCut: IsCut;
}

async function chartOf(
  performance: Performance,
  charted: Charted,
  desk: Desk,
  question: AskedQuestion,
): Promise<Chart | string> {
  const { period, coverage, present, compared, asked } = performance;
  const { metric } = charted;
  const drawn = async (of: Period, tally: Tally, covered: Coverage): Promise<Drawn> => ({
    name: daysWords(of),
    tally,
    readOf: await readTimes(of, asked.time, covered, tally.keys, desk.clock(), question.signal),
    isCut: cutTimes(of, asked.time, tally.keys),
  });
  const now = await drawn(period, present.tally, coverage);
  // Where the words compare nothing, a picture does not either.
  const isCompared = compared?.change !== undefined && (metric.basis === 'rows' || !compared.isSampling);
  const isDrawn = isCompared && compared.tally.chats > 0;
  const before = !isDrawn
    ? undefined
    : compared.weeks === undefined
      ? await drawn(compared.period, compared.tally, compared.coverage)
      : meanOf(compared);
  const axes = await axesOf(performance, charted, now, question);
  const long = axes.find(({ shown, most }) => shown.length > most);
  if (long !== undefined) return `${long.shown.length} ${long.grouping.label}s are too many to tell apart`;
  const [labels = [], across = []] = await labelsOf(axes, performance, desk, question);
  const shown = { title: titleOf(performance, charted), unit: metric.kind.unit };
  const [first, second] = axes;
  const target = mapKnown(performance.targets.get(metric), (goal) => ({
    value: goal.value,
    words: targetText(metric, goal),
  }));
  const chart: Chart | undefined =
    first === undefined
      ? undefined
      : second === undefined
        ? omitUndefined({ ...shown, ...groupsOf(first, labels, charted, now, before), target })
        : { ...shown, ...cellsOf([first, labels], [second, across], charted, now) };
  return chart !== undefined && isTold(chart, axes, metric) ? chart : whyUntold(performance, charted);
}

/** The mean of several weeks has the times of the period, and all of them are loaded where it is compared. */
function meanOf({ period, tally }: ComparedPeriod): Drawn {
  return { name: `mean of the same weekdays, ${daysWords(period)}`, tally, readOf: () => 'whole', isCut: () => false };
}

/** Why no group has a number to draw. */
function whyUntold({ overall }: Performance, charted: Charted): string {
  const { metric } = charted;
  const figure = overall.get(metric);
  return metric.basis === 'transcripts' && figure?.main !== undefined
    ? `too few transcripts were read to draw ${metric.label} by ${byWords(charted)}`
    : `${metric.label} is not told by ${byWords(charted)}`;
}

/** The groups of each side. */
async function axesOf(
  performance: Performance,
  { metric, kind, sides }: Charted,
  { tally, readOf }: Drawn,
  { signal }: AskedQuestion,
): Promise<Axis[]> {
  const axes: Axis[] = [];
  for (const side of sides) {
    const keys = tally.keys[side.index];
    if (keys === undefined) continue;
    const shown =
      keys.at !== undefined
        ? timesOf(keys, (key) => kind === 'heat map' || readOf([key]) !== undefined)
        : kind === 'heat map'
          ? await largestGroups(side, keys, performance, signal)
          : await firstGroups(performance, metric, side.most, signal);
    axes.push({ ...side, keys, ...shown });
  }
  return axes;
}

/** What stands beside each side. */
async function labelsOf(
  axes: readonly Axis[],
  { present }: Performance,
  desk: Desk,
  question: AskedQuestion,
): Promise<Label[][]> {
  const labels = axes.map(({ keys, shown }) => shown.map((key) => keys.label(key)));
  const names = await namesIn(labels.flat(), present, desk, question);
  return labels.map((some) =>
    some.map((label): Label => {
      if (label.kind === 'words') return { text: label.words, own: label.words };
      return { text: plainText(shortened(groupLabel([label], names).text, LABEL_LENGTH)) };
    }),
  );
}

/** Points one after the other, in one period or in two. */
function groupsOf(
  axis: Axis,
  labels: readonly Label[],
  charted: Charted,
  now: Drawn,
  before: Drawn | undefined,
): Omit<Groups, 'title' | 'unit'> {
  const { shown, leftOut, grouping } = axis;
  const isTrend = charted.kind === 'trend';
  const weekend = (key: number) => (grouping === day && isWeekend(key) ? { isWeekend: true as const } : {});
  const earlier = before && isTrend ? timesOfPeriod(before) : shown;
  return {
    // One point is no line.
    kind: isTrend && shown.length > 1 ? 'trend' : charted.kind === 'bars' ? 'bars' : 'columns',
    name: now.name,
    points: shown.map((key, place) => ({
      label: labels[place] ?? { text: '' },
      ...cellOf([key], now, charted),
      ...weekend(key),
    })),
    ...(before && {
      compared: {
        name: before.name,
        points: shown.map((_, place): Point => {
          const key = earlier[place];
          // Months have unlike lengths.
          if (key === undefined) return { label: { text: '' }, read: 'whole' };
          const label = isTrend ? ownLabel(before.tally.keys[0]?.label(key)) : labels[place];
          return { label: label ?? { text: '' }, ...cellOf([key], before, charted), ...weekend(key) };
        }),
      },
    }),
    leftOut,
  };
}

/** The times of an earlier period, in their order. */
function timesOfPeriod({ tally, readOf }: Drawn): readonly number[] {
  const [keys] = tally.keys;
  return keys === undefined ? [] : timesOf(keys, (key) => readOf([key]) !== undefined).shown;
}

function ownLabel(label: ReturnType<Keys['label']> | undefined): Label | undefined {
  return label?.kind === 'words' ? { text: label.words, own: label.words } : undefined;
}

/** Whether the number of a day is that of a Saturday or a Sunday: day 0 was a Thursday. */
function isWeekend(number: number): boolean {
  return [2, 3].includes(((number % 7) + 7) % 7);
}

function cellsOf(
  [down, labels]: readonly [Axis, readonly Label[]],
  [across, columns]: readonly [Axis, readonly Label[]],
  charted: Charted,
  now: Drawn,
): Omit<HeatMap, 'title' | 'unit'> {
  const keysOf = (row: number, column: number) => (down.index === 0 ? [row, column] : [column, row]);
  return {
    kind: 'heat map',
    columns,
    rows: down.shown.map((row, place) => ({
      label: labels[place] ?? { text: '' },
      cells: across.shown.map((column) => cellOf(keysOf(row, column), now, charted)),
    })),
    leftOut: down.leftOut + across.leftOut,
  };
}

/** What is drawn of one group. That no chat came is known only where all that the period has of it was read, and has come. */
function cellOf(keys: readonly number[], { tally, readOf, isCut }: Drawn, { metric }: Charted): Cell {
  const group = tally.groupLike({ keys });
  const seen = readOf(keys);
  const read = seen === 'whole' && isCut(keys) ? 'part' : seen;
  const chats = group === undefined ? 0 : tally.chatsOf(group);
  if (group === undefined || chats === 0) {
    const isCounted = metric.kind.name === 'count' || metric.kind.name === 'distinct';
    return { ...(seen === 'whole' && isCounted && { figure: { value: 0, words: '0' } }), read: read ?? 'whole' };
  }
  const figure = mapKnown(tally.figureOf(metric, group), (known) => drawnFigure(metric, known, chats));
  // Some chats may be loaded of a day that was not read to its end.
  return { ...(figure && { figure }), read: read === 'none' ? 'part' : (read ?? 'whole') };
}

/** Whether a picture has a number: of a figure that only those of nobody have, such as missed chats of no agent, words say nothing either. */
function isTold(chart: Chart, [down, across]: readonly Axis[], metric: Metric): boolean {
  const rows =
    chart.kind === 'heat map'
      ? chart.rows.map(({ cells }) => cells)
      : chart.kind === 'waterfall'
        ? []
        : chart.points.map((point) => [point]);
  const isOfNone = (axis: Axis | undefined, place: number) =>
    metric.kind.name !== 'count' && axis?.keys.isNone?.(axis.shown[place] ?? 0) === true;
  return rows.some(
    (cells, row) =>
      !isOfNone(down, row) && cells.some(({ figure }, column) => figure !== undefined && !isOfNone(across, column)),
  );
}

/** What is shown, by what, of which days and whose. */
function titleOf({ period, present: { tally }, asked: { agent, time } }: Performance, charted: Charted): string {
  const of = agent === undefined ? '' : `, ${agentName(agent) ?? `agent ${agent.agentId}`}`;
  const isAssumed = [charted.metric, ...charted.groupings].some((one) => tally.isAssumed(one));
  const what = headLabel(capitalised(orderedByWords(charted.metric)), isAssumed);
  return `${what} by ${byWords(charted)}, ${daysWords(period)} (${period.zone.id})${workingTimeWords(time)}${of}`;
}

/** By what, the side first that lies below each other: `weekday and hour`. */
function byWords({ sides }: Charted): string {
  const [first, second] = sides.map(({ name }) => name);
  return second === undefined ? (first ?? 'period') : `${first ?? 'period'} and ${second}`;
}
