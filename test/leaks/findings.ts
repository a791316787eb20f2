import { forbiddenIn } from '../privacy/forbidden.ts';
import { dangersIn } from '../privacy/rendered.ts';
import { outsideBoundaries, withoutBoundaries } from '../support/boundaries.ts';
import { canaryScan, secretsIn } from '../support/canaries/canary-scan.ts';
import { CUT_ADDRESS } from './cut-texts.ts';
import { brokenMarksIn, MARK, partsIn } from './marks.ts';
import { CANARY, CONTACTS, FORGED_FACT, FORGED_LINE, LONGEST_FIELD, OWN_CANARY, SECRETS } from './planted-desk.ts';
import type { WayOut } from './ways-out.ts';

// What may be in no way out, by kind.

/** Finds what may not be in a text. */
type Look = (text: string) => readonly string[];

/** Everything that came out by some ways, each text once, with the question to which it came. */
export interface Said {
  /** Every string, without boundaries. */
  readonly strings: ReadonlyMap<string, string>;
  /** What a model reads as one document. */
  readonly documents: ReadonlyMap<string, string>;
  /** Documents and the strings of their data, with their boundaries. */
  readonly enclosed: ReadonlyMap<string, string>;
}

/** Gathers what came out. */
export function saidBy(ways: readonly WayOut[]): Said {
  const by = (texts: (way: WayOut) => readonly string[]): Map<string, string> =>
    new Map(ways.flatMap((way) => texts(way).map((text) => [text, way.asked] as const)));
  return {
    strings: by(({ strings }) => strings),
    documents: by(({ text }) => [text]),
    enclosed: by(({ text, data }) => [text, ...data]),
  };
}

/** At most twenty of the texts in which something is found, with the question and what it is. */
export function findings(texts: ReadonlyMap<string, string>, look: Look): string[] {
  const found: string[] = [];
  for (const [text, asked] of texts) {
    for (const what of look(text)) found.push(`${asked}: ${what}: ${JSON.stringify(text.slice(0, 300))}`);
    if (found.length >= 20) break;
  }
  return found;
}

/** A text whose numbers have no blanks and no marks in them. */
const joined = (text: string): string => text.replaceAll(/(?<=\d)[ \u00A0()/.+-]+(?=\d)/g, '');

/** Words and numbers by which a value is known, in whatever form it comes out. Half of a long number says enough of it. */
function partsOf(value: string): readonly string[] {
  const words = value.toLowerCase().match(/[a-z]{4,}[\w.]*@?|(?:\d{1,3}\.){3}\d{1,3}/g) ?? [];
  const numbers = joined(value).match(/\d{7,}/g) ?? [];
  return [
    ...words.filter((word) => !/^(?:mail|oder|gmail|example)/.test(word)),
    ...numbers.flatMap((one) =>
      one.length > 13 ? [one.slice(0, 8), one.slice(8, 16)] : [one.replace(/^(?:49|0)/, '')],
    ),
  ];
}

/** Finds values, parts of them, and all usual encodings of them. */
function leaked(values: Readonly<Record<string, string>>): Look {
  const parts = Object.entries(values).flatMap(([what, value]) => partsOf(value).map((part) => [what, part] as const));
  const encoded = canaryScan(values);
  return (text) => {
    const plain = `${text}\n${joined(text)}`.toLowerCase();
    return [...parts.flatMap(([what, part]) => (plain.includes(part) ? [what] : [])), ...encoded(Buffer.from(text))];
  };
}

export const contactsIn = leaked(CONTACTS);
export const secretsOfVisitorsIn = leaked(SECRETS);
export const addressPartsIn: Look = (text) => partsIn(text, CUT_ADDRESS);
export const credentialsIn: Look = (text) => secretsIn(Buffer.from(text));
/** Characters that hide, reorder or control. */
export const charactersIn: Look = forbiddenIn;
/** What a renderer would load or run. To one of HTML, a boundary of ours is an element that does nothing. */
export const dangersInDocument: Look = (text) => dangersIn(withoutBoundaries(text));

const matches =
  (pattern: RegExp): Look =>
  (text) =>
    text.match(pattern) ?? [];

/** What strangers wrote, outside of boundaries. */
export const outsideIn: Look = (text) => matches(CANARY)(outsideBoundaries(text));
/** Lines of a document that begin as a stranger wants it. */
export const forgedLinesIn = matches(new RegExp(`^${FORGED_LINE}`, 'gm'));
/** Fields that a stranger made: of a row in a document, or in any text. */
export const forgedFactsInRows = matches(new RegExp(`^- .*[·•∙・‧]\\s*${FORGED_FACT}`, 'gm'));
export const forgedFactsIn = matches(new RegExp(`[·•∙・‧]\\s*${FORGED_FACT}`, 'g'));
/** Fields of the service that are longer than one of a row. */
export const longFieldsIn: Look = (text) =>
  matches(new RegExp(`${OWN_CANARY}[^\\n·|",]*zqheap[^\\n·|",]*`, 'g'))(text).filter(
    (field) => field.trimEnd().length > LONGEST_FIELD,
  );

/** Whole marks of redaction. */
export const marksIn = matches(MARK);
const IDS_OF_STRANGERS = /k7q2xab9|abcdefgh|7f3akq/;
/** Marks of redaction that a stranger wrote. */
export const forgedMarksIn: Look = (text) => marksIn(text).filter((mark) => IDS_OF_STRANGERS.test(mark));
/** What the instructions say of marks. */
const SAID_OF_MARKS = '[email], [phone] and the like are redacted';
/** Marks of redaction that are not whole, in lines that have no canary: what is planted with one has brackets of its own. */
export const brokenMarksOfOursIn: Look = (text) =>
  text
    .split('\n')
    .filter((line) => line.match(CANARY) === null)
    .flatMap((line) => brokenMarksIn(line.replace(SAID_OF_MARKS, '')))
    .filter((mark) => !IDS_OF_STRANGERS.test(mark));
