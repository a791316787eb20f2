/** How much of what strangers wrote is replaced by marks, the most first (the setting `redact`). */
export const REDACTION_LEVELS = ['contacts', 'cards', 'none'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];
