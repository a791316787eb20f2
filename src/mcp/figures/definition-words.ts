import { DEFINITIONS, DEFINITION_NOTES } from '../../insights/figures/definitions.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

/** Defines each figure: what it means, over what it is computed, and what cannot be computed here. */
export function allDefinitions(): OwnText {
  return joinSafe(
    [
      ...DEFINITIONS.map(({ name, definition }) => safe`- **${ownWord(name)}**: ${ownWord(definition)}`),
      ...DEFINITION_NOTES.map((note) => safe`- ${ownWord(note)}`),
    ],
    '\n',
  );
}
