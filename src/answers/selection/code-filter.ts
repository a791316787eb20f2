import { z } from 'zod';
import type { CodeName } from '../../model/codes.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { outcomeOf, type Filter } from '../rows/filters.ts';
import { CallerText, joined, trusted } from '../../model/text/trusted-text.ts';

/** The most values that a question names. */
const MOST = 20;
const LONGEST = 60;

/**
 * Raw values of codes, such as `is_chat_transferred=1`. A model that gives a text takes it for a list of one, or puts commas
 * between.
 */
export const codesArgument = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.slice(0, MOST * LONGEST).split(',') : given),
    z.array(CallerText.max(LONGEST)).min(1).max(MOST),
  )
  .optional();

/** The values of codes that rows may have: any of those of each code. */
export type CodeFilter<Name extends CodeName> = ReadonlyMap<Name, ReadonlySet<number>>;

/** The filter of rows by the raw values of some codes, with an example of a value for its description. */
export function codesFilter<Row, Name extends CodeName>(
  names: readonly Name[],
  valueOf: (row: Row, name: Name) => number | undefined,
  example: string,
): Filter<Row, unknown> {
  const schema = codesArgument.describe(`Raw values, such as ${example}.`);
  return {
    argument: 'codes',
    schema,
    condition: ({ codes }) => {
      if (codes === undefined) return undefined;
      const wanted = [...codeFilterOf(schema.parse(codes), names)];
      return {
        argument: 'codes',
        words: {
          behind: `with ${wanted.map(([name, values]) => `${name} ${[...values].join(' or ')}`).join(' and ')}`,
        },
        without: 'without codes',
        test: (row) => outcomeOf(wanted.every(([name, values]) => values.has(valueOf(row, name) ?? Number.NaN))),
      };
    },
  };
}

/** Parses raw values of some codes. Throws InvalidArgument for anything else. */
export function codeFilterOf<Name extends CodeName>(
  given: readonly string[] | undefined,
  names: readonly Name[],
): CodeFilter<Name> {
  const filter = new Map<Name, Set<number>>();
  for (const text of given ?? []) {
    const [, word, digits] = /^[\s"'[]*([a-z_]+)\s*={1,2}\s*(-?\d{1,9}(?:\.\d{1,6})?)[\s"'\]]*$/.exec(text) ?? [];
    const name = names.find((one) => one === word);
    if (name === undefined || digits === undefined) throw notACode(names);
    filter.set(name, new Set([...(filter.get(name) ?? []), Number(digits)]));
  }
  return filter;
}

function notACode(names: readonly CodeName[]): InvalidArgument {
  const words = names.map((name) => trusted`${name}`);
  return new InvalidArgument(
    trusted`codes takes a list of codes with values, such as ["${names[0] ?? 'unread'}=1"].`,
    trusted`Codes of this list: ${joined(words, ', ')}.`,
  );
}
