import { CUT_WORDS, MAX_TEXT_LENGTH } from '../../model/text/cut-text.ts';
import { MAX_DEPTH, MAX_RECORD_BYTES, MAX_VALUES } from './limits.ts';

const BLANKS: ReadonlySet<number> = new Set([' ', '\t', '\n', '\r'].map(codeOf));
const [QUOTE, BACKSLASH, COMMA, UNICODE] = ['"', '\\', ',', 'u'].map(codeOf);
const [LIST, LIST_END, OBJECT, OBJECT_END] = ['[', ']', '{', '}'].map(codeOf);
const HEX_DIGITS = 4;

const CUT = Buffer.from(CUT_WORDS);

/** Thrown for bytes that no JSON begins with. What is within a piece shows when that is parsed. */
export class NotJson extends Error {}

/** A piece of JSON: an element of a list, or what remains when the lists are empty. */
export class Piece {
  readonly #bytes: Uint8Array[] = [];
  #length = 0;
  #values = 0;
  #isTooLarge = false;

  add(bytes: Uint8Array): void {
    this.#length += bytes.byteLength;
    this.#isTooLarge ||= this.#length > MAX_RECORD_BYTES;
    if (this.#isTooLarge) this.#bytes.length = 0;
    else if (bytes.byteLength > 0) this.#bytes.push(bytes);
  }

  /** Notes that another value begins, so many levels deep. */
  count(depth: number): void {
    this.#values += 1;
    this.#isTooLarge ||= this.#values > MAX_VALUES || depth > MAX_DEPTH;
  }

  /** The value; undefined for one that is larger than what is read. Throws what JSON.parse throws. */
  value(): unknown {
    if (this.#isTooLarge) return undefined;
    const [first = new Uint8Array()] = this.#bytes;
    return JSON.parse(DECODER.decode(this.#bytes.length === 1 ? first : Buffer.concat(this.#bytes)));
  }
}

const DECODER = new TextDecoder();

/** An element of the list of that number. */
export interface Element {
  readonly list: number;
  readonly piece: Piece;
}

/**
 * Takes JSON apart as it comes, so that no more than one record of it has to be parsed at once: into the elements of the
 * list that it is, or of the lists that are fields of the object that it is. Texts are cut to MAX_TEXT_LENGTH.
 */
export class JsonSplitter {
  readonly #frame = new Piece();
  #element = new Piece();
  /** The brackets that are open, and those that were when the elements of a list began. */
  #depth = 0;
  #listDepth = 0;
  #lists = 0;
  #isObject = false;
  #isBlank = true;
  #isAfterComma = false;
  #isText = false;
  #isCut = false;
  #characters = 0;
  /** The characters that still belong to what a backslash began, and whether they are digits. */
  #escaped = 0;
  #isHex = false;

  /** Reads on, and yields each element that has come to its end. Throws NotJson. */
  *take(bytes: Uint8Array): Generator<Element, void, undefined> {
    // The bytes from here on were looked at and not kept yet.
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#isText) {
        if (this.#isEndOfText(byte)) {
          this.#isText = false;
          if (this.#isCut) {
            this.#current.add(CUT);
            this.#isCut = false;
            from = at;
          }
        } else if (this.#characters > MAX_TEXT_LENGTH && !this.#isCut) {
          this.#keep(bytes.subarray(from, at));
          this.#isCut = true;
        }
      } else if (byte === QUOTE) {
        this.#isBlank = false;
        this.#isText = true;
        this.#characters = 0;
      } else if (byte === LIST || byte === OBJECT) {
        const isTop = this.#depth === 0;
        if (isTop) this.#isObject = byte === OBJECT;
        this.#isBlank = false;
        this.#current.count(this.#depth - this.#listDepth);
        this.#depth += 1;
        if (byte === LIST && this.#listDepth === 0 && (isTop || (this.#isObject && this.#depth === 2))) {
          this.#keep(bytes.subarray(from, at + 1));
          this.#beginList();
          from = at + 1;
        }
      } else if (byte === LIST_END || byte === OBJECT_END) {
        if (this.#listDepth > 0 && this.#depth === this.#listDepth) {
          if (byte !== LIST_END || (this.#isBlank && this.#isAfterComma)) throw new NotJson();
          this.#keep(bytes.subarray(from, at));
          if (!this.#isBlank) yield this.#takeElement();
          this.#listDepth = 0;
          from = at;
        }
        this.#depth -= 1;
        if (this.#depth < 0) throw new NotJson();
      } else if (byte === COMMA && this.#listDepth > 0 && this.#depth === this.#listDepth) {
        if (this.#isBlank) throw new NotJson();
        this.#keep(bytes.subarray(from, at));
        yield this.#takeElement();
        this.#isAfterComma = true;
        from = at + 1;
      } else if (byte === COMMA) {
        this.#current.count(0);
      } else if (this.#isBlank) {
        this.#isBlank = BLANKS.has(byte ?? 0);
      }
    }
    if (!this.#isCut) this.#keep(bytes.subarray(from));
  }

  /** The whole, in which each list has its number as the only element. Throws NotJson where something lacks. */
  end(): Piece {
    if (this.#depth > 0 || this.#isText) throw new NotJson();
    return this.#frame;
  }

  /** Whether what has come is a list, and not an object. */
  get isList(): boolean {
    return !this.#isObject;
  }

  get #current(): Piece {
    return this.#listDepth > 0 ? this.#element : this.#frame;
  }

  #keep(bytes: Uint8Array): void {
    // Blanks before an element are none of it.
    if (this.#listDepth === 0 || !this.#isBlank) this.#current.add(bytes);
  }

  #beginList(): void {
    this.#frame.add(Buffer.from(String(this.#lists)));
    this.#listDepth = this.#depth;
    this.#lists += 1;
    this.#element = new Piece();
    this.#isBlank = true;
    this.#isAfterComma = false;
  }

  #takeElement(): Element {
    const piece = this.#element;
    this.#element = new Piece();
    this.#isBlank = true;
    return { list: this.#lists - 1, piece };
  }

  /** Also counts the characters of the text: an escape is one, and so are the bytes of one beyond ASCII. */
  #isEndOfText(byte: number | undefined): boolean {
    if (this.#escaped > 0) {
      this.#escaped -= 1;
      if (this.#escaped > 0) return false;
      this.#isHex = byte === UNICODE && !this.#isHex;
      if (this.#isHex) this.#escaped = HEX_DIGITS;
      return false;
    }
    if (byte === QUOTE) return true;
    if (byte === BACKSLASH) this.#escaped = 1;
    if (((byte ?? 0) & 0b1100_0000) !== 0b1000_0000) this.#characters += 1;
    return false;
  }
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
