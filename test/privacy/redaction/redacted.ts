import type { RedactionLevel } from '../../../src/model/redaction.ts';
import { type Contact, ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';

interface Circumstances {
  readonly level?: RedactionLevel;
  readonly known?: Contact;
  readonly kept?: readonly string[];
}

/** Returns what is found in a text, as `kind: part`, known parts with an asterisk. */
export function foundIn(text: string, { level = 'contacts', known = {}, kept = [] }: Circumstances = {}): string[] {
  return findSensitive(text, level, new ContactForms(known), new Set(kept)).map(
    ({ kind, start, end, known: isKnown }) => `${kind}${isKnown ? '*' : ''}: ${text.slice(start, end)}`,
  );
}

/** The text with marks such as answers have. */
export function redacted(text: string, { level = 'contacts', known = {}, kept = [] }: Circumstances = {}): string {
  let result = '';
  let at = 0;
  for (const { kind, start, end, known: isKnown } of findSensitive(
    text,
    level,
    new ContactForms(known),
    new Set(kept),
  )) {
    result += text.slice(at, start) + markOf(kind, isKnown);
    at = end;
  }
  return result + text.slice(at);
}

function markOf(kind: string, isKnown: boolean): string {
  if (['card', 'iban', 'secret'].includes(kind)) return `[${kind}]`;
  return isKnown ? `[${kind} of visitor-7f3akqab]` : `[${kind} 7f3akqab]`;
}
