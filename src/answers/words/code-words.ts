import type { Codebook, ReadValue } from '../../model/codebook/codebook.ts';
import type { CodeName, SaidMeaning } from '../../model/codes.ts';
import { counted as countedText } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { dayOfYearText, utcDayText } from '../../model/words/time.ts';

// How codes are worded, in the one grammar of the policy in `answers/codes.ts`. An answer that does not go by what a value likely means
// says of such a value that it is unknown, and what is likely beside it.

/** How many chats, or other rows, have each value of some codes. */
export type CodeCounts = ReadonlyMap<CodeName, ReadonlyMap<number, number>>;

/**
 * The line under an answer that rests on codes: what is unknown, and what speaks against what is known. The answer counts rows by
 * the values of the codes `counted`. Undefined where nothing is to be said.
 */
export function codesWords(
  book: Codebook,
  names: readonly CodeName[],
  counted: Iterable<CodeName> = [],
): string | undefined {
  const isCounted = new Set(counted);
  const unknown = names
    .filter((name) => isOpen(name, book) && !isCounted.has(name))
    .map((name) => openValues(name, book));
  const sentences = [
    ...names.flatMap((name) => contradictionsOf(name, book)),
    ...unknownSentence(unknown),
    ...(unknown.length === 0 ? [] : [SEE]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The name of a code without a known value, else the values that are not known: `chat_ended_by 1, 2`. */
function openValues(name: CodeName, book: Codebook): string {
  const values = valuesOf(book, name);
  const open = values.filter(({ meaning }) => meaning === undefined);
  return name === 'rating' || open.length === values.length
    ? name
    : byValue(
        name,
        open.map(({ value }) => [value, undefined]),
        book,
      );
}

/** Figures on codes that are not known, by value: `Unknown: is_missed 0 (38 chats, likely served), 1 (1, likely missed).` Undefined where there are none. */
export function countsByValueWords(counts: CodeCounts, book: Codebook, noun: string): string | undefined {
  const codes = openCodesWords(counts, book, noun);
  return codes && `${codes} ${SEE}`;
}

/** The same for those who can save no meaning, such as the readers of a report. */
export function openCodesWords(counts: CodeCounts, book: Codebook, noun: string): string | undefined {
  const codes = [...counts].map(([name, values]) => {
    const commonest = [...values].toSorted(([one, some], [other, others]) => others - some || one - other);
    return byValue(name, commonest, book, noun);
  });
  return codes.length === 0 ? undefined : unknownSentence(codes).join('');
}

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

/** Where the evidence is, and what to do. */
const SEE = 'See get_service_status about="codebook".';

/** What a user is to be asked, where a code is not known. */
export const ASK = 'Ask the user, then call record_code_meaning.';

/** What is unknown, in a sentence; none where nothing is. */
export function unknownSentence(codes: readonly string[]): string[] {
  return codes.length === 0 ? [] : [`Unknown: ${codes.join('; ')}.`];
}

/** A service may put anything into a code; a line has room for a few values. */
const MAX_VALUES = 6;

/** A code by value: `chat_ended_by 1 (160 chats), 2 (91)`; with what a value means, or may mean, where the answer does not go by it. */
export function byValue(
  name: CodeName,
  values: readonly (readonly [value: number, count: number | undefined])[],
  book: Codebook,
  noun = 'record',
): string {
  const shown = values.slice(0, MAX_VALUES).map(([value, count], index) => {
    const { meaning, likely } = book[name].values.get(value) ?? {};
    const facts = [
      ...(count === undefined ? [] : [index === 0 ? countedText(count, noun) : groupedText(count)]),
      ...[meaning ?? (likely && `likely ${likely.meaning}`)].filter((words) => words !== undefined),
    ];
    return facts.length === 0 ? `${value}` : `${value} (${facts.join(', ')})`;
  });
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
