import { mainValues } from '../../insights/codes/likelihood.ts';
import type { Codebook, ReadValue } from '../../model/codebook/codebook.ts';
import {
  CODE_MEANINGS,
  CODE_NAMES,
  meaningNamed,
  type CodeMeaning,
  type CodeName,
  type CodeSettings,
} from '../../model/codes.ts';
import { deskLine } from '../../privacy/cleaned-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { valuesOf } from '../../answers/words/code-words.ts';
import { counted } from '../../model/words/count.ts';
import { examplesOf } from './code-examples.ts';

/**
 * The meanings that are kept when a person says what a value means: that one, and where one value is open and one meaning is
 * left, that. What the data prove or a person said of another value stands, unless the person corrects themselves:
 * the value that was said to have this meaning then takes the one that is left.
 */
export function meaningsWith(
  code: CodeName,
  value: number,
  meaning: CodeMeaning<CodeName>,
  book: Codebook,
): ReadonlyMap<number, CodeMeaning<CodeName>> {
  const kept = new Map([[value, meaning]]);
  if (code === 'rating' || code === 'user_type') return kept;
  const values = valuesOf(book, code);
  const main = new Set(mainValues(new Map(values.map(({ value: one, count }) => [one, count]))));
  const isCorrection = book[code].values.get(value)?.said !== undefined;
  const isFree = (one: ReadValue<CodeName>) =>
    one.meaning === undefined ||
    (isCorrection && one.meaning === meaning && one.source === 'said' && one.proof === undefined);
  const others = values.filter((one) => one.value !== value);
  const free = others.filter(isFree);
  const used = new Set([meaning, ...others.flatMap((one) => (isFree(one) ? [] : (one.meaning ?? [])))]);
  const [last, ...more] = CODE_MEANINGS[code].filter((word) => !used.has(word));
  const [only, ...further] = free.filter((one) => main.has(one.value));
  if (last === undefined || more.length > 0 || only === undefined || further.length > 0) return kept;
  const word = meaningNamed(code, last);
  return word === undefined ? kept : kept.set(only.value, word);
}

/** Meanings in words: `1 = transferred, 0 = not transferred`. */
export function meaningsWords(meanings: ReadonlyMap<number, CodeMeaning<CodeName>>): string {
  return [...meanings].map(([value, meaning]) => `${value} = ${meaning}`).join(', ');
}

/** The line of the settings file that fixes a code: all that the setting codes has already, and these meanings. */
export function settingLine(
  settings: CodeSettings,
  name: CodeName,
  meanings: ReadonlyMap<number, CodeMeaning<CodeName>>,
): string {
  const codes = CODE_NAMES.flatMap((code) => {
    const given = Object.entries(settings[code] ?? {}).map(([value, meaning]) => [Number(value), meaning] as const);
    const all = new Map<number, CodeMeaning<CodeName>>([...given, ...(code === name ? meanings : [])]);
    const pairs = [...all].map(([value, meaning]) => `"${value}": "${meaning}"`);
    return pairs.length === 0 ? [] : [`"${code}": { ${pairs.join(', ')} }`];
  });
  return `"codes": { ${codes.join(', ')} }`;
}

/** The question that a user is asked before a meaning is saved, with a few of their own records. */
export async function questionAbout(
  code: CodeName,
  value: number,
  meanings: ReadonlyMap<number, CodeMeaning<CodeName>>,
  book: Codebook,
  desk: Desk,
): Promise<string> {
  const examples = await examplesOf(code, value, await desk.archive.shownCodes(), desk);
  const read = valuesOf(book, code).find((one) => one.value === value);
  const others = [...meanings].flatMap(([one, meaning]) => (one === value ? [] : [`${one} “${meaning}”`]));
  const also = others.length === 0 ? '' : ` (and ${others.join(', ')})`;
  return [
    `On ${deskWords(desk)}, does ${code} ${value} mean “${meanings.get(value) ?? 'open'}”${also}?`,
    ...examplesWords(code, examples, read?.count ?? 0),
    `${read === undefined ? '' : evidenceWords(read)}You can change this later.`,
  ].join('\n\n');
}

/** The desk that a question to a user is about: by its account where the caller reaches several. */
export function deskWords({ account }: Pick<Desk, 'account'>): string {
  return account === undefined ? 'your desk' : `the account ${deskLine(account)}`;
}

const NUMBERS = ['One', 'Two', 'Three'] as const;
const NOUNS: Readonly<Partial<Record<CodeName, string>>> = {
  unread: 'offline message',
  enabled: 'agent',
  user_type: 'transcript',
};

function examplesWords(code: CodeName, examples: readonly string[], count: number): string[] {
  const records = counted(count, NOUNS[code] ?? 'chat');
  if (examples.length === 0) return count === 0 ? [] : [`${records} with this code.`];
  const some = NUMBERS[examples.length - 1];
  const head = some === undefined || examples.length >= count ? records : `${some} of the ${records}`;
  return [[`${head} with this code:`, ...examples.map((example) => `- ${example}`)].join('\n')];
}

function evidenceWords({ likely, evidence, proof }: ReadValue<CodeName>): string {
  const meaning = (proof ?? likely)?.meaning;
  const facts = evidence === '' ? '' : `: ${evidence}`;
  if (meaning === undefined) return evidence === '' ? '' : `The data do not decide it${facts}. `;
  return `The data ${proof === undefined ? 'suggest' : 'show'} “${meaning}”${facts}. `;
}
