import { z } from 'zod';
import type { CodeName } from '../../model/codes.ts';
import type { Foreign } from '../../model/foreign.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { groupedText } from '../../model/words/number.ts';
import { recentMomentText, weekdayMomentText } from '../../model/words/time.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinWords, withoutPseudonym, withoutSeparator, type Quoted, type Words } from '../../privacy/quoted.ts';
import { readCode, type CodeReading } from '../codes.ts';
import type { Voice } from './voice.ts';

/** A fact of a record: how it is data, and how a line or a cell says it. */
export interface Field<Row> {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Undefined where it is unknown. */
  readonly data: (row: Row, voice: Voice) => unknown;
  /** Empty where there is nothing to say. */
  readonly words: (row: Row, voice: Voice) => Words;
  /** The head of its column; absent where a table has none of it. */
  readonly head?: string | undefined;
  /** Whether it stands on a line of its own below the facts, with others like it. */
  readonly isBelow?: boolean;
}

/** A kind of value: its shape, its form as data, and its words. */
interface Kind<Value> {
  readonly schema: z.ZodType;
  readonly data: (value: Value, voice: Voice) => unknown;
  readonly words: (value: Value, voice: Voice) => string;
}

/** A text of the desk's own people, cleaned, or of ours. */
export const TEXT: Kind<string> = { schema: z.string(), data: (text) => text, words: (text) => text };

export const NUMBER: Kind<number> = { schema: z.number(), data: (number) => number, words: groupedText };

/** Data for programs: the words around it say it. */
export const FLAG: Kind<boolean> = { schema: z.boolean(), data: (flag) => flag, words: () => '' };

/** Phrases of ours. */
export const PHRASES: Kind<readonly string[]> = {
  schema: z.array(z.string()),
  data: (phrases) => [...phrases],
  words: (phrases) => phrases.join(' · '),
};

/** One of a fixed list of words. */
export function oneOf<Word extends string>(words: readonly Word[]): Kind<Word> {
  return { schema: z.enum(words), data: (word) => word, words: (word) => word.replaceAll('_', ' ') };
}

/** ISO 8601 with the offset of the answer's zone as data. */
export const TIME: Kind<EpochMillis> = {
  schema: z.string(),
  data: (at, { zone }) => zone.iso(at),
  words: (at, { zone, now }) => recentMomentText(zone, at, now),
};

/** The same with the weekday in words. */
export const WEEKDAY_TIME: Kind<EpochMillis> = {
  ...TIME,
  words: (at, { zone, now }) => weekdayMomentText(zone, at, now),
};

/** Ids of other records. */
export const IDS: Kind<readonly number[]> = {
  schema: z.array(z.number()),
  data: (ids) => [...ids],
  words: (ids) => ids.join(', '),
};

/** How a line or a cell says a value. */
interface Saying<Row> extends Pick<Field<Row>, 'head'> {
  /** Puts the words of the value into a phrase; `false` keeps it out of the text. */
  readonly say?: ((words: string, row: Row) => string) | false;
}

/** Describes a fact of a record. */
export function field<Row, Value>(
  name: string,
  kind: Kind<Value>,
  of: (row: Row, voice: Voice) => Value | undefined,
  { head, say = (words) => words }: Saying<Row> = {},
): Field<Row> {
  return {
    name,
    schema: kind.schema,
    data: (row, voice) => {
      const value = of(row, voice);
      return value === undefined ? undefined : kind.data(value, voice);
    },
    words: (row, voice) => {
      if (say === false) return [];
      const value = of(row, voice);
      return value === undefined ? [] : phrase(say(kind.words(value, voice), row));
    },
    head,
  };
}

function phrase(words: string): Words {
  return words === '' ? [] : [words];
}

