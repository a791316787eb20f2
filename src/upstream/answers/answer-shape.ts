import type { Answer } from './answer-content.ts';
import { joined, trusted, type ProgramText } from '../../model/text/trusted-text.ts';

const MAX_NAMES = 12;
const MAX_DEPTH = 3;

/** Names of headers that say something of limits, or of who answered. Any other could be words to whoever reads the shape. */
const HEADERS: ReadonlySet<string> = new Set(
  `age cache-control connection content-encoding content-length content-type date keep-alive location proxy-authenticate
  ratelimit ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset ratelimit-used retry-after server set-cookie
  transfer-encoding vary via www-authenticate x-cache x-rate-limit-limit x-rate-limit-remaining x-rate-limit-reset x-ratelimit
  x-ratelimit-limit x-ratelimit-limit-day x-ratelimit-limit-hour x-ratelimit-limit-minute x-ratelimit-limit-second
  x-ratelimit-policy x-ratelimit-remaining x-ratelimit-remaining-day x-ratelimit-remaining-hour
  x-ratelimit-remaining-minute x-ratelimit-remaining-second x-ratelimit-reset x-ratelimit-reset-after x-ratelimit-retry-after
  x-ratelimit-used x-request-id x-retry-after`.split(/\s+/),
);

/** Names of fields in bodies, however their words are joined (`retry_after`, `retryAfter`). */
const FIELDS: ReadonlySet<string> = new Set(
  `at code data date description detail details error errorcode errormessage errors expires fault id in info limit limits message
  meta milliseconds minutes msg ok period policy quota ratelimit reason remaining request requestid reset resetafter resetat
  resetin response result retry retryafter retryafterms retryafterseconds retryat retryin seconds status statuscode success
  throttle time timeout timestamp title ttl type until wait waitms waitseconds waittime window`.split(/\s+/),
);

function isKnownHeader(name: string): name is ProgramText {
  return HEADERS.has(name.toLowerCase());
}

function isKnownField(name: string): name is ProgramText {
  return FIELDS.has(name.replaceAll(/[-_]/g, '').toLowerCase()) && name.length <= 40;
}

const namesIn = (names: Iterable<string>, isKnown: (name: string) => name is ProgramText): ProgramText[] =>
  [...names].filter(isKnown).slice(0, MAX_NAMES);

function shapeOfValue(value: unknown, depth: number): ProgramText {
  if (value === null) return trusted`null`;
  if (typeof value !== 'object') return trusted`${typeof value === 'string' ? 'text' : typeof value}`;
  if (depth === MAX_DEPTH) return trusted`…`;
  if (Array.isArray(value)) return value.length === 0 ? trusted`[]` : trusted`[${shapeOfValue(value[0], depth + 1)}]`;
  const fields = new Map<string, unknown>(Object.entries(value));
  const shapes = namesIn(fields.keys(), isKnownField).map(
    (name) => trusted`${name}: ${shapeOfValue(fields.get(name), depth + 1)}`,
  );
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
 * Returns the shape of an answer: those names of its headers and of the fields of its body that are on a list of ours, with
 * their types and without any value. It shows the one who runs the server what there was to read where an HTTP 429 did not
 * say how long to wait.
 */
export function answerShape({ headers, text }: Pick<Answer, 'headers' | 'text'>): ProgramText {
  return trusted`headers: ${joined(namesIn(headers.keys(), isKnownHeader), ', ')}; body: ${shapeOfBody(text)}`;
}
