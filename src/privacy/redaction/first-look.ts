import { type CharacterClass, characterOf } from './reading/characters.ts';
import { type Role, type Roles, VOCABULARY } from './reading/vocabulary.ts';

// What a word says to the first look.
const ENOUGH = 1;
const AT = 2;
const DOT = 4;
const PROVIDER = 8;
const ENDING = 16;
const DIGIT = 32;
/** Several digits: "hundred", or a multiple of what follows. */
const DIGITS = 64;
const JOINING = 128;
const LOGIN = 256;
/** The first and the second word of a phrase that is enough. */
const OPENS = 512;
const GOES_ON = 1024;

const MEANINGS: ReadonlyMap<Role, number> = new Map([
  ['password', ENOUGH],
  ['short', ENOUGH],
  ['key', ENOUGH],
  ['code', ENOUGH],
  ['phrase', ENOUGH],
  ['challenge', ENOUGH],
  ['numeral', DIGITS],
  ['at', ENOUGH],
  ['looseAt', AT],
  ['tightAt', AT],
  ['dot', DOT],
  ['provider', PROVIDER],
  ['ending', ENDING],
  ['joining', JOINING],
  ['login', LOGIN],
  ['double', DIGITS],
  ['hundred', DIGITS],
  ['triple', DIGITS],
  ...(['digit0', 'digit1', 'digit2', 'digit3', 'digit4'] as const).map((role) => [role, DIGIT] as const),
  ...(['digit5', 'digit6', 'digit7', 'digit8', 'digit9'] as const).map((role) => [role, DIGIT] as const),
]);
/** Words of statements and schemes, which have no role. */
const WORDS_OF_PROTOCOLS = ['bearer', 'basic', 'begin'];

/** The longest word that has a role, in UTF-16 units. */
const MAX_WORD_LENGTH = 32;
/** The number of a known phone has as many digits at least, and any other one more. */
const MIN_SPELLED = 6;
/** "Triple hundred" is six digits. */
const MULTIPLE = 3;
/** The fewest words of a recovery phrase, and the letters of each. */
const MIN_PHRASE = 12;
const [MIN_LETTERS, MAX_LETTERS] = [3, 9];

const SEED = 7;

/** The hash of some units and one more. */
function hashed(hash: number, unit: number): number {
  // A sigma is another letter at the end of a word than elsewhere.
  return (Math.imul(hash, 31) + (unit === 0x3c2 ? 0x3c3 : unit)) | 0;
}

/** What words mean, by their hash. Where two words share one, the first look says yes once too often. */
class Words {
  static readonly #MASK = (1 << 17) - 1;
  /** A bit for each hash that is there: most words are not. */
  readonly #bits = new Uint32Array((Words.#MASK + 1) / 32);
  readonly #meanings = new Map<number, number>();

  add(units: readonly number[], meaning: number): void {
    if (meaning === 0) return;
    const hash = units.reduce(hashed, SEED);
    const index = (hash & Words.#MASK) >>> 5;
    this.#meanings.set(hash, (this.#meanings.get(hash) ?? 0) | meaning);
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (hash & 31));
  }

