import { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { inSlices, mapInSlices } from '../../model/slices.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { groupedText } from '../../model/words/number.ts';
import { closingLine } from '../closing.ts';
import { codesLine } from '../codes.ts';
import { coverageData } from '../coverage-data.ts';
import type { Desk } from '../desk.ts';
import { periodArguments, periodAt, zoneCalled } from '../selection/arguments.ts';
import { answerTokens, USUAL_LIMIT } from '../token-budget.ts';
import type { Answer, ToolQuestion } from '../tool.ts';
import type { Arguments, Condition } from './filters.ts';
import { findRows, type Found } from './find.ts';
import { headingOf, noneHeading, unknownWords } from './heading.ts';
import type { Asked, ListTool, Loaded, Order } from './list.ts';
import { firstMoment, nextPageWords, readRowCursor, writeRowCursor } from './row-cursor.ts';
import type { Fitting, RowFormat } from './record.ts';
import { voiceFor, type Voice } from './voice.ts';

/** A call of a list tool. */
interface Call<Row, Context> {
  readonly order: Order<Row, Context>;
  readonly asked: Asked<Row, Context>;
}

/** Answers a call of a list tool: loads, selects and orders its rows, and fills a page. */
export async function answerList<Row, Shown, Context>(
  tool: ListTool<Row, Shown, Context>,
  args: Arguments,
  paging: { readonly limit: number; readonly cursor?: string | undefined },
  desk: Desk,
  question: ToolQuestion,
): Promise<Answer<unknown>> {
  const call = callOf(tool, args, paging, desk, question);
  const { at, zone, limit } = call.asked;
  const loaded = await tool.load(call.asked, desk, question);
  const { covers, summary } = loaded;
  const found = await foundBy(call, loaded, question.signal);
  // Only now: what was loaded may tell what codes mean.
  const voice = await voiceFor(desk, question, zone);
  const heading = headingWords(tool, call, loaded, found, desk);
  const notes = [
    ...(found.total === 0 ? [] : unknownWords(found.unknown, tool.noun)),
    ...(found.unplaced === 0 ? [] : [`${groupedText(found.unplaced)} without ${call.order.by ?? ''} come last.`]),
    ...[codesLine(loaded.codes ?? [], voice.book, tool.noun)].filter((line) => line !== undefined),
    ...(loaded.notes?.(found) ?? []),
  ];
  const closing = closingLine(Object.values(covers), question, zone, desk.clock());

  const shown = await loaded.show(found.first.slice(0, limit));
  const room = bytesFor(answerTokens(limit)) - Buffer.byteLength([heading, ...notes, closing].join('\n'));
  const page = await fittingPage(tool.record, shown, room, limit, voice, question.signal);
  const keysOf = (row: Row) => call.order.keys(row, loaded.context);
  const cursorAfter = (row: Row) => writeRowCursor({ at, keys: keysOf(row) }, tool.name, args, question.seal);
  const [last, following] = found.first.slice(page.count - 1, page.count + 1);
  const sizeOf = (row: Row) => loaded.merge?.size(row) ?? 1;
  const left = found.first.slice(0, page.count).reduce((rest, row) => rest - sizeOf(row), found.behind);
  const next = left > 0 && last ? cursorAfter(last) : undefined;
  const isLevel = last && following && keysOf(last)[0] === keysOf(following)[0];
  const level = isLevel === true ? call.order.level : undefined;
  const paragraphs = [
    heading,
    ...(shown.length === 0 ? [] : [page.text]),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    ...(next === undefined ? [] : [nextWords(next, left, level)]),
  ];
  const beside = () => ({
    total: found.total,
    ...(found.undecided > 0 && { undecided: found.undecided }),
    ...summary?.data?.(found),
    ...(notes.length > 0 && { notes }),
    ...coversData(loaded, question, zone),
  });
  const data = async () => ({
    ...beside(),
    [tool.rows]: await mapInSlices(shown.slice(0, page.count), (row) => tool.record.data(row, voice)),
    ...(next !== undefined && { next_cursor: next }),
  });
  return {
    text: paragraphs.join('\n\n'),
    closing,
    data,
    viewData: async () => ({
      ...(await data()),
      ...(await loaded.forView?.(shown, { heading, behind: found.behind, voice, cursorAfter })),
    }),
  };
}

/** Throws InvalidArgument for a cursor of another call and for a wrong period. */
function callOf<Row, Shown, Context>(
  tool: ListTool<Row, Shown, Context>,
  args: Arguments,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  desk: Desk,
  { seal }: ToolQuestion,
): Call<Row, Context> {
  const place = cursor === undefined ? undefined : readRowCursor(cursor, tool.name, args, seal);
  const at = firstMoment(place, desk.clock());
  const order = orderOf(tool, args);
  const period = periodOf(tool, order, args, desk, at);
  const zone = period?.zone ?? zoneOf(args, desk);
  const conditions = (context: Context) => tool.filters.flatMap((one) => one.condition(args, context) ?? []);
  return {
    order,
    asked: { args, at, isFirst: place === undefined, after: place?.keys, limit, period, zone, conditions },
  };
}

/** The rows of the page and the counts of all that match. */
async function foundBy<Row, Shown, Context>(
  { order, asked: { conditions, after, limit } }: Call<Row, Context>,
  { rows, paged, context, codes = [], summary, merge }: Loaded<Row, Shown, Context>,
  signal: AbortSignal,
): Promise<Found<Row>> {
  const all: Condition<Row>[] = [...(order.has === undefined ? [] : [order.has]), ...conditions(context)];
  const keys = (row: Row) => order.keys(row, context);
  const { add = ignore, addUndecided = ignore } = summary ?? {};
  // One more row shows whether the page ends among equals.
  const search = { rows, conditions: all, keys, after, limit: limit + 1, codes, add, addUndecided, merge };
  const found = { ...(await findRows(search, signal)), ...paged };
  if (summary?.settle !== undefined) await inSlices(summary.settle(), signal);
  return found;
}

function ignore(): void {}

/** The first lines: what was found or that nothing was, and on the first page the summary of all that match. */
function headingWords<Row, Shown, Context>(
  { noun }: ListTool<Row, Shown, Context>,
  { order, asked: { period, zone, isFirst, conditions } }: Call<Row, Context>,
  { covers, context, summary, heading, instead, of }: Loaded<Row, Shown, Context>,
  found: Found<Row>,
  desk: Desk,
): string {
  const { coverage } = covers.coverage;
  const headed = {
    noun,
    period: order.dated === false ? undefined : period,
    dated: order.dated || undefined,
    isZoned: zone.id !== desk.zone.id,
    of: order.has?.words.behind ?? of,
    chosen: conditions(context).map(({ words }) => words),
    isIncomplete: coverage.covered < coverage.asked,
  };
  if (found.total === 0) {
    return [heading ?? noneHeading(found, headed), instead?.(found)].filter((words) => words !== undefined).join(' ');
  }
  const summed = isFirst && summary !== undefined ? summary.words() : '';
  return `${heading ?? headingOf(found, headed, order.words)}${summed}`;
}

function nextWords(cursor: string, left: number, level: string | undefined): string {
  const firstOfThem = level === undefined ? '' : `; the next one ${level} as the last one here`;
  return nextPageWords(cursor, `${groupedText(left)} more${firstOfThem}`);
}

function coversData<Row, Shown, Context>(
  { covers }: Loaded<Row, Shown, Context>,
  question: ToolQuestion,
  zone: Zone,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(covers).map(([name, { coverage, period, transcripts }]) => [
      name,
      { ...coverageData(coverage, question, zone, period), ...(transcripts && { transcripts }) },
    ]),
  );
}

