import { allSteps } from '../../../src/model/slices.ts';
import { ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { VOCABULARY } from '../../../src/privacy/redaction/reading/vocabulary.ts';
import { ALL_ASKED, wholeReadingOf } from '../../../src/privacy/redaction/sensitive.ts';
import { repeated } from './worst-texts.ts';

// The steps of long texts, which are the same on every machine.

const KNOWN = new ContactForms({
  email: 'max.mustermann@example.de',
  phone: '0170 1234567',
  ip: '203.0.113.9',
  country: 'Germany',
});

/** The steps of a piece that is repeated up to a number of characters. */
export function stepsOf(piece: string, length: number): number {
  return stepsOfText(repeated(piece, length));
}

function stepsOfText(text: string): number {
  return allSteps(wholeReadingOf(text, 'contacts', KNOWN, new Set())).steps;
}

/** The classes of tokens that are no role and no sign, by a token of theirs. */
const KINDS: Readonly<Record<string, string>> = {
  word: 'ab',
  number: '1',
  line: '\n',
  first: 'a',
  group: '4111',
  start: 'Ab1!x',
  begin: '-----BEGIN PRIVATE KEY-----',
  scheme: 'bearer',
};

/** A word of each role. */
export const WORDS_OF_ROLES: readonly string[] = [
  ...new Map(
    Array.from(VOCABULARY.exact, ([word, roles]) => Array.from(roles, (role) => [role, word] as const)).flat(),
  ).values(),
];

/** A token for each class at which a rule is asked. */
const TRIGGERS = Array.from(ALL_ASKED.contacts.keys(), (name) => KINDS[name] ?? wordOf(name) ?? name);

function wordOf(name: string): string | undefined {
  return Array.from(VOCABULARY.exact).find(([, roles]) => Array.from<string>(roles).includes(name))?.[0];
}

const OTHERS = [
  'a',
  'ab',
  'aB',
  'é',
  'я',
  '東',
  '1',
  '12',
  '4111',
  ' ',
  '\n',
  '\t',
  ...Array.from('.,:;=/-_@()<>"\'+*|&#~`', (sign) => sign),
];

/** Each token that triggers a rule, beside each other token, with a space behind both and without. */
export const PAIRS: readonly string[] = TRIGGERS.flatMap((trigger) =>
  OTHERS.flatMap((other) => [trigger + other, `${trigger}${other} `, `${trigger} ${other} `]),
);

/** More steps than any text takes for each of its characters, the questions to the numbering plans aside. */
const MOST_A_CHARACTER = 200;
/** The most questions to the numbering plans in a text, in steps. */
const STEPS_OF_QUESTIONS = 400_000;
/** What is found at the end of a text, or not, as its length has it. */
const TOLERANCE = 1000;

/** The steps of a piece that is repeated to a third, two thirds and the whole of a length. */
function thirdsOf(piece: string, length: number): [short: number, middle: number, long: number] {
  const third = piece.repeat(Math.ceil(length / 3 / piece.length));
  return [stepsOfText(third), stepsOfText(third + third), stepsOfText(third + third + third)];
}

/** Whether the last third takes no more than the one before. Rules see no more than a window: only the two ends of a text are cheaper than its middle. */
function isLinear([short, middle, long]: readonly [number, number, number]): boolean {
  return long - middle <= middle - short + TOLERANCE;
}

/** The pieces that take too many steps, or more for each of their characters in longer texts. */
export function costlyOf(pieces: readonly string[], length: number): object[] {
  return pieces.flatMap((piece) => {
    const steps = thirdsOf(piece, length);
    // Where a phrase ends at the end of a text is chance: what grows with the text does so in one of four times the length, too.
    const grows = !isLinear(steps) && !isLinear(thirdsOf(piece, 4 * length));
    const isCheap = steps[2] <= MOST_A_CHARACTER * Math.ceil(length / piece.length) * piece.length + STEPS_OF_QUESTIONS;
    return !grows && isCheap ? [] : [{ piece, steps }];
  });
}
