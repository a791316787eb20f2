import { withoutStrayJoiners } from './joiners.ts';
import { MAX_MARKS, SHOWS_NOTHING } from './unseen.ts';

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that show nothing and can hide or reorder text: controls but tab and line feed, format characters (soft
 * hyphen, bidirectional controls, zero-width space, byte order mark, tags, interlinear annotation), noncharacters, and
 * whatever else Unicode lets fonts ignore. Visible number marks of Arabic, Syriac and Kaithi stay. Joiners and variation
 * selectors are looked at together with what stands beside them.
 */
const INVISIBLE = new RegExp(
  String.raw`[[${SHOWS_NOTHING}]--[\n\t\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u180E\u{110BD}\u{110CD}\p{Join_Control}\p{Variation_Selector}]]`,
  'gv',
);

const TOO_MANY_MARKS = new RegExp(String.raw`([\p{M}\p{Join_Control}]{${MAX_MARKS}})[\p{M}\p{Join_Control}]+`, 'gu');

/** An ampersand at the beginning of what may be an entity; the longest name has 31 letters. */
export const ENTITY_START = /&(?=#|[a-z][a-z\d]{1,31};)/gi;

/**
 * A text without what shows nothing and can hide or reorder text, and without control sequences for terminals; its line ends
 * become line feeds. The work is linear in the text.
 */
export function withoutUnseen(text: string): string {
  const visible = withoutControlSequences(text.toWellFormed()).replaceAll(LINE_END, '\n').replaceAll(INVISIBLE, '');
  return withoutStrayJoiners(visible.replaceAll(TOO_MANY_MARKS, '$1'));
}

/**
 * Control sequences for terminals (ECMA-48): strings such as hyperlinks and titles up to their end, CSI sequences, and
 * two-character escapes. No part of one can run into the next introducer, so that the work is linear in the text; that
 * of Node's stripVTControlCharacters is not, 1 MB of `ESC ]` takes it minutes.
 */
const CONTROL_SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- Control characters are what this is about.
  /(?:\x1B[\]PX^_]|[\x9D\x90\x98\x9E\x9F])[^\0-\x08\n-\x1F\x7F-\x9F]*(?:\x07|\x1B\\|\x9C)|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]|\x1B[ -/]*[0-~]/g;

/** Text without control sequences for terminals; a string without an end loses its beginning only. */
function withoutControlSequences(text: string): string {
  return text.replaceAll(CONTROL_SEQUENCE, '');
}
