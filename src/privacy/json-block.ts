import { isJsonObject } from '../model/json.ts';
import { BLANK, MAY_SHOW_NOTHING, MAX_MARKS, SHOWS_NOTHING } from '../model/text/unseen.ts';

/**
 * JSON as a block of code, at most some levels deep. It means exactly the value: nothing in it is cleaned or defanged,
 * because renderers interpret nothing in a block of code, and nothing in it can end the block, whose lines begin with
 * blanks, quotes or braces. What cannot be seen is written out as JSON can.
 * @param most characters that are shown; of more, only the beginning
 */
export function jsonBlock(value: unknown, most = Infinity): { readonly block: string; readonly hidden: number } {
  const shown = laidOut(value, '');
  const hidden = Math.max(0, shown.length - most);
  return { block: `\`\`\`json\n${shown.slice(0, shown.length - hidden)}\n\`\`\``, hidden };
}

/** Lays a value out as `JSON.stringify` does, but lists of plain values on one line: they would push the rest out of sight. */
function laidOut(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (!value.some((item) => typeof item === 'object' && item !== null)) {
      return `[${value.map((item) => laidOut(item, inner)).join(', ')}]`;
    }
    return `[\n${value.map((item) => inner + laidOut(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return visible(JSON.stringify(value));
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}${visible(JSON.stringify(key))}: ${laidOut(item, inner)}`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

function visible(literal: string): string {
  return literal.replaceAll(NOT_SHOWN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/**
 * Controls, format characters, odd spaces, more than one space, and others that show nothing; heaps of marks; and what
 * begins an entity, a tag or an image, for renderers that know no blocks of code.
 */
const NOT_SHOWN = new RegExp(
  String.raw`(?! )[${SHOWS_NOTHING}${BLANK}${MAY_SHOW_NOTHING}&<]|(?<= ) |(?<=\p{M}{${MAX_MARKS}})\p{M}|!(?=\[)`,
  'gv',
);
