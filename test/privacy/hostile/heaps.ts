const MEGABYTE = 1_000_000;
const heapOf = (piece: string, size = MEGABYTE): string => piece.repeat(Math.ceil(size / piece.length));

/** So much of one thing that work which is not linear would not end. Each is made when it is asked for. */
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