/** How a stranger's text is quoted. */
interface Quoting {
  /** `field` for a name, `line` for a text; `email` and `phone` are replaced whole where contacts are redacted. */
  readonly form?: 'field' | 'line' | 'email' | 'phone';
  readonly length?: number;
  readonly before?: string;
  readonly after?: string;
  readonly isBelow?: boolean;
  /** Whether our own side wrote it, such as a draft: of the addresses in it, that of the visitor alone is redacted. */
  readonly isOfOurSide?: boolean;
  /** Stands for it in the text. */
  readonly instead?: string;
}

/** Describes a text of a stranger, which is quoted. */
export function foreignText<Row>(
  name: string,
  of: (row: Row) => Foreign | undefined,
  {
    form = 'line',
    length = Infinity,
    before = '',
    after = '',
    isBelow = false,
    isOfOurSide = false,
    instead,
  }: Quoting = {},
): Field<Row> {
  const quote = (row: Row, { redactor: ofAnswer, textLength }: Voice): Quoted | undefined => {
    const text = of(row);
    if (text === undefined || text.length === 0) return undefined;
    const redactor = isOfOurSide ? ofAnswer.ofOurSide() : ofAnswer;
    return form === 'email' || form === 'phone'
      ? redactor[form](text)
      : redactor[form](text, Math.min(length, textLength));
  };
  return {
    name,
    schema: QuotedText,
    data: (row, voice) => mapKnown(quote(row, voice), withoutSeparator),
    words: (row, voice) => {
      const quoted = quote(row, voice);
      if (quoted === undefined) return [];
      if (instead !== undefined) return phrase(instead);
      // The id stands beside it: the pseudonym is for programs.
      const isContact = form === 'email' || form === 'phone';
      return [before, withoutSeparator(isContact ? withoutPseudonym(quoted) : quoted), after];
    },
    isBelow,
  };
}

/** Whether an integer code has a meaning: a boolean as data, if it is known. The text says the meaning, and marks one that is only likely. */
export function codeFlag<Row>(
  name: string,
  code: CodeName,
  meaning: string,
  raw: (row: Row) => number | undefined,
  { head, say = (words) => words }: Saying<Row> = {},
): Field<Row> {
  const read = (row: Row, { book }: Voice) => readCode(book, code, raw(row));
  return {
    name,
    schema: z.boolean(),
    data: (row, voice) => {
      const reading = read(row, voice);
      return reading === undefined || reading.isLikely ? undefined : reading.meaning === meaning;
    },
    words: (row, voice) =>
      say === false ? [] : phrase(codeWords(read(row, voice), code, raw(row), (word) => say(word, row))),
    head,
  };
}

function codeWords(
  reading: CodeReading | undefined,
  code: CodeName,
  raw: number | undefined,
  say: (meaning: string) => string,
): string {
  if (reading === undefined) return raw === undefined ? '' : `${code} ${raw}`;
  const words = say(reading.meaning);
  return reading.isLikely && words !== '' ? `${words} (assumed)` : words;
}

/** Facts that belong together, such as the id and the name of an agent: one object as data, one phrase in a line. */
export function part<Row>(name: string, fields: readonly Field<Row>[], { isBelow = false } = {}): Field<Row> {
  return {
    name,
    schema: shapeOf(fields),
    data: (row, voice) => {
      const data = dataOf(fields, row, voice);
      return Object.keys(data).length === 0 ? undefined : data;
    },
    words: (row, voice) =>
      joinWords(
        fields.map(({ words }) => words(row, voice)),
        ' ',
      ),
    isBelow,
  };
}

/** The shape of some facts as data. */
export function shapeOf<Row>(fields: readonly Field<Row>[]): z.ZodObject {
  return z.strictObject(Object.fromEntries(fields.map(({ name, schema }) => [name, schema.optional()])));
}

/** Some facts as data, without what is unknown. */
export function dataOf<Row>(fields: readonly Field<Row>[], row: Row, voice: Voice): Record<string, unknown> {
  const values = fields.map(({ name, data }): [string, unknown] => [name, data(row, voice)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