/** The lengths to which strangers' texts are cut, in characters, where more rows are asked for than usual. */
const SHORTER_TEXTS = [160, 120, 80, 50, 30];

/** As many rows as fit. Texts are cut further only where more rows are asked for than usual, and no more than is needed. */
async function fittingPage<Shown>(
  record: RowFormat<Shown>,
  rows: readonly Shown[],
  bytes: number,
  limit: number,
  voice: Voice,
  signal: AbortSignal,
): Promise<Fitting> {
  const cutTo = (textLength: number) => inSlices(record.fitting(rows, bytes, { ...voice, textLength }), signal);
  let page = await cutTo(voice.textLength);
  if (limit <= USUAL_LIMIT || page.count === rows.length) return page;
  let whole: Fitting | undefined;
  // Halving: each try redacts all texts anew.
  for (let [low, high] = [0, SHORTER_TEXTS.length - 1]; low <= high;) {
    const middle = Math.floor((low + high) / 2);
    page = await cutTo(SHORTER_TEXTS[middle] ?? 0);
    if (page.count === rows.length) {
      whole = page;
      high = middle - 1;
    } else low = middle + 1;
  }
  return whole ?? page;
}

/** The fewest bytes of a token in lists: measured 2.73 to 3.35 (o200k). */
const BYTES_PER_TOKEN = 2.7;

function bytesFor(tokens: number): number {
  return tokens * BYTES_PER_TOKEN;
}

const PeriodChoice = z.object(periodArguments);

function periodOf<Row, Shown, Context>(
  { period: asPeriod }: ListTool<Row, Shown, Context>,
  order: Order<Row, Context>,
  args: Arguments,
  desk: Desk,
  at: EpochMillis,
): Period | undefined {
  if (asPeriod === undefined) return undefined;
  const choice = PeriodChoice.parse(args);
  const isNamed = [choice.period, choice.from, choice.to].some((given) => given !== undefined);
  const usual = order.isOfAllTime === true ? undefined : asPeriod.usual;
  if (!isNamed && usual === undefined) return undefined;
  return periodAt(choice, at, desk, usual === undefined ? 'ever' : 'seven_days');
}

/** The zone of an answer without a period. */
function zoneOf(args: Arguments, desk: Desk): Zone {
  const { timezone } = PeriodChoice.parse(args);
  return timezone === undefined ? desk.zone : zoneCalled(timezone);
}

function orderOf<Row, Shown, Context>(
  { orders }: ListTool<Row, Shown, Context>,
  { order: name }: Arguments,
): Order<Row, Context> {
  const [usual] = Object.values(orders);
  const order = Object.entries(orders).find(([one]) => one === name)?.[1] ?? usual;
  if (order === undefined) throw new TypeError('a list needs an order');
  return order;
}
