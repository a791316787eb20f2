import type { Caller } from './caller.ts';

/** The levels of redaction, the one that replaces most by marks first (the setting `redact`). */
export const REDACTION_LEVELS = ['contacts', 'cards', 'none'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];

/**
 * The level for a caller. Who is identified sees contacts by the scope `contacts:read`, whatever the setting: without it they are
 * redacted, and with it they are not. What else the setting redacts is redacted for everybody.
 */
export function redactionFor({ isIdentified, scopes }: Caller, setting: RedactionLevel): RedactionLevel {
  if (!isIdentified) return setting;
  if (!scopes.has('contacts:read')) return 'contacts';
  return setting === 'contacts' ? 'cards' : setting;
}
