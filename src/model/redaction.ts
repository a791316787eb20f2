/** The levels of redaction, the one that replaces most by marks first (the setting `redact`). */
export const REDACTION_LEVELS = ['contacts', 'cards', 'none'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];
