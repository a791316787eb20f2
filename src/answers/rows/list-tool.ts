import { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { ToolName } from '../../model/tool-groups.ts';
import { inSlices, type Steps } from '../../model/slices.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { groupedText } from '../../model/words/number.ts';
import { described } from '../../privacy/safe-text.ts';
import { closingLine, type Covered } from '../closing.ts';
import { codesLine, type CodeCounts } from '../codes.ts';
import { CoverageShape, coverageData } from '../coverage-data.ts';
import type { Desk } from '../desk.ts';
import { parsedBy, statedOf } from '../parsed-arguments.ts';
import { periodArguments, periodAt, zoneCalled } from '../selection/arguments.ts';
import { answerTokens, USUAL_LIMIT } from '../token-budget.ts';
import { READ_ONLY, spelledOutElsewhere, type Answer, type DefinedTool, type ToolQuestion } from '../tool.ts';
import type { ViewName } from '../views.ts';
import type { Arguments, Condition, Filter } from './filters.ts';
import { findRows, type Found, type Rows } from './find.ts';
import { headingOf, noneHeading, unknownWords } from './heading.ts';
import { readRowCursor, rowCursorArgument, writeRowCursor } from './row-cursor.ts';
import type { RowFormat } from './record.ts';
import { forView, voiceFor, type Voice } from './voice.ts';

/** An order of rows: by whole numbers, the lowest first; the last one is the row's id. */
export interface Order<Row, Context> {
  readonly keys: (row: Row, context: Context) => readonly number[];
  /** Says it in the heading: `longest first`; absent where it goes without saying. */
  readonly words?: string;
  /** What rows with the key LAST lack: `duration`. */
  readonly by?: string;
  /** Which of the rows are in it; all where it is absent. The heading says it with and without filters. */
  readonly has?: Condition<Row>;
  /** Whether it goes over all time unless a call names a period. */
  readonly isOfAllTime?: boolean;
  /** What of a row lies in the period, where the heading has to say it: `first visit`; `false` where nothing does, and the heading leaves it out. */
  readonly dated?: string | false;
  /** Says of the first row of the next page that the order has it level with the last row of this one: `has as many chats`. */
  readonly level?: string;
}

/** A call of a list tool, as far as loading needs it. */
export interface Asked<Row, Context> {
  readonly args: Arguments;
  /** The moment of the first page. */
  readonly at: EpochMillis;
  /** Whether this is the first page. */
  readonly isFirst: boolean;
  /** The keys of the last row that was shown before; undefined for the first page. */
  readonly after: readonly number[] | undefined;
  readonly limit: number;
  readonly period: Period | undefined;
  readonly zone: Zone;
  /** The conditions that the call sets. */
  readonly conditions: (context: Context) => readonly Condition<Row>[];
}

/** What a list tool loaded for one call. */
export interface Loaded<Row, Shown, Context> {
  readonly rows: Rows<Row>;
  /** The counts where the archive has selected, ordered and paged the rows: then they are those of the page. */
  readonly paged?: Omit<Found<Row>, 'first' | 'unplaced'>;
  /** Whose rows they all are, for the heading: `with agent Ann Lee (12)`. */
  readonly of?: string | undefined;
  /** Stands for the heading where rows are not counted as in other lists. */
  readonly heading?: string;
  /** What filters and orders are given beside a row. */
  readonly context: Context;
  /** What the answer rests on, under the names that it has in the data: `coverage` is the list of the rows. */
  readonly covers: Readonly<{ coverage: Covered } & Record<string, Covered>>;
  readonly codes?: readonly CodeCounts<Row>[];
  /** Makes one row of several that say the same; it is given all that match, in their order. */
  readonly merge?: (rows: readonly Row[]) => readonly Row[];
  /** The rows of a page with all that they show. */
  readonly show: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>;
  readonly summary?: Summary<Row>;
  /** Says what there is where no row matches. */
  readonly instead?: (found: Found<Row>) => string | undefined;
  /** What else the answer rests on, a line each; called when all rows were judged. */
  readonly notes?: (found: Found<Row>) => readonly string[];
  /** The data for the view of the tool, which replace and add to those of the answer; `cursorAfter` makes the cursor behind a row. */
  readonly forView?: (rows: readonly Shown[], page: ViewedPage<Row>) => Promise<Readonly<Record<string, unknown>>>;
}

/** A page as a view gets it. */
export interface ViewedPage<Row> {
  readonly heading: string;
  /** The rows from the first of the page on. */
  readonly behind: number;
  readonly voice: Voice;
  readonly cursorAfter: (row: Row) => string;
}

/** Sums up the rows that match, in words that go on behind the heading of the first page. */
export interface Summary<Row> {
  readonly add?: (row: Row) => void;
  /** Given each row that may match, because a condition cannot be judged. */
  readonly addUndecided?: (row: Row) => void;
  /** Computes what takes long, once all rows were added. */
  readonly settle?: () => Steps<void>;
  readonly words: () => string;
  readonly data?: (found: Found<Row>) => Readonly<Record<string, unknown>>;
}

export interface ListTool<Row, Shown, Context> {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** A record in the singular: `offline message`. */
  readonly noun: string;
  /** The name of the rows in the data: `messages`. */
  readonly rows: string;
  readonly record: RowFormat<Shown>;
  /** The shape of the data of the summary. */
  readonly summary?: z.ZodRawShape;
  /** The view that shows its answers. */
  readonly view?: ViewName;
  /** Arguments by which `load` itself chooses the rows. */
  readonly arguments?: z.ZodRawShape;
  readonly filters: readonly Filter<Row, Context>[];
  /** The first is the usual one. */
  readonly orders: Readonly<Record<string, Order<Row, Context>>>;
  /** The description of the argument `order`. */
  readonly orderWords?: string;
  /** Where rows are those of a period: that of a call which names none, undefined for all time. */
  readonly period?: { readonly usual: 'last_7_days' | undefined; readonly describe: string };
  /** How many rows a page has where a call does not say. */
  readonly usualLimit: number;
  /** The names of what the answer may rest on beside the list of the rows, as `load` gives them. */
  readonly restsOn?: readonly string[];
  readonly load: (
    asked: Asked<Row, Context>,
    desk: Desk,
    question: ToolQuestion,
  ) => Promise<Loaded<Row, Shown, Context>>;
}

const MAX_LIMIT = 100;

const PeriodChoice = z.object(periodArguments);

/**
 * Defines a tool that lists rows: its arguments, selection, order, pages, words and data follow from its description (design,
 * "Answers"). A page says how many rows match, and has a cursor for the rest.
 */
export function listTool<Row, Shown, Context>(tool: ListTool<Row, Shown, Context>): DefinedTool {
  const { name, title, description, view } = tool;
  const paging = {
    limit: z.int().min(1).max(MAX_LIMIT).default(tool.usualLimit),
    cursor: rowCursorArgument,
  };
  const Paging = z.object(paging);
  const orders = Object.keys(tool.orders);
  const input = z.strictObject({
    ...tool.arguments,
    ...Object.fromEntries(tool.filters.map(({ argument, schema }) => [argument, schema.optional()])),
    ...(tool.period && { ...periodArguments, period: periodArguments.period.describe(tool.period.describe) }),
    ...(orders.length > 1 && { order: orderArgument(orders, tool.orderWords) }),
    ...paging,
  });
  const output = z.strictObject({
    total: z.number(),
    /** Rows that may match, and are not among those. */
    undecided: z.number().optional(),
    ...tool.summary,
    [tool.rows]: z.array(tool.record.schema),
    next_cursor: z.string().optional(),
    notes: z.array(z.string()).optional(),
    coverage: spelledOutElsewhere(CoverageShape),
    ...Object.fromEntries((tool.restsOn ?? []).map((part) => [part, spelledOutElsewhere(CoverageShape).optional()])),
  });
  return {
    name,
    title,
    description,
    input,
    output,
    annotations: READ_ONLY,
    ...(view !== undefined && { view }),
    begin: (given, beside) => {
      const args = parsedBy({ name, input, beside }, statedOf(given));
      return (desk, question) => answer(tool, args, Paging.parse(args), desk, question);
    },
  };
}

function orderArgument(orders: readonly string[], words: string | undefined): z.ZodType {
  const order = z.enum(orders).default(orders[0] ?? '');
  return words === undefined ? order : order.describe(words);
}

async function answer<Row, Shown, Context>(
  tool: ListTool<Row, Shown, Context>,
  args: Arguments,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  desk: Desk,
  question: ToolQuestion,
): Promise<Answer<unknown>> {
  const place = cursor === undefined ? undefined : readRowCursor(cursor, tool.name, args, question.seal);
  const at = place?.at ?? epochMillis(Math.floor(desk.clock() / 1000) * 1000);
  const order = orderOf(tool, args);
  const { keys: keysOf, by = '' } = order;
  const period = periodOf(tool, order, args, desk, at);
  const zone = period?.zone ?? zoneOf(args, desk);
  const conditionsOf = (context: Context) => tool.filters.flatMap((one) => one.condition(args, context) ?? []);
  const after = place?.keys;
  const asked = { args, at, isFirst: place === undefined, after, limit, period, zone, conditions: conditionsOf };
  const loaded = await tool.load(asked, desk, question);
  const { covers, codes = [], summary, heading: ownHeading, instead, merge } = loaded;
  const keys = (row: Row) => keysOf(row, loaded.context);
  const filters = conditionsOf(loaded.context);
  const conditions = [...(order.has === undefined ? [] : [order.has]), ...filters];
  const { add = ignore, addUndecided = ignore } = summary ?? {};
  // One more row shows whether the page ends among equals.
  const search = { rows: loaded.rows, conditions, keys, after, limit: limit + 1, codes, add, addUndecided, merge };
  const found = { ...(await findRows(search, question.signal)), ...loaded.paged };
  if (summary?.settle !== undefined) await inSlices(summary.settle(), question.signal);
  // Only now: what was loaded may tell what codes mean.
  const voice = await voiceFor(desk, question, zone);

  const { noun, record } = tool;
  const { coverage } = covers.coverage;
  const headed = {
    noun,
    period: order.dated === false ? undefined : period,
    dated: order.dated || undefined,
    isZoned: zone.id !== desk.zone.id,
    of: order.has?.words.behind ?? loaded.of,
    chosen: filters.map(({ words }) => words),
    isIncomplete: coverage.covered < coverage.asked,
  };
  const heading =
    found.total === 0
      ? [ownHeading ?? noneHeading(found, headed), instead?.(found)].filter((words) => words !== undefined).join(' ')
      : `${ownHeading ?? headingOf(found, headed, order.words)}${place === undefined && summary !== undefined ? summary.words() : ''}`;
  const notes = [
    ...(found.total === 0 ? [] : unknownWords(found.unknown, noun)),
    ...(found.unplaced === 0 ? [] : [`${groupedText(found.unplaced)} without ${by} come last.`]),
    ...[codesLine(codes, voice.book, noun)].filter((line) => line !== undefined),
    ...(loaded.notes?.(found) ?? []),
  ];
  const closing = closingLine(Object.values(covers), question, zone, desk.clock());

  const shown = await loaded.show(found.first.slice(0, limit));
  const room = bytesFor(answerTokens(limit)) - Buffer.byteLength([heading, ...notes, closing].join('\n'));
  const page = fittingPage(record, shown, room, limit, voice);
  const cursorAfter = (row: Row) => writeRowCursor({ at, keys: keys(row) }, tool.name, args, question.seal);
  const [last, following] = found.first.slice(page.count - 1, page.count + 1);
  const left = found.behind - page.count;
  const next = left > 0 && last ? cursorAfter(last) : undefined;
  const isLevel = last && following && keys(last)[0] === keys(following)[0];
  const level =
    isLevel === true && order.level !== undefined ? `; the first of them ${order.level} as the last one here` : '';
  const paragraphs = [
    heading,
    ...(shown.length === 0 ? [] : [page.text]),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    ...(next === undefined
      ? []
      : [`Next page: same arguments and cursor "${next}" (${groupedText(left)} more${level}).`]),
  ];
  const beside = {
    total: found.total,
    ...(found.undecided > 0 && { undecided: found.undecided }),
    ...summary?.data?.(found),
    ...(notes.length > 0 && { notes }),
    ...Object.fromEntries(
      Object.entries(covers).map(([name, { coverage: known, period: days, transcripts }]) => [
        name,
        { ...coverageData(known, question, zone, days), ...(transcripts && { transcripts }) },
      ]),
    ),
  };
  const data = (some: readonly Shown[], spoken: Voice) => ({
    ...beside,
    [tool.rows]: some.map((row) => record.data(row, spoken)),
    ...(next !== undefined && { next_cursor: next }),
  });
  const viewVoice = forView(voice);
  return {
    text: described(paragraphs.join('\n\n')),
    closing,
    data: () => data(shown.slice(0, page.count), voice),
    viewData: async () => ({
      ...data(shown.slice(0, page.count), viewVoice),
      ...(await loaded.forView?.(shown, { heading, behind: found.behind, voice: viewVoice, cursorAfter })),
    }),
  };
}

function ignore(): void {}

/** The lengths to which strangers' texts are cut, in characters, where more rows are asked for than usual. */
const SHORTER_TEXTS = [160, 120, 80, 50, 30];

/** As many rows as fit. Texts are cut further only where more rows are asked for than usual, and no more than is needed. */
function fittingPage<Shown>(
  record: RowFormat<Shown>,
  rows: readonly Shown[],
  bytes: number,
  limit: number,
  voice: Voice,
): ReturnType<RowFormat<Shown>['fitting']> {
  let page = record.fitting(rows, bytes, voice);
  for (const textLength of limit > USUAL_LIMIT ? SHORTER_TEXTS : []) {
    if (page.count === rows.length) break;
    page = record.fitting(rows, bytes, { ...voice, textLength });
  }
  return page;
}

/** The fewest bytes of a token in lists: measured 2.73 to 3.35 (o200k). */
const BYTES_PER_TOKEN = 2.7;

function bytesFor(tokens: number): number {
  return tokens * BYTES_PER_TOKEN;
}

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
