import { DEFINITIONS, DEFINITION_NOTES } from '../../figures/definitions.ts';

/** The names by which a figure is asked for: its own, and those that data have of it. */
export const FIGURE_NAMES: readonly string[] = [...new Set(DEFINITIONS.flatMap(({ name, keys }) => [name, ...keys]))];

/** Defines each figure, and says how figures are made and what cannot be computed here. */
export function allDefinitions(): string {
  return [...DEFINITIONS.map(definitionLine), ...DEFINITION_NOTES.map((note) => `- ${note}`)].join('\n');
}

/** A shorter part is in nearly every name. */
const MIN_PART = 3;

/**
 * Defines the figures that a name means: the one that has it, else those whose names have it as a part. Undefined where there is
 * none.
 */
export function definitionsOf(name: string): string | undefined {
  const exact = DEFINITIONS.filter((one) => one.name === name || one.keys.some((key) => key === name));
  const isPart = name.length >= MIN_PART;
  const some = exact.length > 0 ? exact : DEFINITIONS.filter((one) => isPart && one.name.includes(name));
  return some.length === 0 ? undefined : some.map(definitionLine).join('\n');
}

function definitionLine({ name, definition }: (typeof DEFINITIONS)[number]): string {
  return `- **${name}**: ${definition}`;
}
