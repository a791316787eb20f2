import { z } from 'zod';
import { enclose } from '../../privacy/boundary.ts';
import { tableCell } from '../../privacy/cleaned-text.ts';
import { bytesOf, hasQuotation, joinWords, type Words } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { dataOf, shapeOf, type Field } from './field.ts';
import type { Steps } from '../../model/slices.ts';
import type { Voice } from './voice.ts';

/** The description of a record: its shape as data, and rows of it as text. */
export interface RowFormat<Row> {
  readonly schema: ReturnType<typeof schemaOf>;
  readonly data: (row: Row, voice: Voice) => Record<string, unknown>;
  /** As many rows as fit into some bytes, and at least one; a step a row, since texts of strangers take long to redact. */
  readonly fitting: (rows: readonly Row[], bytes: number, voice: Voice) => Steps<Fitting>;
}

export interface Fitting {
  readonly text: string;
  /** How many of the rows it has. */
  readonly count: number;
}

/** Describes the id and the facts of a record. */
interface Described<Row> {
  /** The name of the id in the data. */
  readonly id: string;
  readonly idOf: (row: Row) => number;
  readonly fields: readonly Field<Row>[];
  /** The redactor for texts of the person of whom a row is; that of the answer where it is absent. */
  readonly redactorFor?: (row: Row) => Redactor;
}

/** The description of a record of which each row is a line. */
interface LineFormat<Row> extends RowFormat<Row> {
  readonly line: (row: Row, voice: Voice) => Words;
  /** Our facts alone, for the heading of a single record. */
  readonly facts: (row: Row, voice: Voice) => string[];
  /** The same where the text says one of the facts beside the rows: lines leave it out, data have it. */
  readonly unsaid: (name: string) => LineFormat<Row>;
}

/** Describes a record of which each row is a line: its id, our facts, then what strangers wrote, so that none of it can pass for a fact. */
export function lines<Row>(described: Described<Row>): LineFormat<Row> {
  const { id, idOf, fields, redactorFor } = described;
  const voiceOf = (row: Row, voice: Voice): Voice =>
    redactorFor === undefined ? voice : { ...voice, redactor: redactorFor(row) };
  const besideOf = (row: Row, voice: Voice): Words[] =>
    fields.filter(({ isBelow }) => isBelow !== true).map(({ words }) => words(row, voice));
  const isOurs = (piece: Words): boolean => !hasQuotation(piece);
  const lineOf = (row: Row, spoken: Voice): Words => {
    const voice = voiceOf(row, spoken);
    const beside = besideOf(row, voice);
    const line = joinWords([[`- ${idOf(row)}`], ...beside.filter(isOurs), ...beside.filter(hasQuotation)], ' · ');
    const below = fields.filter(({ isBelow }) => isBelow === true);
    const text = joinWords(
      below.map(({ words }) => words(row, voice)),
      ' ',
    );
    return text.length === 0 ? line : [...line, '\n  ', ...text];
  };
  return {
    ...dataDescription({ id, idOf, fields }, voiceOf),
    line: lineOf,
    facts: (row, voice) =>
      besideOf(row, voiceOf(row, voice)).flatMap((piece) =>
        piece.length > 0 && isOurs(piece) ? [piece.join('')] : [],
      ),
    unsaid: (name) =>
      lines({ ...described, fields: fields.map((one) => (one.name === name ? { ...one, words: () => [] } : one)) }),
    *fitting(rows, bytes, voice) {
      const fit = yield* fittingLines(rows, (row) => lineOf(row, voice), bytes);
      return { text: enclose(fit), count: fit.length };
    },
  };
}

/** The lines of as many rows as fit into some bytes, and of at least one. */
function* fittingLines<Row>(
  rows: readonly Row[],
  lineOf: (row: Row, index: number) => Words,
  bytes: number,
): Steps<Words[]> {
  let left = bytes;
  const fit: Words[] = [];
  for (const [index, row] of rows.entries()) {
    yield;
    const line = lineOf(row, index);
    left -= bytesOf(line) + 1;
    if (left < 0 && fit.length > 0) break;
    fit.push(line);
  }
  return fit;
}

/** What stands in a cell whose value is unknown. */
const UNKNOWN: Words = ['–'];

/** Describes a record of which each row is one of a table. Facts with the same head share a column; one in which nothing is said is left out. */
export function table<Row>(described: Described<Row>): RowFormat<Row> {
  const { idOf, fields } = described;
  return {
    ...dataDescription(described, (_, voice) => voice),
    *fitting(rows, bytes, voice) {
      const headed = Map.groupBy(
        fields.filter(({ head }) => head !== undefined),
        ({ head = '' }) => head,
      );
      const columns = [...headed].flatMap(([head, some]) => {
        const cells = rows.map((row) =>
          joinWords(
            some.map(({ words }) => words(row, voice)),
            ', ',
          ),
        );
        return cells.some((cell) => cell.length > 0) ? [{ head, cells }] : [];
      });
      const head = [
        tableLine([['id'], ...columns.map((column) => [column.head])]),
        [`|${'---|'.repeat(columns.length + 1)}`],
      ];
      const lineOf = (row: Row, index: number): Words => {
        const cells = columns.map((column) => column.cells[index] ?? []);
        return tableLine([[String(idOf(row))], ...cells.map((cell) => (cell.length === 0 ? UNKNOWN : cell))]);
      };
      const room = head.reduce((left, line) => left - bytesOf(line) - 1, bytes);
      const fit = yield* fittingLines(rows, lineOf, room);
      return { text: enclose([...head, ...fit]), count: fit.length };
    },
  };
}

function tableLine(cells: readonly Words[]): Words {
  const escaped = cells.map((cell) => {
    const ours = cell.filter((part) => typeof part === 'string');
    if (ours.length < cell.length) throw new TypeError('a table has no place for a text of a stranger');
    // As one text: a part may end with a backslash, and the next one begin with a bar.
    return tableCell(ours.join(''));
  });
  return [`| ${escaped.join(' | ')} |`];
}

function dataDescription<Row>(
  { id, idOf, fields }: Described<Row>,
  voiceOf: (row: Row, voice: Voice) => Voice,
): Pick<RowFormat<Row>, 'schema' | 'data'> {
  return {
    schema: schemaOf({ [id]: z.number(), ...shapeOf(fields).shape }),
    data: (row, voice) => ({ [id]: idOf(row), ...dataOf(fields, row, voiceOf(row, voice)) }),
  };
}

function schemaOf(shape: z.ZodRawShape) {
  return z.strictObject(shape);
}
