import { InvalidArgument } from '../../model/errors.ts';
import { isJsonObject, leavesOf, type JsonLeaf, type JsonObject } from '../../model/json.ts';
import { inSlices } from '../../model/slices.ts';
import { CallerText, joined, trusted, type TrustedText, quotation } from '../../model/text/trusted-text.ts';
import { marksIn } from '../../privacy/redaction/marks.ts';
import { sensitiveFieldsIn, type SensitiveField } from '../../privacy/sensitive-fields.ts';

/** A session's data is a few fields of a customer, which a person can look through; more is a mistake. */
const MAX_BYTES = 8192;
const MAX_LEVELS = 8;
/** In characters: a key is a name. */
const MAX_KEY_LENGTH = 200;

const KINDS = {
  card: 'a payment card',
  iban: 'a bank account',
  secret: 'a password, key or code',
} as const satisfies Readonly<Record<SensitiveField['kind'], string>>;

/**
 * Checks what is to be handed to a chatbot session: a JSON object with a field at least, of at most 8 KiB and 8 levels, with keys of at most 200
 * characters, whose numbers have come through as they were meant, and without marks of redaction; unless `allowSensitive`,
 * without payment cards, bank accounts and secrets. Throws InvalidArgument, which quotes no value.
 */
export async function handedData(
  data: unknown,
  { allowSensitive }: { readonly allowSensitive: boolean },
  signal?: AbortSignal,
): Promise<JsonObject> {
  if (!isJsonObject(data)) {
    throw new InvalidArgument('data must be a JSON object, such as {"plan": "gold"}.');
  }
  if (Object.keys(data).length === 0) {
    throw new InvalidArgument('data is empty.', 'Add the fields that the bot expects, such as {"plan": "gold"}.');
  }
  // Before anything else: what is nested too deep cannot even be written.
  for (const { path, value } of leavesOf(data, MAX_LEVELS)) {
    if (path.length === MAX_LEVELS && typeof value === 'object' && value !== null) {
      throw new InvalidArgument(`data has more than ${MAX_LEVELS} levels.`, ONLY_NEEDED);
    }
    if (path.some((part) => typeof part === 'string' && part.length > MAX_KEY_LENGTH)) {
      throw new InvalidArgument(
        `data has a key of more than ${MAX_KEY_LENGTH} characters.`,
        'Use short names for fields, and put their content into the values.',
      );
    }
    if (typeof value === 'number' && !isExact(value)) {
      throw new InvalidArgument(
        trusted`The number ${placeWords(path)} is too large to be sent exactly.`,
        'Send it as text, in quotes.',
      );
    }
  }
  const json = JSON.stringify(data);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_BYTES) {
    throw new InvalidArgument(trusted`data has ${bytes} bytes; at most ${MAX_BYTES} are sent.`, ONLY_NEEDED);
  }
  if (marksIn(json).length > 0) {
    throw new InvalidArgument(
      'data has a redaction mark such as [email], and the chatbot would show the mark.',
      'Leave it out, or ask the user for the value.',
    );
  }
  const sensitive = allowSensitive ? [] : await inSlices(sensitiveFieldsIn(data, MAX_LEVELS), signal);
  if (sensitive.length > 0) {
    const fields = sensitive
      .slice(0, 5)
      .map(({ path, kind }) => trusted`${placeWords(path)} looks like ${KINDS[kind]}`);
    const others =
      sensitive.length > fields.length ? trusted`, and ${sensitive.length - fields.length} more` : trusted``;
    throw new InvalidArgument(
      trusted`Not sent: ${joined(fields, ', ')}${others}, which this bot does not accept.`,
      'Leave it out, or tell the user that the setting allowSensitive permits it.',
    );
  }
  return data;
}

const ONLY_NEEDED = 'Send only what the flow needs.';

/** Larger whole numbers have lost digits on their way through JSON already. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER);
}

/** The path of a value, without keys that are no plain names: these might be the secret. */
function placeWords(path: JsonLeaf['path']): TrustedText {
  return path.reduce<TrustedText>(
    (words, part) => {
      if (typeof part === 'number') return trusted`${words}[${part}]`;
      return /^[a-z][a-z_-]{0,39}$/i.test(part)
        ? trusted`${words}.${quotation(CallerText.parse(part))}`
        : trusted`${words}.…`;
    },
    trusted`data`,
  );
}
