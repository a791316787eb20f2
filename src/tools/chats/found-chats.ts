import type { Codebook } from '../../insights/codes/codebook.ts';
import { NO, ratingValueOf, UNKNOWN, UNSETTLED } from '../../insights/codes/code-states.ts';
import { CodeCounts as CountedCodes, type RowCode } from '../../insights/figures/code-counts.ts';
import type { Tally } from '../../insights/figures/tally.ts';
import { ALL } from '../../insights/statistics/growing.ts';
import { isChatId, type ChatSelection } from '../../model/chat-columns.ts';
import { FirstInOrder } from '../../model/first-in-order.ts';
import type { ChatId } from '../../model/ids.ts';
import { slices } from '../../model/slices.ts';
import type { OwnText } from '../../privacy/safe-text.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';
import type { CodeCounts } from '../../answers/words/code-words.ts';
import type { ChatFilter } from './chat-filters.ts';
import { comparing, keysIn, LAST, type ChatOrder, type ChatPlace } from './chat-order.ts';

/** The chats of a period that match a question. */
export interface FoundChats {
  /** The number of chats before any filter but that of the agent. */
  readonly inPeriod: number;
  /** The number of chats that lack what a filter asks about, while no other filter leaves them out. */
  readonly unknown: number;
  /** What they lack, each with the number of chats that do. */
  readonly lacking: ReadonlyMap<OwnText, number>;
  /** The number of chats of which nobody can tell whether they match: the other filters leave them, and the meaning of a code is not settled. */
  readonly undecided: number;
  /** The codes of which that is so, with the numbers of chats that have each value. */
  readonly asked: CodeCounts;
  /** All ratings in the period. */
  readonly ratings: ReadonlySet<number>;
  /** The number of matching chats that lack what the order goes by. */
  readonly unplaced: number;
  /** The first chats behind the cursor, and how many there are behind it. */
  readonly next: readonly ChatPlace[];
  readonly left: number;
}

/** What a question wants of a period, and where its page begins. */
export interface WantedChats {
  readonly filters: readonly ChatFilter[];
  readonly order: ChatOrder;
  readonly limit: number;
  readonly after: ChatPlace | undefined;
}

/** What is summed up on the way: the chats that match, and those that all filters leave which rest on no meaning of a code. */
export interface Summed {
  readonly matching: Tally;
  readonly beforeCodes: Tally | undefined;
}

/** Goes through the chats of a period, and finds those that match. Throws the reason of a cancelled question. */
export async function findChats(
  selected: SelectedChats,
  { filters, order, limit, after }: WantedChats,
  { matching, beforeCodes }: Summed,
  book: Codebook,
  { signal }: AskedQuestion,
): Promise<FoundChats> {
  const ratings = new Set<number>();
  const lacking = new Map<OwnText, number>();
  const codes = filters.flatMap(({ code }) => code ?? []);
  const counts = new Map(codes.map((name) => [name, new CountedCodes([name])]));
  const openCodes = new Set<RowCode>();
  const compare = comparing(order);
  const first = new FirstInOrder(compare, limit);
  let [inPeriod, unknown, undecided, unplaced, left] = [0, 0, 0, 0, 0];
  for await (const { columns, rows } of selected.days()) {
    if (slices.isOver()) await slices.next(signal);
    inPeriod += rows.length;
    const given = columns.codeSets.map((set) => ratingValueOf(set, book));
    const keyOf = keysIn(columns, order, book.rating.settled ? given : []);
    const states = filters.map(({ stateIn }) => stateIn(columns));
    const matchingRows: number[] = [];
    const uncoded: number[] = [];
    const ofCode = new Map(codes.map((name): [RowCode, number[]] => [name, []]));
    for (const row of rows) {
      const rating = given[columns.codes[row] ?? 0];
      if (rating !== undefined) ratings.add(rating);
      const told = tell(filters, states, row);
      if (told.isUncoded) uncoded.push(row);
      for (const name of told.countedFor) ofCode.get(name)?.push(row);
      if (told.isRefused) continue;
      if (told.open.length > 0) {
        undecided += 1;
        for (const name of told.open) openCodes.add(name);
        continue;
      }
      if (told.lacks.length > 0) {
        unknown += 1;
        for (const noun of told.lacks) lacking.set(noun, (lacking.get(noun) ?? 0) + 1);
        continue;
      }
      matchingRows.push(row);
      const place = { key: keyOf(row), id: columns.ids[row] ?? 0 };
      if (place.key === LAST) unplaced += 1;
      if (after !== undefined && compare(place, after) <= 0) continue;
      left += 1;
      first.add(place);
    }
    matching.add(selectionOf(columns, matchingRows));
    beforeCodes?.add(selectionOf(columns, uncoded));
    for (const [name, counted] of counts) {
      const ofThis = ofCode.get(name) ?? [];
      counted.add(selectionOf(columns, ofThis), new Uint32Array(ofThis.length));
    }
  }
  const asked = new Map([...openCodes].map((name) => [name, counts.get(name)?.of(name, ALL) ?? new Map()] as const));
  return { inPeriod, unknown, lacking, undecided, asked, ratings, unplaced, next: first.values(), left };
}

function selectionOf(columns: ChatSelection['columns'], rows: readonly number[]): ChatSelection {
  return { columns, rows: Uint32Array.from(rows) };
}

/** What filters say of a chat. */
interface Told {
  readonly isRefused: boolean;
  readonly open: readonly RowCode[];
  readonly lacks: readonly OwnText[];
  /** Whether all filters leave it that rest on no meaning of a code. */
  readonly isUncoded: boolean;
  /** The codes whose filters it is counted for by value: all others leave it, or may. */
  readonly countedFor: readonly RowCode[];
}

const MATCHES: Told = { isRefused: false, open: [], lacks: [], isUncoded: true, countedFor: [] };
const REFUSED: Told = { ...MATCHES, isRefused: true, isUncoded: false };

function tell(filters: readonly ChatFilter[], states: readonly ((row: number) => number)[], row: number): Told {
  if (filters.length === 0) return MATCHES;
  const open: RowCode[] = [];
  const lacks: OwnText[] = [];
  const coded: RowCode[] = [];
  let isUncoded = true;
  let isRefused = false;
  /** The codes whose filters leave it out, or cannot tell. */
  const unmet: RowCode[] = [];
  for (const [place, { noun, code }] of filters.entries()) {
    const state = states[place]?.(row);
    if (state === UNKNOWN) lacks.push(noun);
    if (code === undefined) {
      if (state === NO) return REFUSED;
      isUncoded &&= state !== UNKNOWN;
      continue;
    }
    coded.push(code);
    if (state === UNSETTLED) open.push(code);
    if (state === NO || state === UNKNOWN) unmet.push(code);
    isRefused ||= state === NO;
  }
  const countedFor = !isUncoded || unmet.length > 1 ? [] : unmet.length === 1 ? unmet : coded;
  return { isRefused, open, lacks, isUncoded, countedFor };
}

/** The ids of the chats at some places, in their order. */
export function idsOf(places: readonly ChatPlace[]): ChatId[] {
  return places.flatMap(({ id }) => (isChatId(id) ? [id] : []));
}
