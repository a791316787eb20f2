import type { Cell, Chart, Groups, Point } from '../../charts/chart.ts';
import type { Tally } from '../../figures/tally.ts';
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
import { periodText, shortPeriodText } from '../../answers/words/period-text.ts';
import { workingTimeWords } from '../../answers/words/quantities.ts';
import { axesOf, ownLabel, timesOf, type Axis } from './chart-axis.ts';
import type { Charted } from './chart-choice.ts';
import { ofAgentWords } from './performance-words.ts';
import type { Performance } from './performance.ts';
import { ALL_READ, readTimes, type ReadOf } from './read-times.ts';

/** The picture of an answer, or why it has none; neither where none is asked for. */
export interface Pictured {
  readonly chart?: Chart;
  readonly why?: string;
}

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
}

async function chartOf(
  performance: Performance,
  charted: Charted,
  desk: Desk,
  question: AskedQuestion,
): Promise<Chart | string> {
  const { period, coverage, present, compared, asked } = performance;
  const { metric, kind } = charted;
  const nameOf = (of: Period) => shortPeriodText(of, period.to.slice(0, 4));
  const drawn = async (of: Period, tally: Tally, covered: Coverage): Promise<Drawn> => ({
    name: nameOf(of),
    tally,
    readOf: await readTimes(of, asked.time, covered, tally.keys, desk.clock(), question.signal),
  });
  const now = await drawn(period, present.tally, coverage);
  const axes = await axesOf(performance, charted, now.readOf, desk, question);
  if (typeof axes === 'string') return axes;
  const [down, across] = axes;
  if (down === undefined) return whyUntold(performance, charted);
  const keysOf = (row: number, column: number | undefined) =>
    column === undefined ? [row] : down.index === 0 ? [row, column] : [column, row];
  const rows = down.shown.map((row) =>
    (across?.shown ?? [undefined]).map((column) => cellOf(keysOf(row, column), now, charted)),
  );
  if (!isTold(rows, axes, charted)) return whyUntold(performance, charted);
  const shown = { title: titleOf(performance, charted), unit: metric.kind.unit };
  const labelled = down.labels.map((label, place) => ({ label, cells: rows[place] ?? [] }));
  if (across !== undefined) {
    const leftOut = down.leftOut + across.leftOut;
    return { ...shown, kind: 'heat map', columns: across.labels, rows: labelled, leftOut };
  }
  // Where the words compare nothing, a picture does not either.
  const isCompared = compared?.change !== undefined && (metric.basis === 'rows' || !compared.isSampling);
  const before = !isCompared || compared.tally.chats === 0 ? undefined : compared;
  const isLine = kind === 'trend' && down.shown.length > 1;
  return omitUndefined({
    ...shown,
    // One point is no line.
    kind: isLine ? ('trend' as const) : kind === 'bars' ? ('bars' as const) : ('columns' as const),
    name: now.name,
    points: labelled.map(({ label, cells: [cell] }, place): Point => ({
      label,
      read: 'whole',
      ...cell,
      ...weekendOf(down, down.shown[place]),
    })),
    compared:
      before &&
      pointsBefore(
        before.weeks === undefined
          ? await drawn(before.period, before.tally, before.coverage)
          : // It has the times of the period, and all of them are loaded where it is compared.
            {
              name: `mean of the same weekdays, ${nameOf(before.period)}`,
              tally: before.tally,
              readOf: () => ALL_READ,
            },
        down,
        charted,
      ),
    leftOut: down.leftOut,
    target: mapKnown(performance.targets.get(metric), (goal) => ({
      value: goal.value,
      words: targetText(metric, goal),
    })),
  });
}

/** The groups of an earlier period: times one by one in their order, all else by its key. */
function pointsBefore(before: Drawn, axis: Axis, charted: Charted): NonNullable<Groups['compared']> {
  const [keys] = before.tally.keys;
  const isTrend = charted.kind === 'trend';
  const earlier = keys && isTrend ? timesOf(keys, (key) => before.readOf([key]) !== undefined) : axis.shown;
  return {
    name: before.name,
    points: axis.labels.map((label, place): Point => {
      const key = earlier[place];
      // Months have unlike lengths.
      if (key === undefined) return { label: { text: '' }, read: 'whole' };
      const own = isTrend ? keys?.label(key) : undefined;
      return {
        label: own?.kind === 'words' ? ownLabel(own.words) : label,
        ...cellOf([key], before, charted),
        ...weekendOf(axis, key),
      };
    }),
  };
}

/** Days are numbered from a Thursday. */
function weekendOf({ grouping }: Axis, key = 0): Pick<Point, 'isWeekend'> {
  return grouping === day && [2, 3].includes(((key % 7) + 7) % 7) ? { isWeekend: true } : {};
}

/** What is drawn of one group. That no chat came is known only where all that the period has of it was read, and has come. */
function cellOf(keys: readonly number[], { tally, readOf }: Drawn, { metric }: Charted): Cell {
  const group = tally.groupLike({ keys });
  const { ofPeriod, ofAll: read = 'whole' } = readOf(keys) ?? {};
  const chats = group === undefined ? 0 : tally.chatsOf(group);
  if (group === undefined || chats === 0) {
    const isCounted = metric.kind.name === 'count' || metric.kind.name === 'distinct';
    return { ...(ofPeriod === 'whole' && isCounted && { figure: { value: 0, words: '0' } }), read };
  }
  const figure = mapKnown(tally.figureOf(metric, group), (known) => drawnFigure(metric, known, chats));
  // Some chats may be loaded of a day that was not read to its end.
  return { ...(figure && { figure }), read: read === 'none' ? 'part' : read };
}

/** Whether a picture has a number: of a figure that only those of nobody have, such as missed chats of no agent, words say nothing either. */
function isTold(rows: readonly (readonly Cell[])[], [down, across]: readonly Axis[], { metric }: Charted): boolean {
  const isOfNone = (axis: Axis | undefined, place: number) =>
    metric.kind.name !== 'count' && axis?.keys.isNone?.(axis.shown[place] ?? 0) === true;
  return rows.some(
    (cells, row) =>
      !isOfNone(down, row) && cells.some(({ figure }, column) => figure !== undefined && !isOfNone(across, column)),
  );
}

/** Why no group has a number to draw. */
function whyUntold({ overall }: Performance, charted: Charted): string {
  const { metric } = charted;
  const figure = overall.get(metric);
  return metric.basis === 'transcripts' && figure?.main !== undefined
    ? `too few transcripts were read to draw ${metric.label} by ${byWords(charted)}`
    : `${metric.label} is not available by ${byWords(charted)}`;
}

/** What is shown, by what, of which days and whose. */
function titleOf({ period, present: { tally }, asked: { agent, time } }: Performance, charted: Charted): string {
  const isAssumed = [charted.metric, ...charted.groupings].some((one) => tally.isAssumed(one));
  const what = headLabel(capitalised(orderedByWords(charted.metric)), isAssumed);
  return `${what} by ${byWords(charted)}, ${periodText(period)} (${period.zone.id})${workingTimeWords(time)}${ofAgentWords(agent)}`;
}

/** By what, the side first that lies below each other: `weekday and hour`. */
function byWords({ sides }: Charted): string {
  return sides.map(({ drawn: { name }, label }) => name ?? label).join(' and ') || 'period';
}
