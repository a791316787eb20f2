export interface JsonBounds {
  /** How many arrays and objects may lie in each other. */
  readonly levels: number;
  /** How many keys all objects may have together: each costs more than a value does. */
  readonly keys: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Returns which bound a text exceeds, if it is JSON at all; undefined where none. Looks at each character once, and stops where it
 * is so: nothing is made of the text.
 */
export function exceeded(text: string, { levels, keys }: JsonBounds): keyof JsonBounds | undefined {
  let [depth, counted] = [0, 0];
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      isInString = true;
    } else if (code === COLON) {
      counted += 1;
      if (counted > keys) return 'keys';
      // [ and {, ] and }: the second of each pair has one bit more.
    } else if ((code & 0xdf) === 0x5b) {
      depth += 1;
      if (depth > levels) return 'levels';
    } else if ((code & 0xdf) === 0x5d) {
      depth -= 1;
    }
  }
  return undefined;
}