  meaningOf(hash: number): number {
    const bits = this.#bits[(hash & Words.#MASK) >>> 5] ?? 0;
    return ((bits >>> (hash & 31)) & 1) === 0 ? 0 : (this.#meanings.get(hash) ?? 0);
  }
}

const whole = new Words();
const beginnings = new Words();
/** By their letters from the last to the first, as are the words of scripts without spaces. */
const endings = new Words();
const joined = new Words();

function unitsOf(word: string): number[] {
  return Array.from({ length: word.length }, (_, index) => word.charCodeAt(index));
}

function meaningOf(roles: Roles): number {
  return Array.from(roles).reduce((meaning, role) => meaning | (MEANINGS.get(role) ?? 0), 0);
}

function add(word: string, meaning: number): void {
  whole.add(unitsOf(word), meaning);
  if (characterOf(word.codePointAt(0) ?? 0).kind === 'joined') joined.add(unitsOf(word).toReversed(), meaning);
}

for (const [word, roles] of VOCABULARY.exact) add(word, meaningOf(roles));
for (const word of WORDS_OF_PROTOCOLS) add(word, ENOUGH);
for (const [word, roles] of VOCABULARY.beginnings) beginnings.add(unitsOf(word), meaningOf(roles));
for (const [word, roles] of VOCABULARY.endings) endings.add(unitsOf(word).toReversed(), meaningOf(roles));
for (const [first, phrases] of VOCABULARY.phrases) {
  for (const { rest, roles } of phrases) {
    // A phrase takes the roles of its last word away.
    const isEnough = (meaningOf(roles) & ~JOINING) !== 0 || isJoining(rest.at(-1) ?? '');
    const [second = ''] = rest;
    if (!isEnough) continue;
    add(first, OPENS);
    if (second.endsWith('*')) beginnings.add(unitsOf(second.slice(0, -1)), GOES_ON);
    else add(second, GOES_ON);
  }
}

function isJoining(word: string): boolean {
  return VOCABULARY.exact.get(word)?.has('joining') ?? false;
}

function signs(all: string): ReadonlySet<number> {
  return new Set(unitsOf(all));
}

/** Signs that alone can let a rule find something. */
const ENOUGH_SIGNS = signs('@=$</\\');
/** Signs that Markdown takes away: what stands around them may belong together. */
const MARKS = signs('*_`~');
const BRACKETS = signs('([{<_*#~|)]}>');
const [STOP = 0, COLON = 0, DASH = 0, OPEN = 0, CLOSE = 0, COMMA = 0] = unitsOf('.:-(),');
const SPACE = 0x20;
const LETTER = 0x61;

/**
 * Whether rules may find something in a text: one walk over its characters, without making tokens. Says no only where no rule can:
 * without a digit, a sign or a word at which one begins, an address in words, six spelled digits or twelve small words in a row.
 * @param known the words and numbers of an email that is known, in lower case and in order: all of them are where it is
 */
export function mayHoldSensitive(text: string, known: readonly string[] = []): boolean {
  return new FirstLook(known).sees(text);
}

/** What a walk has seen of a text so far. */
class FirstLook {
  /** The hashes of the first and the last word of the known email. */
  readonly #first: number;
  readonly #last: number;
  #sawFirst = false;
  /** The last two characters, without marks: a sign, or what stands for all spaces and letters. */
  #previous = SPACE;
  #second = SPACE;
  /** The last two signs since a word, whatever spaces follow. */
  #sign = 0;
  #secondSign = 0;
  #isOpen = false;
  #hasComma = false;
  /** What the words so far mean in an address. */
  #address = 0;
  #digits = 0;
  #smallWords = 0;
  /** What the last two words mean. */
  #word = 0;
  #wordBefore = 0;

  constructor(known: readonly string[]) {
    this.#first = unitsOf(known[0] ?? '').reduce(hashed, SEED);
    this.#last = unitsOf(known.at(-1) ?? '').reduce(hashed, SEED);
  }

