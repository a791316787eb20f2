import { closestNames } from '../../src/model/text/closest.ts';

/** A file of the exhaustive suites in one of the vitest projects that run it. */
export interface ExhaustiveFile {
  readonly path: string;
  readonly project: string;
}

/** What runs as one: the exhaustive files of a folder. */
export interface Part {
  readonly name: string;
  readonly projects: readonly string[];
  readonly files: readonly string[];
}

/** The levels of folders below `test/` that name a part: with fewer, parts would be long; with more, there would be too many. */
const LEVELS = 2;

const ON_POSTGRES = 'postgres/';

/** Returns the parts of all files, by name. What runs on PostgreSQL is a part of its own: it takes several times as long. */
export function partsOf(files: readonly ExhaustiveFile[]): Part[] {
  return [...Map.groupBy(files, partName)]
    .map(([name, own]) => ({
      name,
      projects: [...new Set(own.map(({ project }) => project))].sort(),
      files: [...new Set(own.map(({ path }) => path))].sort(),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function partName({ path, project }: ExhaustiveFile): string {
  const folder = path.split('/').slice(1, -1).slice(0, LEVELS).join('/');
  return project === 'postgres' ? `${ON_POSTGRES}${folder}` : folder;
}

/** A name that no part has. */
export class UnknownPart extends Error {
  constructor(name: string, valid: Iterable<string>) {
    const closest = closestNames(name, valid);
    super(
      `There is no part "${name}"${closest.length > 0 ? `; did you mean ${closest.join(' or ')}?` : '. --plan lists the parts.'}`,
    );
  }
}

/**
 * Returns the parts that have one of the names, or all of them without a name. A part has its own name and those of the folders
 * above it; on PostgreSQL, also the same names without `postgres/`. Throws UnknownPart.
 */
export function partsNamed(names: readonly string[], parts: readonly Part[]): Part[] {
  const valid = new Set(parts.flatMap(namesOf));
  const unknown = names.find((name) => !valid.has(name));
  if (unknown !== undefined) throw new UnknownPart(unknown, valid);
  return names.length === 0 ? [...parts] : parts.filter((part) => namesOf(part).some((name) => names.includes(name)));
}

function namesOf({ name }: Part): string[] {
  const steps = name.split('/');
  const names = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  const elsewhere = names.filter((one) => one.startsWith(ON_POSTGRES)).map((one) => one.slice(ON_POSTGRES.length));
  return [...names, ...elsewhere];
}
