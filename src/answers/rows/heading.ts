import { FIRST_DAY_EVER, type Period } from '../../model/calendar/period.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { clockText, dayRangesText } from '../../model/words/time.ts';
import type { Phrase } from './filters.ts';
import type { Found } from './find.ts';

/** What a heading speaks of. */
interface Headed {
  /** A record in the singular: `offline message`. */
  readonly noun: string;
  readonly period: Period | undefined;
  /** Whether its zone is not that of the desk. */
  readonly isZoned: boolean;
  /** What the arguments choose. */
  readonly chosen: readonly Phrase[];
  /** Whether the list may have more rows than are loaded. */
  readonly isIncomplete: boolean;
}

type Counts = Pick<Found<unknown>, 'all' | 'total' | 'assumed' | 'undecided' | 'without' | 'unknown'>;

/**
 * The first line of a list: how many rows match, of how many, of which days, and in which order:
 * `8 agents of 30 with status "Online"`, `605 unanswered offline messages of 2,000, newest first`.
 */
export function headingOf({ all, total, assumed, undecided }: Counts, headed: Headed, order?: string): string {
  const { chosen } = headed;
  const of = chosen.some(isSaid) ? ` of ${groupedText(all)}` : '';
  const least = undecided > 0 ? 'At least ' : '';
  const mark = assumed > 0 ? ' (assumed)' : '';
  const what = `**${least}${counted(total, nounOf(headed))}${mark}${of}${soFar(headed)}${behindOf(headed)}${periodWords(headed)}**`;
  return order === undefined || total < 2 ? what : `${what}, ${order}`;
}

/** The same where no row matches, with how many there are without one of the conditions. */
export function noneHeading({ all, undecided, without, unknown }: Counts, headed: Headed): string {
  const { noun, isIncomplete } = headed;
  const days = periodWords(headed);
  if (undecided > 0) {
    const what = `${nounOf(headed)}s of ${groupedText(all)}${soFar(headed)}${behindOf(headed)}${days}`;
    return [`**Unknown number of ${what}.**`, ...unknownWords(unknown, noun)].join(' ');
  }
  if (all === 0) {
    return isIncomplete ? `**No ${noun} is loaded yet${days}**; there may be some.` : `**No ${noun}${days}.**`;
  }
  const others = [...without].map(([words, count]) => `${words}: ${groupedText(count)}`).join(', ');
  return [
    `**No ${nounOf(headed)} of ${groupedText(all)}${soFar(headed)}${behindOf(headed)}${days}.**`,
    ...(others === '' ? [] : [`${others.charAt(0).toUpperCase()}${others.slice(1)}.`]),
  ].join(' ');
}

/** Rows that may match: `Not counted: 22 chats (max_rating cannot be judged).` */
export function unknownWords(unknown: ReadonlyMap<string, number>, noun: string): string[] {
  const parts = [...unknown].map(([argument, count]) => `${counted(count, noun)} (${argument} cannot be judged)`);
  return parts.length === 0 ? [] : [`Not counted: ${parts.join(', ')}.`];
}

function isSaid({ before, behind }: Phrase): boolean {
  return before !== undefined || behind !== undefined;
}

function nounOf({ noun, chosen }: Headed): string {
  return [...chosen.flatMap(({ before }) => before ?? []), noun].join(' ');
}

function behindOf({ chosen }: Headed): string {
  const phrases = chosen.flatMap(({ behind }) => behind ?? []);
  return phrases.length === 0 ? '' : ` ${phrases.join(' and ')}`;
}

function soFar({ isIncomplete }: Headed): string {
  return isIncomplete ? ' loaded so far' : '';
}

function periodWords({ period, isZoned }: Headed): string {
  if (period === undefined) return '';
  const { zone, start, end, hour } = period;
  const days =
    period.from === FIRST_DAY_EVER
      ? `until ${dayRangesText([{ from: period.to, to: period.to }], '')}`
      : dayRangesText([period], '');
  const hours = hour === undefined ? '' : ` ${clockText(zone, start)}–${clockText(zone, end)}`;
  return `, ${days}${hours}${isZoned ? ` (${zone.id})` : ''}`;
}
