import type { z } from 'zod';

/** The arguments of a call, checked. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Whether a row meets a condition: `assumed` by the likely meaning of a code, `unknown` where the row does not say. */
export type Outcome = 'yes' | 'assumed' | 'no' | 'unknown';

export function outcomeOf(isSo: boolean | undefined): Outcome {
  if (isSo === undefined) return 'unknown';
  return isSo ? 'yes' : 'no';
}

/** How a heading says a condition: `unanswered` before the noun, `with status "Online"` behind it. */
export interface Phrase {
  readonly before?: string;
  readonly behind?: string;
  /** Whether the rows that meet it alone are said as a share of all. */
  readonly isShare?: boolean;
}

/** A condition that an argument of a call sets. */
export interface Condition<Row> {
  readonly argument: string;
  readonly words: Phrase;
  /** How to ask without it: `without status`, or `with state="all"` where the argument has a default. */
  readonly without: string;
  readonly test: (row: Row) => Outcome;
}

/** An argument that chooses among rows. */
export interface Filter<Row, Context> {
  readonly argument: string;
  readonly schema: z.ZodType;
  readonly condition: (args: Arguments, context: Context) => Condition<Row> | undefined;
}

/**
 * Describes a filter; `test` is given the row, the value of the argument, and what was loaded beside the rows. A text of `words`
 * stands behind the noun.
 */
export function filter<Row, Context, Schema extends z.ZodType>(
  argument: string,
  schema: Schema,
  words: (value: z.output<Schema>) => string | Phrase,
  test: (row: Row, value: z.output<Schema>, context: Context) => Outcome,
  without = `without ${argument}`,
): Filter<Row, Context> {
  return preparedFilter(
    argument,
    schema,
    words,
    (value, context: Context) => (row: Row) => test(row, value, context),
    without,
  );
}

/** The same, where `testOf` is given the value once for all rows, because reading it takes a while. */
export function preparedFilter<Row, Context, Schema extends z.ZodType>(
  argument: string,
  schema: Schema,
  words: (value: z.output<Schema>) => string | Phrase,
  testOf: (value: z.output<Schema>, context: Context) => (row: Row) => Outcome,
  without = `without ${argument}`,
): Filter<Row, Context> {
  return {
    argument,
    schema,
    condition: (args, context) => {
      if (args[argument] === undefined) return undefined;
      const value = schema.parse(args[argument]);
      const phrase = words(value);
      return {
        argument,
        words: typeof phrase === 'string' ? { behind: phrase } : phrase,
        without,
        test: testOf(value, context),
      };
    },
  };
}