  sees(text: string): boolean {
    let at = 0;
    while (at < text.length) {
      const code = text.codePointAt(at) ?? 0;
      const { kind, folded } = characterOf(code);
      if (kind === 'digit') return true;
      if (kind === 'latin' || kind === 'letter' || kind === 'joined' || kind === 'combining') {
        if (this.#isEnoughBefore()) return true;
        const end = this.#wordFrom(text, at, kind);
        if (end === undefined) return true;
        at = end;
        continue;
      }
      if (kind === 'sign' && this.#isEnough(folded.charCodeAt(0))) return true;
      if (kind === 'space' || kind === 'line') this.#note(SPACE);
      at += code > 0xff_ff ? 2 : 1;
    }
    return (this.#address & DOT) !== 0 && (this.#address & (AT | PROVIDER)) !== 0;
  }

  #note(character: number): void {
    [this.#second, this.#previous] = [this.#previous, character];
  }

  #isEnough(sign: number): boolean {
    this.#smallWords = 0;
    if (ENOUGH_SIGNS.has(sign)) return true;
    if (MARKS.has(sign)) this.#address |= DOT;
    if (sign === STOP && this.#previous === SPACE) this.#address |= DOT;
    if (this.#sign === STOP && BRACKETS.has(sign) && BRACKETS.has(this.#secondSign)) this.#address |= DOT;
    [this.#secondSign, this.#sign] = [this.#sign, sign];
    // The last of the arguments of a call.
    if (sign === CLOSE && this.#isOpen && this.#hasComma) return true;
    if (sign === OPEN || sign === CLOSE) [this.#isOpen, this.#hasComma] = [sign === OPEN, false];
    if (sign === COMMA) this.#hasComma = true;
    // `login admin:`, and whatever follows.
    if (sign === COLON && (this.#wordBefore & LOGIN) !== 0) return true;
    const isDoubled = this.#previous === sign && (sign === COLON || sign === DASH);
    if (!MARKS.has(sign)) this.#note(sign);
    return isDoubled;
  }

  /** Whether what stands right before a word is enough: `-u`, `dead:beef`, `P:`. */
  #isEnoughBefore(): boolean {
    if (this.#previous === STOP) this.#address |= DOT;
    return (this.#previous === COLON && this.#second === LETTER) || (this.#previous === DASH && this.#second === SPACE);
  }

  /** Reads a word. Returns the place behind it; undefined where it is enough. */
  #wordFrom(text: string, from: number, kind: CharacterClass): number | undefined {
    let hash = SEED;
    let meaning = 0;
    let length = 0;
    let isSmall = true;
    let at = from;
    while (at < text.length) {
      const code = text.codePointAt(at) ?? 0;
      const character = characterOf(code);
      if (character.kind !== kind && character.kind !== 'combining' && character.kind !== 'unseen') break;
      at += code > 0xff_ff ? 2 : 1;
      const { lower } = character;
      isSmall &&= lower === character.folded;
      for (let index = 0; index < lower.length; index += 1) {
        const unit = lower.charCodeAt(index);
        hash = hashed(hash, unit);
        meaning |= beginnings.meaningOf(hash);
        if (length < MAX_WORD_LENGTH) UNITS[length] = unit;
        length += 1;
        if (kind === 'joined') meaning |= endOf(joined, Math.min(length, MAX_WORD_LENGTH));
      }
    }
    meaning |= whole.meaningOf(hash);
    if (length <= MAX_WORD_LENGTH) meaning |= endOf(endings, length);
    if (hash === this.#first) this.#sawFirst = true;
    const isKnown = this.#sawFirst && hash === this.#last;
    const isLetters = isSmall && length >= MIN_LETTERS && length <= MAX_LETTERS;
    return isKnown || this.#isEnoughWord(meaning, isLetters) ? undefined : at;
  }

  #isEnoughWord(meaning: number, isSmall: boolean): boolean {
    const before = this.#word;
    [this.#word, this.#wordBefore] = [meaning, before];
    if ((meaning & ENOUGH) !== 0 || ((before & OPENS) !== 0 && (meaning & GOES_ON) !== 0)) return true;
    if ((before & AT) !== 0 && (meaning & PROVIDER) !== 0) return true;
    // Where a provider is an ending as well, as `me` is, it is a word of sentences.
    if ((before & (PROVIDER | ENDING)) === PROVIDER && (meaning & ENDING) !== 0) return true;
    if ((meaning & AT) !== 0 && BRACKETS.has(this.#sign)) return true;
    this.#address |= meaning & (AT | DOT | PROVIDER);
    if ((meaning & (DIGIT | DIGITS)) !== 0) this.#digits += (meaning & DIGITS) === 0 ? 1 : MULTIPLE;
    this.#smallWords = isSmall && (meaning & JOINING) === 0 ? this.#smallWords + 1 : 0;
    [this.#sign, this.#secondSign] = [0, 0];
    this.#note(LETTER);
    return this.#digits >= MIN_SPELLED || this.#smallWords >= MIN_PHRASE;
  }
}

/** The units of the word that is read: a walk is over before the next begins. */
const UNITS = new Uint16Array(MAX_WORD_LENGTH);

/** What the ends of some units mean. */
function endOf(words: Words, length: number): number {
  let hash = SEED;
  let meaning = 0;
  for (let index = length - 1; index >= 0; index -= 1) {
    hash = hashed(hash, UNITS[index] ?? 0);
    meaning |= words.meaningOf(hash);
  }
  return meaning;
}
