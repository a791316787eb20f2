export interface JsonBounds {
  /** How many arrays and objects may lie in each other. */
  readonly levels: number;
  /** How many keys all objects may have together: each costs more than a value does. */
  readonly keys: number;
  /** How many values there may be, those that hold others among them. */
  readonly values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Returns which bound a text exceeds, if it is JSON at all; undefined where none. Looks at each character once, and stops where it
 * is so: nothing is made of the text.
 */
export function exceeded(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  let [levels, keys, values] = [0, 0, 1];
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      isInString = true;
    } else if (code === COLON) {
      keys += 1;
      if (keys > bounds.keys) return 'keys';
    } else if (code === COMMA) {
      values += 1;
      if (values > bounds.values) return 'values';
      // [ and {, ] and }: the second of each pair has one bit more.
    } else if ((code & 0xdf) === 0x5b) {
      levels += 1;
      values += 1;
      if (levels > bounds.levels) return 'levels';
      if (values > bounds.values) return 'values';
    } else if ((code & 0xdf) === 0x5d) {
      levels -= 1;
    }
  }
  return undefined;
}
