import { plainText, shortened } from '../../privacy/quoted.ts';
import type { Chart, Label, Point, Series } from '../../charts/chart.ts';
import type { Tally } from '../../figures/tally.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import type { Label as GroupedBy } from '../../figures/groupings/grouping.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import type { Coverage } from '../../model/coverage.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { sliced, type ProgramText } from '../../model/text/trusted-text.ts';
import { capitalised } from '../../model/words/capitals.ts';
import type { Desk } from '../../answers/desk.ts';
import { numbersOf } from '../figures/figure-point.ts';
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
  const chart: Chart | undefined =
    first === undefined
      ? undefined
      : second === undefined
        ? { ...shown, labels, ...seriesOf(first, charted, now, before) }
        : { ...shown, rows: labels, columns: across, ...cellsOf(first, second, charted, now) };
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

const DAYS_OF_YEAR = 365;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const YEAR_LENGTH = 5;

/** What stands beside each side. */
async function labelsOf(
  axes: readonly Axis[],
  { period, present }: Performance,
  desk: Desk,
  question: AskedQuestion,
): Promise<Label[][]> {
  // Days without their year: the title tells which one it is.
  const isInYear = lengthInDays(period) <= DAYS_OF_YEAR;
  const timeText = (text: ProgramText) => (isInYear && DAY.test(text) ? sliced(text, YEAR_LENGTH) : text);
  const labels = axes.map(({ keys, shown }) =>
    shown.map((key): GroupedBy =>
      // Times as they are called in data.
      keys.at === undefined ? keys.label(key) : { kind: 'words', words: keys.text(key) },
    ),
  );
  const names = await namesIn(labels.flat(), present, desk, question);
  return labels.map((some) =>
    some.map((label): Label => {
      if (label.kind === 'words') return { text: timeText(label.words), own: label.words };
      return { text: plainText(shortened(groupLabel([label], names).text, LABEL_LENGTH)) };
    }),
  );
}

/** Points one after the other, in one period or in two. */
function seriesOf({ shown, leftOut }: Axis, charted: Charted, now: Drawn, before: Drawn | undefined) {
  const series = (drawn: Drawn, keys: readonly (number | undefined)[]): Series => ({
    name: drawn.name,
    points: keys.map((key) => (key === undefined ? { read: 'whole' } : pointOf([key], drawn, charted))),
  });
  const isTrend = charted.kind === 'trend';
  const compared = before && series(before, isTrend ? timesLike(shown, before) : shown);
  const points = { series: series(now, shown), ...omitUndefined({ compared }) };
  // One point is no line.
  return isTrend && shown.length > 1
    ? { kind: 'trend' as const, ...points }
    : { kind: charted.kind === 'rows' ? ('rows' as const) : ('columns' as const), ...points, leftOut };
}

/** The times of an earlier period, one for each of the later one: months have unlike lengths. */
function timesLike(shown: readonly number[], { tally, readOf }: Drawn): (number | undefined)[] {
  const [keys] = tally.keys;
  const earlier = keys === undefined ? [] : timesOf(keys, (key) => readOf([key]) !== undefined).shown;
  return shown.map((_, index) => earlier[index]);
}

function cellsOf(down: Axis, across: Axis, charted: Charted, now: Drawn) {
  const keysOf = (row: number, column: number) => (down.index === 0 ? [row, column] : [column, row]);
  return {
    kind: 'heat map' as const,
    cells: down.shown.map((row) => across.shown.map((column) => pointOf(keysOf(row, column), now, charted))),
    leftOut: down.leftOut + across.leftOut,
  };
}

/** What is drawn of one group. That no chat came is known only where all that the period has of it was read, and has come. */
function pointOf(keys: readonly number[], { tally, readOf, isCut }: Drawn, { metric }: Charted): Point {
  const group = tally.groupLike({ keys });
  const seen = readOf(keys);
  const read = seen === 'whole' && isCut(keys) ? 'part' : seen;
  if (group === undefined || tally.chatsOf(group) === 0) {
    const isCounted = metric.kind.name === 'count' || metric.kind.name === 'distinct';
    return { ...(seen === 'whole' && isCounted && { value: 0, words: '0' }), read: read ?? 'whole' };
  }
  const figure = tally.figureOf(metric, group);
  // Chats may be at hand of a day that was not read to its end.
  return { ...(figure && numbersOf(metric, figure)), read: read === 'none' ? 'part' : (read ?? 'whole') };
}

/** Whether a picture has a number: of a figure that only those of nobody have, such as missed chats of no agent, words say nothing either. */
function isTold(chart: Chart, [down, across]: readonly Axis[], metric: Metric): boolean {
  const rows = 'cells' in chart ? chart.cells : 'series' in chart ? chart.series.points.map((point) => [point]) : [];
  const isOfNone = (axis: Axis | undefined, place: number) =>
    metric.kind.name !== 'count' && axis?.keys.isNone?.(axis.shown[place] ?? 0) === true;
  return rows.some(
    (points, row) =>
      !isOfNone(down, row) && points.some(({ value }, column) => value !== undefined && !isOfNone(across, column)),
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
