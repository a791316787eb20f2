/** What a character is to the lexer. Words of scripts that write no spaces between them are `joined`. */
export type CharacterClass =
  | 'latin'
  | 'joined'
  | 'letter'
  | 'combining'
  | 'digit'
  | 'space'
  | 'line'
  | 'sign'
  | 'unseen';

export interface Character {
  readonly kind: CharacterClass;
  /** As detectors read it: digits of any script, full width and mathematical forms are ASCII. */
  readonly folded: string;
  readonly lower: string;
}

/** Strangers' characters are not remembered without end. */
const MAX_REMEMBERED = 20_000;
const known = new Map<number, Character>();
const ASCII: readonly Character[] = Array.from({ length: 128 }, (_, code) => classified(code));

/** Classifies a character by its code point and folds it. */
export function characterOf(code: number): Character {
  const one = ASCII[code] ?? known.get(code);
  if (one !== undefined) return one;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const made = classified(code);
  known.set(code, made);
  return made;
}

function classified(code: number): Character {
  const folded = foldedForm(String.fromCodePoint(code));
  return { kind: kindOf(folded), folded, lower: folded.toLowerCase() };
}

function kindOf(folded: string): CharacterClass {
  if (folded === '') return 'unseen';
  if (folded === '\n' || folded === '\r') return 'line';
  if (/^\s$/u.test(folded)) return 'space';
  if (/^\d$/.test(folded)) return 'digit';
  if (/^\p{M}$/u.test(folded)) return 'combining';
  if (/^\p{Script=Latin}$/u.test(folded)) return 'latin';
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]$/u.test(folded))
    return 'joined';
  return /^[\p{L}\p{N}]$/u.test(folded) ? 'letter' : 'sign';
}

function foldedForm(character: string): string {
  if (/^\p{Nd}$/u.test(character)) return String(digitOf(character));
  if (/^\p{Zs}$/u.test(character)) return ' ';
  if (character === 'ⓐ') return '@';
  if (/^[\p{Pd}\u2212\u2043\u02D7]$/u.test(character)) return '-';
  if (/^(?:\u200C|\u200D|\u20E3|[\uFE00-\uFE0F])$/u.test(character)) return '';
  const plain = character.normalize('NFKC');
  return /^[\0-\x7F]$/.test(plain) ? plain : character;
}

/** Unicode has the digits of a script in one row from zero to nine; mathematical digits are five rows without a gap. */
function digitOf(digit: string): number {
  const plain = digit.normalize('NFKC');
  if (/^\d$/.test(plain)) return Number(plain);
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
