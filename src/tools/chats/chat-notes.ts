import { unknownValuesOf, type CodeCounts } from '../../answers/codes.ts';
import type { Found } from '../../answers/rows/find.ts';
import { rawFilterWords } from '../../answers/words/code-words.ts';
import { meaningOf, ratingScaleOf, scaleText, type Codebook } from '../../model/codebook/codebook.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { CodeName } from '../../model/codes.ts';
import type { Chat, ChatCodes } from '../../model/records.ts';
import { keysOf } from '../../model/keys-of.ts';
import { counted } from '../../model/words/count.ts';
import { momentText } from '../../model/words/time.ts';
import type { ChatRow } from './chat-filters.ts';

// What a list of chats says beside its rows and their summary.

/** The arguments that rest on the meaning of a code. */
const CODE_ARGUMENTS_OF = {
  missed: 'is_missed',
  transferred: 'is_chat_transferred',
  rated: 'rating',
  min_rating: 'rating',
  max_rating: 'rating',
} as const satisfies Record<string, CodeName>;
const CODE_ARGUMENTS = keysOf(CODE_ARGUMENTS_OF);

/** What a call gives of these. */
interface CodeArguments extends Readonly<Partial<Record<'missed' | 'transferred' | 'rated', boolean | undefined>>> {
  readonly min_rating?: number | undefined;
  readonly max_rating?: number | undefined;
}

/** Says how many chats there are without a filter on a code, where others choose among them, too. */
export function withoutWords(given: CodeArguments, { all, total, without }: Found<ChatRow>): string[] {
  if (total === 0) return [];
  const counts = CODE_ARGUMENTS.filter((name) => given[name] !== undefined).flatMap((name) => {
    const count = total + (without.get(`without ${name}`) ?? 0);
    return count === all || count === total ? [] : [`without ${name} ${counted(count, 'chat')}`];
  });
  return counts.length === 0 ? [] : [`For comparison: ${counts.join(', ')}.`];
}

/** Says why it cannot be judged of some chats whether they are unanswered. */
export function unjudgedWords({ unknown }: Found<ChatRow>): string[] {
  return unknown.has('unanswered')
    ? [
        '"unanswered" (the visitor wrote last) is judged by loaded transcripts; get_support_performance with transcripts="all" loads more.',
      ]
    : [];
}

/** Says by which argument chats can be had by the raw values of a code that a filter rests on and whose meaning is unknown. */
export function rawWords(
  given: CodeArguments,
  { unknown }: Found<ChatRow>,
  codes: readonly CodeCounts<ChatCodes>[],
  book: Codebook,
): string[] {
  if (unknown.size === 0) return [];
  const asked = new Set<CodeName>(
    CODE_ARGUMENTS.filter((name) => given[name] !== undefined).map((name) => CODE_ARGUMENTS_OF[name]),
  );
  const open = codes
    .filter(({ name }) => asked.has(name))
    .map((counts) => [counts.name, unknownValuesOf(counts, book)] as const);
  const counts = new Map(
    open.flatMap(([name, values]) => (values.length === 0 ? [] : [[name, new Map(values)] as const])),
  );
  return counts.size === 0
    ? []
    : [`To list chats by the raw value, use ${rawFilterWords(counts)} in place of the filter.`];
}

/** A bound outside of what was ever seen may rest on another idea of the scale, which the service does not document. */
export function beyondScaleWords(
  { min_rating: least, max_rating: most }: CodeArguments,
  codes: readonly CodeCounts<ChatCodes>[],
  book: Codebook,
): string[] {
  // While the scale is unknown, the line about codes says so.
  if (!book.rating.settled && book.rating.values.size > 0) return [];
  const ratings = codes
    .filter(({ name }) => name === 'rating')
    .flatMap((counts) => counts.values().map(([value]) => value))
    .filter((value) => meaningOf(book, 'rating', value) !== 'not rated');
  const scale = ratingScaleOf(book, ratings);
  const isBeyond = (bound: number | undefined) =>
    bound !== undefined && (scale === undefined || bound < scale.least || bound > scale.most);
  if (!isBeyond(least) && !isBeyond(most)) return [];
  const seen = scaleText(ratingScaleOf(book, ratings));
  return [
    seen === undefined
      ? 'No rating was seen on this desk yet, so its scale is unknown.'
      : `A bound lies outside of the ratings of this desk (${seen}).`,
  ];
}

/** Says where a visitor's chats are who has none in the period: a visitor is rarely asked about by dates. */
export function elsewhereWords([newest, ...others]: readonly Chat[], { zone }: Period): string {
  return newest === undefined
    ? 'No chat of such a visitor is loaded. Check the spelling, or try a longer period.'
    : `This visitor has ${counted(others.length + 1, 'other loaded chat')}, the newest of ${momentText(zone, newest.requestedAt, 'with year')}.`;
}
