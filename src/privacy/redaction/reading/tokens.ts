import { allSteps, type Steps } from '../../../model/slices.ts';
import { marksIn } from '../marks.ts';
import { characterOf, type CharacterClass } from './characters.ts';
import { joinedLengthAt, matches, NO_ROLES, phrasesAt, type Role, type Roles, rolesOf } from './vocabulary.ts';

/** `mark` stands for what is redacted already, `edge` for what lies outside of a window. */
export type TokenKind = 'word' | 'number' | 'space' | 'line' | 'sign' | 'mark' | 'edge';

/** A piece of a text: a word of letters, a number of digits, spaces, a line end, or a single sign. */
export interface Token {
  readonly kind: TokenKind;
  /** Folded to ASCII where it reads the same. */
  readonly text: string;
  readonly lower: string;
  /** The place in the original text. */
  readonly start: number;
  readonly end: number;
  readonly isLatin: boolean;
  roles: Roles;
  /** The index of the first token of the phrase that ends here, or of this token. */
  first: number;
  /** The index of the last token before the next space, quote, or sign between the values of a link. */
  chunkEnd: number;
  /** The digits that it is or is written in place of: `l` for 1. */
  digits: string;
  /** The index among the groups of digits; -1 for none. */
  group: number;
}

export const FILLER = '\uFFFC';
/** The tokens, or characters, that are gone through in one step: less than a millisecond. */
const SLICE = 4096;
/** Letters in place of digits, beside digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { l: '1', I: '1', i: '1', o: '0', O: '0', '|': '1' };
const MAX_LOOKALIKES = 4;
/** A line drawn with signs: as single signs it would fill a window. */
const DRAWN = /([^\p{L}\p{N}\s])\1{19,}/uy;
/** What ends a long value. */
const PARTING = new Set('"“”„«»`<>&;');

/** Reads a short text once, from its beginning to its end. */
export function tokensOf(text: string): Token[] {
  return allSteps(tokensInSteps(text));
}

/** The same in steps of less than a millisecond. */
export function* tokensInSteps(text: string): Steps<Token[]> {
  const lexer = new Lexer(text);
  for (let until = SLICE; lexer.readUntil(until); until += SLICE) yield;
  const { tokens } = lexer;
  yield* each(tokens, (token, index) => {
    if (token.kind !== 'word' && token.kind !== 'number') return;
    markPhrases(tokens, index, token);
    if (token.kind === 'word') markLookalike(tokens, index, token);
  });
  return tokens;
}

/** Goes through tokens in steps of less than a millisecond. */
export function* each(tokens: readonly Token[], visit: (token: Token, index: number) => void): Steps<void> {
  for (const [index, token] of tokens.entries()) {
    visit(token, index);
    if (index % SLICE === SLICE - 1) yield;
  }
}

const TOKEN_KINDS: Readonly<Record<CharacterClass, TokenKind>> = {
  latin: 'word',
  joined: 'word',
  letter: 'word',
  combining: 'word',
  digit: 'number',
  space: 'space',
  line: 'line',
  sign: 'sign',
  unseen: 'space',
};
const LETTERS: ReadonlySet<CharacterClass> = new Set(['latin', 'joined', 'letter', 'combining']);
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const AT = 0x40;
const CODE_OF_SIGN = /^(?:2[0-9a-f]|3[a-f]|40|5[b-f])$/i;

/** Cuts a text into tokens: runs of characters of one class, and single signs. */
class Lexer {
  readonly tokens: Token[] = [];
  readonly #text: string;
  readonly #marks: ReturnType<typeof marksIn>;
  #mark = 0;
  #at = 0;
  /** The class of the run that is read; undefined behind the end of one. */
  #kind: CharacterClass | undefined;
  #start = 0;
  /** The run up to a place: behind it, it reads as it is written. */
  #folded = '';
  #foldedTo = 0;
  /** The index of the first token of the chunk that is read. */
  #chunk = 0;

