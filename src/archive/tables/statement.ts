import { sql, type Compilable, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Stands in a compiled statement where a value comes. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a statement while it is built, when only their names are known. */
export interface Given<Values> {
  /** Stands for a value that is given. */
  value<Name extends keyof Values & string>(name: Name): RawBuilder<Exclude<Values[Name], undefined>>;
  /** Whether one that may be left out is given. */
  has(name: keyof Values & string): boolean;
}

/**
 * A question to the tables that is compiled once for an archive, whatever values it is asked with; and once more for
 * each other choice of values that are left out. What it is asked with may go nowhere but through `given`.
 */
export function statement<Values extends object, Row>(
  build: (tables: Tables, given: Given<Values>) => Compilable<Row>,
): (tables: Tables, values: Values) => Promise<Row[]> {
  const compiledFor = new WeakMap<Tables['archive'], Map<string, CompiledQuery<Row>>>();
  return async (tables, values) => {
    const given = new Map<string, unknown>(Object.entries(values).filter(([, value]) => value !== undefined));
    const shapes = compiledFor.get(tables.archive) ?? new Map<string, CompiledQuery<Row>>();
    compiledFor.set(tables.archive, shapes);
    const shape = [...given.keys()].join(' ');
    const compiled =
      shapes.get(shape) ??
      build(tables, { value: (name) => sql`${new Placeholder(name)}`, has: (name) => given.has(name) }).compile();
    shapes.set(shape, compiled);
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? given.get(one.name) : one));
    return tables.answersTo({ ...compiled, parameters });
  };
}
