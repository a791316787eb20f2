import type { Answer } from './transport.ts';

const MOST_NAMES = 12;
const DEEPEST = 3;

/** A name, and nothing that could be a sentence or a value. */
const NAME = /^[\w-]{1,40}$/;

const namesIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => NAME.test(name)).slice(0, MOST_NAMES);

function shapeOfValue(value: unknown, depth: number): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value === 'string' ? 'text' : typeof value;
  if (depth === DEEPEST) return '…';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOfValue(value[0], depth + 1)}]`;
  const fields = new Map<string, unknown>(Object.entries(value));
  const shapes = namesIn(fields.keys()).map((name) => `${name}: ${shapeOfValue(fields.get(name), depth + 1)}`);
  return `{${shapes.join(', ')}}`;
}

function shapeOfBody(text: string): string {
  if (text.trim() === '') return 'empty';
  try {
    return shapeOfValue(JSON.parse(text), 0);
  } catch {
    return `text of ${text.length} characters`;
  }
}

/**
 * What a refusal looked like that said nothing of how long to wait: the names of its headers and of the fields of its
 * body with their types, without any value, so that who runs the server can see what there was to read.
 */
export function refusalShape({ headers, text }: Pick<Answer, 'headers' | 'text'>): string {
  return `headers: ${namesIn(headers.keys()).join(', ')}; body: ${shapeOfBody(text)}`;
}