  constructor(text: string) {
    this.#text = text;
    this.#marks = marksIn(text);
  }

  /** Reads up to a place, and returns whether there is more text behind it. */
  readUntil(place: number): boolean {
    const end = Math.min(place, this.#text.length);
    while (this.#at < end) {
      const mark = this.#marks[this.#mark];
      if (mark !== undefined && this.#at >= mark.start) this.#readMark(mark.start, mark.end);
      else this.#readCharacter(this.#at);
    }
    if (end < this.#text.length) return true;
    this.#endRun(end);
    this.#endChunk(this.tokens.length - 1);
    return false;
  }

  #readMark(start: number, end: number): void {
    this.#endRun(start);
    this.#push('mark', FILLER, start, end, false);
    this.#at = end;
    this.#mark += 1;
  }

  #readCharacter(at: number): void {
    let code = this.#text.codePointAt(at) ?? 0;
    let end = code > 0xff_ff ? at + 2 : at + 1;
    if (code === PERCENT && CODE_OF_SIGN.test(this.#text.slice(at + 1, at + 3))) {
      // `%40` and the like are the sign that they stand for in links.
      code = Number.parseInt(this.#text.slice(at + 1, at + 3), 16);
      end = at + 3;
    }
    if (code === AMPERSAND && this.#text.startsWith('&#64;', at)) [code, end] = [AT, at + 5];
    const { kind, folded: one } = characterOf(code);
    let folded = one;
    if (kind === 'sign' && this.#text.charCodeAt(end) === code) {
      DRAWN.lastIndex = at;
      const drawn = DRAWN.exec(this.#text)?.[0] ?? '';
      if (drawn !== '') [folded, end] = [one.repeat(drawn.length), at + drawn.length];
    }
    this.#at = end;
    if (kind === 'unseen' && this.#kind === undefined) return;
    const belongs = kind === 'unseen' || (kind === 'combining' && this.#kind !== undefined && LETTERS.has(this.#kind));
    if (!belongs && (kind !== this.#kind || kind === 'sign' || kind === 'line')) {
      this.#endRun(at);
      [this.#kind, this.#start, this.#folded, this.#foldedTo] = [kind, at, '', at];
    }
    if (folded.length === end - at && this.#text.startsWith(folded, at)) return;
    this.#folded += this.#text.slice(this.#foldedTo, at) + folded;
    this.#foldedTo = end;
  }

  #endRun(end: number): void {
    if (this.#kind === undefined) return;
    const run = this.#folded + this.#text.slice(this.#foldedTo, end);
    if (this.#kind === 'joined') this.#pushJoined(run, this.#start, end);
    else this.#push(TOKEN_KINDS[this.#kind], run, this.#start, end, this.#kind === 'latin');
    this.#kind = undefined;
  }

  /** Cuts a run of a script without spaces into the longest words of the vocabulary, and what is between them. */
  #pushJoined(run: string, start: number, end: number): void {
    let from = 0;
    let at = 0;
    const push = (until: number) => {
      if (until > from) this.#push('word', run.slice(from, until), start + from, start + until, false);
      from = until;
    };
    // A folded run is as long as the original, but for joiners: then its places are not sure, and it stays in one piece.
    if (run.length !== end - start) return this.#push('word', run, start, end, false);
    while (at < run.length) {
      const length = joinedLengthAt(run, at);
      if (length > 0) {
        push(at);
        push(at + length);
      }
      at += Math.max(length, 1);
    }
    push(run.length);
  }

  #push(kind: TokenKind, text: string, start: number, end: number, isLatin: boolean): void {
    const index = this.tokens.length;
    const isApart = kind === 'space' || kind === 'line' || kind === 'mark';
    if (isApart || (kind === 'sign' && PARTING.has(text))) {
      this.#endChunk(index - 1);
      // A sign belongs to the chunk behind it.
      this.#chunk = isApart ? index + 1 : index;
    }
    this.tokens.push(tokenOf(kind, text, start, end, isLatin, index));
  }

  #endChunk(last: number): void {
    for (let index = this.#chunk; index <= last; index += 1) {
      const token = this.tokens[index];
      if (token !== undefined) token.chunkEnd = last;
    }
  }
}

function tokenOf(kind: TokenKind, text: string, start: number, end: number, isLatin: boolean, index: number): Token {
  const lower = kind === 'word' ? text.toLowerCase() : text;
  const roles = kind === 'word' ? rolesOf(lower) : NO_ROLES;
  const digits = kind === 'number' ? text : '';
  return { kind, text, lower, start, end, isLatin, roles, first: index, chunkEnd: index - 1, digits, group: -1 };
}

/** A mark in place of a token. */
export function markOver({ start, end, chunkEnd, first }: Token): Token {
  return { ...tokenOf('mark', FILLER, start, end, false, first), chunkEnd };
}

/** The beginning of the word at an index, of a length, where a mark stands for what is behind it. */
export function beginningOf({ kind, text, start, isLatin }: Token, length: number, index: number): Token {
  return { ...tokenOf(kind, text.slice(0, length), start, start + length, isLatin, index), chunkEnd: index };
}

export function isSpace(token: Token): boolean {
  return token.kind === 'space' || token.kind === 'line';
}

/** Whether a token has one of some roles. */
export function hasAny({ roles }: Token, wanted: readonly Role[]): boolean {
  return roles.size > 0 && wanted.some((role) => roles.has(role));
}

/** Gives the last word of each phrase that begins at a word the roles of the phrase; the longest phrase wins. */
function markPhrases(tokens: readonly Token[], index: number, token: Token): void {
  let longest = 0;
  let roles: Set<Role> | undefined;
  for (const phrase of phrasesAt(token.lower)) {
    if (phrase.rest.length < longest) continue;
    const last = endOfPhrase(tokens, index, phrase.rest);
    if (last === undefined) continue;
    if (phrase.rest.length > longest) roles = new Set();
    for (const role of phrase.roles) roles?.add(role);
    longest = phrase.rest.length;
    const end = tokens[last];
    if (end === undefined || (end.first < index && end.first !== last)) continue;
    end.first = index;
    end.roles = roles ?? NO_ROLES;
  }
}

function endOfPhrase(tokens: readonly Token[], index: number, rest: readonly string[]): number | undefined {
  let at = index;
  for (const pattern of rest) {
    const next = tokens[at + 1];
    const isGap = next !== undefined && (next.kind === 'space' || (next.kind === 'sign' && GAPS.has(next.text)));
    at += isGap ? 2 : 1;
    const word = tokens[at];
    if (word === undefined || (word.kind !== 'word' && word.kind !== 'number') || !matches(word.lower, pattern))
      return undefined;
  }
  return at;
}

/** What may stand between the words of a phrase: `mot-de-passe`, `api_key`, `code d'accès`. */
const GAPS = new Set(['-', '_', '.', "'", '’', '/', '@']);

/** `4l5`, `267l`, `llll` beside a number: letters that stand for digits. */
function markLookalike(tokens: readonly Token[], index: number, token: Token): void {
  if (token.text.length > MAX_LOOKALIKES) return;
  const [before, behind] = [tokens[index - 1], tokens[index + 1]];
  const [isAfter, isAhead] = [before?.kind === 'number', behind?.kind === 'number'];
  const isInGroups =
    before?.kind === 'space' && tokens[index - 2]?.kind === 'number' && token.text.length === MAX_LOOKALIKES;
  const isGlued = (isAfter && !isWordLike(behind)) || (isAhead && (isAfter || !isWordLike(before)));
  if (!isGlued && !isInGroups) return;
  const digits = Array.from(token.text, (letter) => LOOKALIKES[letter] ?? '').join('');
  if (digits.length === token.text.length) token.digits = digits;
}

function isWordLike(token: Token | undefined): boolean {
  return token?.kind === 'word' || (token?.kind === 'sign' && token.text === '_');
}
