import type { Codebook, ReadValue } from '../../model/codebook/codebook.ts';
import type { CodeName, SaidMeaning } from '../../model/codes.ts';
import { counted as countedText } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { dayOfYearText, utcDayText } from '../../model/words/time.ts';

// How codes are worded, in the one grammar of the policy in `answers/codes.ts`.

/** How many chats, or other rows, have each value of some codes. */
export type CodeCounts = ReadonlyMap<CodeName, ReadonlyMap<number, number>>;

/** Says by which argument a list can be had by the raw values of a code: `codes ["is_chat_transferred=1"]`. */
export function rawFilterWords(counts: CodeCounts): string {
  const raw = [...counts].flatMap(([name, values]) =>
    [...values]
      .toSorted(([, some], [, more]) => some - more)
      .slice(0, 2)
      .map(([value]) => `codes ["${name}=${value}"]`),
  );
  return raw.join(' or ') || 'codes';
}

/** What a user is to be asked, where a code is not known. */
export const ASK = 'Ask the user, then record_code_meaning.';

/** A service may put anything into a code; a line has room for a few values. */
const MAX_VALUES = 6;

/** A code by value: `chat_ended_by 1 (160 chats), 2 (91)`. */
export function byValue(
  name: CodeName,
  values: readonly (readonly [value: number, count: number | undefined])[],
  noun = 'record',
): string {
  const shown = values
    .slice(0, MAX_VALUES)
    .map(([value, count], index) =>
      count === undefined ? `${value}` : `${value} (${index === 0 ? countedText(count, noun) : groupedText(count)})`,
    );
  const more = values.length > MAX_VALUES ? [`${values.length - MAX_VALUES} more values`] : [];
  return `${name} ${[...shown, ...more].join(', ')}`;
}

/** Whether all values of a code are known, all known or assumed, or some are unknown. Undefined where none was seen. */
export function stateOf(name: CodeName, book: Codebook): 'known' | 'assumed' | 'unknown' | undefined {
  const values = valuesOf(book, name);
  if (values.length === 0) return undefined;
  // Which value stands for "not rated" decides for all values.
  if (name === 'rating') {
    return book.rating.settled ? 'known' : values.some(({ likely }) => likely !== undefined) ? 'assumed' : 'unknown';
  }
  if (values.every(({ meaning }) => meaning !== undefined)) return 'known';
  return values.every(({ meaning, likely }) => (meaning ?? likely) !== undefined) ? 'assumed' : 'unknown';
}

/** Whether a code has a value that was seen and whose meaning is not known. */
export function isOpen(name: CodeName, book: Codebook): boolean {
  return ['assumed', 'unknown'].includes(stateOf(name, book) ?? 'known');
}

/** What the data, or a user, say against the known meanings of a code, in a sentence; none where nothing does. */
export function contradictionsOf(name: CodeName, book: Codebook): string[] {
  const against = book[name].settled ? valuesOf(book, name).flatMap(contradictionWords) : [];
  if (against.length === 0) return [];
  return book[name].source === 'setting'
    ? [`**Check the setting codes for ${name}**: ${against.join(', ')}.`]
    : [
        `**Check the saved meaning of ${name}**: ${against.join(', ')}. record_code_meaning with meaning="open" takes it back.`,
      ];
}

function contradictionWords({ value, meaning, proof, said, source, against, evidence }: ReadValue<CodeName>): string[] {
  return [
    ...(proof !== undefined || against === undefined
      ? []
      : [`the data suggest ${value} = ${against.meaning}${evidence === '' ? '' : ` (${evidence})`}`]),
    ...(proof === undefined || proof.meaning === meaning
      ? []
      : [
          `the data say ${value} = ${proof.meaning} (${proof.agreement.agreeing} of ${proof.agreement.n} ${proof.because})`,
        ]),
    ...(said === undefined || source === 'said' || said.meaning === meaning
      ? []
      : [`${value} = ${said.meaning} was saved (${saidWords(said)})`]),
  ];
}

/** How a meaning came to be saved, and when: `confirmed through the app, 22 Nov 2026`. */
export function saidWords({ agreedBy, decidedAt }: SaidMeaning): string {
  const how = agreedBy === 'terminal' ? 'entered at the terminal' : 'confirmed through the app';
  return `${how}, ${dayOfYearText(utcDayText(decidedAt), '')}`;
}

/** The values of a code, in order. */
export function valuesOf(book: Codebook, name: CodeName): readonly ReadValue<CodeName>[] {
  return [...book[name].values.values()];
}
