declare const byStranger: unique symbol;

/**
 * Text that a stranger wrote, or that came from one's browser. It is a string in every use but one: only privacy/ makes
 * text of it that may leave the house. Any string may be taken for it, and none made of it is it any more.
 */
export type StrangersText = string & { readonly [byStranger]?: true };

/** What a function takes that makes its own words of a text: no text that is known to be a stranger's. */
export type NotStrangers<Text extends string> = typeof byStranger extends keyof Text ? never : Text;
