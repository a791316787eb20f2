// What nobody who looks at a text sees, in one place: for what is removed, written out, or refused because of it.

/** The characters that show nothing, for a class in an expression with the flag `v`: controls, formats, what fonts may ignore. */
export const SHOWS_NOTHING = String.raw`\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}`;

/** The characters that show as room alone, likewise: spaces and line ends of every kind, and signs without a picture. */
export const BLANK = String.raw`\p{Z}\u2800\u{13441}\u{13442}\u{16FE4}\u{1D159}`;

/** The characters that may show nothing, likewise: surrogates, private and unassigned characters, as the font has it. */
export const MAY_SHOW_NOTHING = String.raw`\p{C}`;

/** The most marks on one letter in ordinary text (Tibetan stacks are the highest); heaps of them cover the lines around. */
export const MAX_MARKS = 8;

const UNSEEN = new RegExp(`(?! )[${SHOWS_NOTHING}${BLANK}${MAY_SHOW_NOTHING}]|^ |  | $|\\p{M}{${MAX_MARKS + 1}}`, 'v');

/** Whether all of a text is to be seen on one line: no two texts look the same by what does not show. */
export function isAllSeen(text: string): boolean {
  return !UNSEEN.test(text);
}
