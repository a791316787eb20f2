import type { Period } from '../../model/calendar/period.ts';
import { counted, pluralOf } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { wholePeriodText } from '../words/period-text.ts';
import type { Phrase } from './filters.ts';
import type { Found } from './find.ts';

/** What a heading speaks of. */
interface Headed {
  /** A record in the singular: `offline message`. */
  readonly noun: string;
  readonly period: Period | undefined;
  /** What of a row lies in the period, where it has to be said: `first visit`. */
  readonly dated: string | undefined;
  /** Whether its zone is not that of the desk. */
  readonly isZoned: boolean;
  /** Whose rows they are, with and without filters: `with missed chats`. */
  readonly of: string | undefined;
  /** What the arguments choose. */
  readonly chosen: readonly Phrase[];
  /** Whether the list may have more rows than are loaded. */
  readonly isIncomplete: boolean;
}

type Counts = Pick<Found<unknown>, 'all' | 'total' | 'assumed' | 'undecided' | 'without' | 'unknown'>;

/**
 * The first line of a list: how many rows match, of how many, for what days, and in what order:
 * `8 agents of 30 with status "Online"`, `92 missed chats of 1,439 (6.4%), Mon 16 – Sun 22 Nov 2026, oldest first`.
 */
export function headingOf({ all, total, assumed, undecided }: Counts, headed: Headed, order?: string): string {
  const said = headed.chosen.filter(isSaid);
  const share = said.length === 1 && said[0]?.isShare === true ? ` (${shareText(total, all)})` : '';
  const of = said.length > 0 ? ` of ${groupedText(all)}${share}` : '';
  const least = undecided > 0 ? 'At least ' : '';
  const mark = assumed > 0 ? ' (assumed)' : '';
  const what = `**${least}${counted(total, nounOf(headed))}${mark}${of}${soFar(headed)}${behindOf(headed)}${periodWords(headed)}**`;
  return order === undefined || total < 2 ? what : `${what}, ${order}`;
}

/** The same where no row matches, with how many there are without one of the conditions. */
export function noneHeading({ all, undecided, without, unknown }: Counts, headed: Headed): string {
  const { noun, of, isIncomplete } = headed;
  const days = periodWords(headed);
  if (undecided > 0) {
    const what = `${pluralOf(nounOf(headed))} of ${groupedText(all)}${soFar(headed)}${behindOf(headed)}${days}`;
    return [`**Unknown number of ${what}.**`, ...unknownWords(unknown, noun)].join(' ');
  }
  if (all === 0) {
    const whose = of === undefined ? noun : `${noun} ${of}`;
    return isIncomplete ? `**No ${whose} is loaded yet${days}**; there may be some.` : `**No ${whose}${days}.**`;
  }
  const others = [...without].map(([words, count]) => `${words}: ${counted(count, noun)}`).join(', ');
  return [
    `**No ${nounOf(headed)} of ${groupedText(all)}${soFar(headed)}${behindOf(headed)}${days}.**`,
    ...(others === '' ? [] : [`${others.charAt(0).toUpperCase()}${others.slice(1)}.`]),
  ].join(' ');
}

/** Rows that may match: `Not counted: 22 chats ("max_rating" cannot be judged).` */
export function unknownWords(unknown: ReadonlyMap<string, number>, noun: string): string[] {
  const parts = [...unknown].map(([argument, count]) => `${counted(count, noun)} ("${argument}" cannot be judged)`);
  return parts.length === 0 ? [] : [`Not counted: ${parts.join(', ')}.`];
}

function isSaid({ before, behind }: Phrase): boolean {
  return before !== undefined || behind !== undefined;
}

function nounOf({ noun, chosen }: Headed): string {
  return [...chosen.flatMap(({ before }) => before ?? []), noun].join(' ');
}

function behindOf({ of, chosen }: Headed): string {
  const phrases = chosen.flatMap(({ behind }) => behind ?? []);
  return [of, phrases.join(' and ')].flatMap((words) => (words ? [` ${words}`] : [])).join('');
}

function soFar({ isIncomplete }: Headed): string {
  return isIncomplete ? ' loaded so far' : '';
}

/** The period as a heading ends with it: `, Mon 16 – Sun 22 Nov 2026`. */
export function periodWords({ period, dated, isZoned }: Pick<Headed, 'period' | 'dated' | 'isZoned'>): string {
  if (period === undefined) return '';
  return `, ${dated === undefined ? '' : `${dated} `}${wholePeriodText(period, isZoned)}`;
}
