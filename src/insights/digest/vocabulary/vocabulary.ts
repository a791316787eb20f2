export const IDENTIFIER_KINDS = ['order', 'invoice', 'ticket', 'tracking', 'return', 'customer'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/**
 * What one language says by, as sources of regular expressions without regard to case. Each matches whole words, but
 * in scripts that do not part them.
 */
export interface Vocabulary {
  /** What promises something, or says when it will be: in a sentence of an agent. */
  readonly promises: readonly string[];
  /** How a sentence begins that asks, and may lack its question mark. */
  readonly questions: readonly string[];
  /** Words that greet or call, and ask for nothing yet. */
  readonly greetings: readonly string[];
  /** How words begin that say what a number beside them is. */
  readonly identifiers: Readonly<Partial<Record<IdentifierKind, readonly string[]>>>;
  /** The script writes words without spaces between, or with articles and endings grown on. */
  readonly isJoined?: true;
}
