import { decodeHTMLStrict } from 'entities/decode';
import { Foreign, textOf } from '../model/foreign.ts';
import { ENTITY_START, withoutUnseen } from '../model/text/seen-text.ts';

/** Printable ASCII, lines and tabs: nothing in it hides, and without an ampersand nothing in it is an entity. */
const PLAIN = /^[\t\n\x20-\x25\x27-\x7E]*$/;

/** Entities may be nested. Whoever nests them deeper does not want to be read. */
const DECODINGS = 3;

/**
 * A stranger's text without what hides or reorders, and with its entities decoded. Ordinary text of every script comes
 * out as it went in, up to line ends, which become line feeds. Cuts nothing; cleaning twice is cleaning once; the work
 * is linear in the text.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  let shown = withoutUnseen(text);
  for (let decodings = 0; shown.includes('&'); decodings += 1) {
    const decoded = withoutUnseen(decodeHTMLStrict(shown.replaceAll('&nbsp;', ' ')));
    if (decoded === shown) return shown;
    if (decodings === DECODINGS) return shown.replaceAll(ENTITY_START, '& ');
    shown = decoded;
  }
  return shown;
}

/** A stranger's text, clean. */
export function cleaned(text: Foreign): Foreign {
  return new Foreign(cleanText(textOf(text)));
}
