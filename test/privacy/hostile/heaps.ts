const MEGABYTE = 1_000_000;
const heapOf = (piece: string, size = MEGABYTE): string => piece.repeat(Math.ceil(size / piece.length));

/** Texts with so much of one thing that work which is not linear would not end. Each is made when it is asked for. */
export const heaps: Readonly<Record<string, () => string>> = {
  'one word': () => heapOf('a'),
  spaces: () => `](${heapOf(' ')}`,
  'combining marks': () => heapOf('\u0301'),
  'selectors and joiners': () => heapOf('😀\uFE0F\u200D'),
  'terminal strings without an end': () => heapOf('\u001B]'),
  'terminal links without an end': () => heapOf('\u001B]8;;http://x'),
  'terminal sequences without an end': () => heapOf('\u009B;;;;'),
  ampersands: () => heapOf('&'),
  'entities in entities': () => `&${heapOf('amp;')}lt;`,
  'open images': () => heapOf('!['),
  'open tags': () => heapOf('<a'),
  'link targets': () => heapOf(']( >'),
  schemes: () => heapOf('a.b:'),
  'half surrogates': () => heapOf('\uD800'),
  lines: () => heapOf('\r\n'),
  'tag characters': () => heapOf('\u{E0041}'),
};

/** The shortest text that has every number of so many digits in it: a de Bruijn sequence, its beginning repeated. */
export function everyNumber(digits: number): string {
  const word: number[] = Array.from({ length: digits + 1 }, () => 0);
  const parts: string[] = [];
  // Lyndon words in order (Fredricksen, Kessler, Maiorana).
  const extend = (length: number, period: number): void => {
    if (length > digits) {
      if (digits % period === 0) parts.push(word.slice(1, period + 1).join(''));
      return;
    }
    const least = word[length - period] ?? 0;
    for (let digit = least; digit <= 9; digit += 1) {
      word[length] = digit;
      extend(length + 1, digit === least ? period : length);
    }
  };
  extend(1, 1);
  const sequence = parts.join('');
  return sequence + sequence.slice(0, digits - 1);
}
