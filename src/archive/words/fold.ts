/**
 * The characters that a reader does not count: accents, the points of Arabic and Hebrew, what cannot be seen, and the
 * skin of an emoji. Marks of other scripts are vowels there, and those of kana make other letters: they stay.
 */
const UNSEEN =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]]--[\u3099\u309A]]|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u0640]/gv;

/** Letters that Unicode does not take apart, as they are typed where the keyboard lacks them. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};

/** The digits of Arabic and Persian end in their value. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * Brings a text to the form in which words are compared: compatible forms (full width, ligatures, circled), case,
 * accents, and digits are made the same; what cannot be seen is taken out.
 */
export function fold(text: string): string {
  // Taken out first, too: of a long row of marks, normalization makes quadratic work.
  const plain = text.replaceAll(UNSEEN, '').normalize('NFKD').replaceAll(UNSEEN, '');
  return plain
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħŧıςىیک]/g, (letter) => TYPED_AS[letter] ?? letter)
    .replaceAll(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
    .normalize('NFKC')
    .replaceAll(UNSEEN, '');
}
