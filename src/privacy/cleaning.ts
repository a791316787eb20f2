import { decodeHTMLStrict } from 'entities/decode';
import { withoutStrayJoiners } from './joiners.ts';
import { MAX_MARKS, SHOWS_NOTHING } from './unseen.ts';

/** Printable ASCII, lines and tabs: nothing in it hides, and without an ampersand nothing in it is an entity. */
const PLAIN = /^[\t\n\x20-\x25\x27-\x7E]*$/;

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

/** Entities may be nested. Whoever nests them deeper does not want to be read. */
const DECODINGS = 3;

/** An ampersand at the beginning of what may be an entity; the longest name has 31 letters. */
const ENTITY_START = /&(?=#|[a-z][a-z\d]{1,31};)/gi;

/**
 * A stranger's text without what hides or reorders, and with its entities decoded. Ordinary text of every script comes
 * out as it went in, up to line ends, which become line feeds. Cuts nothing; cleaning twice is cleaning once; the work
 * is linear in the text.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  let shown = withoutInvisible(text);
  for (let decodings = 0; shown.includes('&'); decodings += 1) {
    const decoded = withoutInvisible(decodeHTMLStrict(shown.replaceAll('&nbsp;', ' ')));
    if (decoded === shown) return shown;
    if (decodings === DECODINGS) return shown.replaceAll(ENTITY_START, '& ');
    shown = decoded;
  }
  return shown;
}

function withoutInvisible(text: string): string {
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
