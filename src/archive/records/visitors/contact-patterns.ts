// Upper and lower case are the platform's: what SQL makes of letters beyond ASCII depends on the engine and its settings.
// So SQL only narrows down whom a text may mean, by patterns for LIKE that nobody escapes whom it does mean.

/** The characters with one spelling that suffice to leave few people over. */
const ENOUGH_CERTAIN = 3;
/** The patterns beyond which each costs more than it keeps away. */
const MAX_PATTERNS = 4;

/** The gap between two words: one character or more of any kind. */
const GAP = '_%';
/** A combining mark that may be there or not. */
const OPTIONAL = '%';

/** A capital I with a dot is one character, and becomes two: an i and this. */
const COMBINING_DOT = '\u0307';

/**
 * Returns patterns for LIKE of which one matches whatever SQL's `lower` makes of a name that is `text` in lower case, with one
 * space between two words. Special characters of LIKE have a backslash before them.
 */
export function patternsOf(text: string): readonly string[] {
  const characters = Array.from(text, waysOf);
  const certain = characters.filter((ways) => ways.length === 1 && ways[0] !== GAP && ways[0] !== OPTIONAL);
  if (certain.length >= ENOUGH_CERTAIN || certain.length === characters.length) {
    return [characters.map((ways) => (ways.length === 1 ? ways[0] : '_')).join('')];
  }
  let patterns = [''];
  for (const ways of characters) {
    if (patterns.length * ways.length > MAX_PATTERNS) return patterns.map((pattern) => `${pattern}%`);
    patterns = patterns.flatMap((pattern) => ways.map((way) => pattern + way));
  }
  return patterns;
}

/** Returns the spellings of a character in lower case. */
function waysOf(character: string): readonly string[] {
  if (/[%_\\]/.test(character)) return [`\\${character}`];
  return SPECIAL.get(character) ?? [character, ...(capitals().get(character) ?? [])];
}

/** The letters with spellings of their own: the Turkish i, and the sigma that ends a word. */
const SPECIAL: ReadonlyMap<string, readonly string[]> = new Map([
  [COMBINING_DOT, [OPTIONAL]],
  [' ', [GAP]],
  ['i', ['i', 'ı', 'İ']],
  ['ς', ['ς', 'σ', 'Σ']],
]);

/** The scripts behind this have no case. */
const LAST_WITH_CASE = 0x2_0000;

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the characters beyond ASCII that become each letter in lower case. */
function capitals(): ReadonlyMap<string, readonly string[]> {
  if (known !== undefined) return known;
  const capitals = new Map<string, string[]>();
  for (let code = 0x80; code < LAST_WITH_CASE; code += 1) {
    const capital = String.fromCodePoint(code);
    const small = capital.toLowerCase();
    if (small !== capital) capitals.set(small, [...(capitals.get(small) ?? []), capital]);
  }
  known = capitals;
  return capitals;
}
