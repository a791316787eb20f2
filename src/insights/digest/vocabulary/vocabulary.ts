export const IDENTIFIER_KINDS = ['order', 'invoice', 'ticket', 'tracking', 'return', 'customer'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** The words of one language, as sources of expressions without regard to case; whole words where the script parts them. */
export interface Vocabulary {
  /** Words that promise something, or say when it will be: in a sentence of an agent. */
  readonly promises: readonly string[];
  /** Those of them that say what is done while the other waits, such as to look or to ask a colleague. */
  readonly fillers: readonly string[];
  /** The beginnings of sentences that ask, and may lack their question mark. */
  readonly questions: readonly string[];
  /** Words with which somebody says what they want done. */
  readonly wishes: readonly string[];
  /** Words of sentences that say what is wrong: what is not as it should be, or is not there. */
  readonly troubles: readonly string[];
  /** The beginnings of sentences that ask whether somebody is there, and for nothing yet; they may lack their mark, too. */
  readonly calls: readonly string[];
  /** What asks for nothing: how somebody is, and that one has to leave. */
  readonly pleasantries: readonly string[];
  /** Words that greet or thank, and ask for nothing yet. */
  readonly greetings: readonly string[];
  /** The beginnings of words that say what a number beside them is. */
  readonly identifiers: Readonly<Partial<Record<IdentifierKind, readonly string[]>>>;
  /** The script writes words without spaces between, or with articles and endings grown on. */
  readonly isJoined?: true;
}
