import type { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Steps } from '../../model/slices.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { ToolName } from '../../model/tool-groups.ts';
import type { Covered } from '../closing.ts';
import type { CodeCounts } from '../codes.ts';
import type { Desk } from '../desk.ts';
import type { ToolQuestion } from '../tool.ts';
import type { ViewName } from '../views.ts';
import type { Arguments, Condition, Filter } from './filters.ts';
import type { Found, Merge, Rows } from './find.ts';
import type { RowFormat } from './record.ts';
import type { Voice } from './voice.ts';

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
  readonly merge?: Merge<Row>;
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
  /** How many rows there are from the first of the page on, where each that was merged counts. */
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
