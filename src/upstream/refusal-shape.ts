import type { Answer } from './transport.ts';
import { joined, trusted, type ProgramText } from '../model/trusted-text.ts';

const MOST_NAMES = 12;
const DEEPEST = 3;

/** What names of headers and fields about limits are made of. Another word could be an order to whoever reads the shape. */
const WORDS = new Set(
  `after age alive api at authenticate body cache code connection content control cookie count data date delay description
  detail details encoding error errors fault id info keep left length limit limits location max message meta millis minute
  minutes ms msg ok path per period policy quota rate ratelimit reason remaining request requests reset response result
  retry sec second seconds server set status success throttle time timeout timestamp title transfer try type until used
  vary via wait window www x`.split(/\s+/),
);

function isKnown(name: string): name is ProgramText {
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[-_]/);
  return name.length <= 40 && words.every((word) => WORDS.has(word));
}

const namesIn = (names: Iterable<string>): ProgramText[] => [...names].filter(isKnown).slice(0, MOST_NAMES);

function shapeOfValue(value: unknown, depth: number): ProgramText {
  if (value === null) return trusted`null`;
  if (typeof value !== 'object') return trusted`${typeof value === 'string' ? 'text' : typeof value}`;
  if (depth === DEEPEST) return trusted`…`;
  if (Array.isArray(value)) return value.length === 0 ? trusted`[]` : trusted`[${shapeOfValue(value[0], depth + 1)}]`;
  const fields = new Map<string, unknown>(Object.entries(value));
  const shapes = namesIn(fields.keys()).map((name) => trusted`${name}: ${shapeOfValue(fields.get(name), depth + 1)}`);
  return trusted`{${joined(shapes, ', ')}}`;
}

function shapeOfBody(text: string): ProgramText {
  if (text.trim() === '') return trusted`empty`;
  try {
    return shapeOfValue(JSON.parse(text), 0);
  } catch {
    return trusted`text of ${text.length} characters`;
  }
}

/**
 * What a refusal looked like that said nothing of how long to wait: those names of its headers and of the fields of its
 * body that are made of usual words, with their types and without any value, so that who runs the server can see what
 * there was to read.
 */
export function refusalShape({ headers, text }: Pick<Answer, 'headers' | 'text'>): ProgramText {
  return trusted`headers: ${joined(namesIn(headers.keys()), ', ')}; body: ${shapeOfBody(text)}`;
}
