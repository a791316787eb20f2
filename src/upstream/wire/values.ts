import { z } from 'zod';
import { Foreign } from '../../model/foreign.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { leftOutWords } from '../../model/text/cut-text.ts';
import { eachInSlices } from '../../model/slices.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { LeftOut } from '../answers/answer-content.ts';
import { MAX_DESK_FACT_LENGTH, MAX_FACT_LENGTH } from '../answers/limits.ts';

// Reads single values. The specification leaves open whether a field is present, null or empty and whether a
// number comes as text, so every field accepts anything: what cannot be read is unknown, and only an id or a time that
// a record cannot do without makes the record unreadable.

const anything = z.unknown().optional();

/** The service is younger than this, and none of its records lies a lifetime ahead. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

const NUMERAL = /^[-+]?\d+(?:\.\d+)?$/;
const PLACEHOLDER = /^(?:not (?:set|available|specified|provided)|n\/a|none|null|undefined|[-–—]+)$/i;

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMERAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readFact(value: unknown, maxLength: number): string | undefined {
  const read = readText(value);
  if (read === undefined || PLACEHOLDER.test(read.trim())) return undefined;
  return read.length > maxLength ? `${read.slice(0, maxLength).toWellFormed()}…` : read;
}

function readMoment(value: unknown): EpochMillis | undefined {
  const number = readNumber(value);
  return number === undefined || number < EARLIEST || number > LATEST ? undefined : epochMillis(Math.trunc(number));
}

/** Free text, kept as it came: a message that says "-" says "-". Blank is none. */
export const text = anything.transform((value) => foreign(readText(value)));

/** A short fact about somebody, such as a name or a city: an obvious placeholder is none. */
export const fact = anything.transform((value) => foreign(readFact(value, MAX_FACT_LENGTH)));

function foreign(read: string | undefined): Foreign | undefined {
  return read === undefined ? undefined : new Foreign(read);
}

/** The same, where no stranger writes: in what the service tells of the desk's own people. */
export const deskText = anything.transform(readText).pipe(DeskText.optional());
export const deskFact = anything.transform((value) => readFact(value, MAX_DESK_FACT_LENGTH)).pipe(DeskText.optional());

/** A count, a duration or an integer code. */
export const number = anything.transform(readNumber);

/** A moment in epoch milliseconds; an implausible one is none, because a missing time is often sent as 0. */
export const moment = anything.transform(readMoment);

/** Reads what makes the record unreadable where it lacks. */
function required<Value>(read: (value: unknown) => Value | undefined) {
  return anything.transform((value, context): Value => {
    const readable = read(value);
    if (readable !== undefined) return readable;
    context.issues.push({ code: 'custom', input: value, message: 'required' });
    return z.NEVER;
  });
}

function readId<Id extends z.ZodType>(value: unknown, id: Id): z.output<Id> | undefined {
  return id.safeParse(readNumber(value)).data;
}

/** A moment that the record cannot do without. */
export const requiredMoment = required(readMoment);

/** The id of the record itself. */
export function ownId<Id extends z.ZodType>(id: Id) {
  return required((value) => readId(value, id));
}

/** The id of another record; 0 stands for none. */
export function otherId<Id extends z.ZodType>(id: Id) {
  return anything.transform((value) => readId(value, id));
}

/**
 * The parts inside a record, such as the messages of a chat: a missing list is empty, an unreadable part is left out. What
 * there was too much of is told by a part of our own, after the others. They are read in slices.
 */
export function parts<Part>(part: z.ZodType<Part>, saying: (words: Foreign) => NoInfer<Part>) {
  return anything.transform(async (value): Promise<Part[]> => {
    const read: Part[] = [];
    const readOne = (entry: unknown): void => {
      const one =
        entry instanceof LeftOut ? { data: saying(new Foreign(leftOutWords(entry.count))) } : part.safeParse(entry);
      if (one.data !== undefined) read.push(one.data);
    };
    if (Array.isArray(value)) await eachInSlices<unknown>(value, readOne);
    return read;
  });
}

/** Every key of a record has to be named; those it may lack can be undefined. */
type Fields<Made> = {
  [Key in keyof Made]-?: Partial<Pick<Made, Key>> extends Pick<Made, Key> ? Made[Key] | undefined : Made[Key];
};

function isWhole<Made extends object>(fields: Made | object): fields is Made {
  return Object.values(fields).every((value) => value !== undefined);
}

/** Builds a record of all its fields, without the keys whose value is unknown. */
export function recordOf<Made extends object>(fields: Fields<Made>): Made {
  const record: Made | object = omitUndefined(fields);
  if (!isWhole<Made>(record)) throw new TypeError('a key without a value was kept');
  return record;
}

/** Sorts by time and leaves parts without a time behind the one they came after. */
export function inTimeOrder<Part>(list: readonly Part[], timeOf: (part: Part) => EpochMillis | undefined): Part[] {
  let last = 0;
  return list
    .map((part) => ({ part, time: (last = timeOf(part) ?? last) }))
    .sort((one, other) => one.time - other.time)
    .map(({ part }) => part);
}

/**
 * Reads a list row by row, so that one unreadable record never takes its neighbours down, and in slices; counts those that
 * cannot be read. Throws the reason of an aborted signal.
 */
export async function readRows<Row>(
  row: z.ZodType<Row>,
  list: readonly unknown[],
  signal?: AbortSignal,
): Promise<{ readonly rows: Row[]; readonly rejected: number }> {
  const rows: Row[] = [];
  const readOne = (entry: unknown): void => {
    const read = row.safeParse(entry);
    if (read.success) rows.push(read.data);
  };
  await eachInSlices(list, readOne, signal);
  return { rows, rejected: list.length - rows.length };
}
