import { InvalidArgument } from '../model/errors.ts';
import { isJsonObject, leavesOf, type JsonLeaf, type JsonObject } from '../model/json.ts';
import { sensitiveFieldsIn, type SensitiveField } from '../privacy/sensitive-fields.ts';

/** A session's data is a few fields of a customer; more is a mistake. */
const MOST_BYTES = 32_768;
const MOST_LEVELS = 8;

const KINDS: Readonly<Record<SensitiveField['kind'], string>> = {
  card: 'a payment card',
  iban: 'a bank account',
  secret: 'a password, key or code',
};

/**
 * Checks what is to be handed to a chatbot session: a JSON object of at most 32 KiB and 8 levels, whose numbers have come
 * through as they were meant; unless `allowSensitive`, without payment cards, bank accounts and secrets. Throws
 * InvalidArgument, which quotes no value.
 */
export function handedData(data: unknown, { allowSensitive }: { readonly allowSensitive: boolean }): JsonObject {
  if (!isJsonObject(data)) {
    throw new InvalidArgument('data is not a JSON object.', 'Give fields by name, for instance {"plan": "gold"}.');
  }
  // Before anything else: what is nested too deep cannot even be written.
  for (const { path, value } of leavesOf(data, MOST_LEVELS)) {
    if (path.length === MOST_LEVELS && typeof value === 'object' && value !== null) {
      throw new InvalidArgument(`The data has more than ${MOST_LEVELS} levels.`, ONLY_NEEDED);
    }
    if (typeof value === 'number' && !isExact(value)) {
      throw new InvalidArgument(
        `The number at ${placeWords(path)} is too large to arrive as it was meant.`,
        'Hand it over as text, in quotes.',
      );
    }
  }
  if (Buffer.byteLength(JSON.stringify(data)) > MOST_BYTES) {
    throw new InvalidArgument(`The data has more than ${MOST_BYTES} bytes.`, ONLY_NEEDED);
  }
  const sensitive = allowSensitive ? [] : sensitiveFieldsIn(data, MOST_LEVELS);
  if (sensitive.length > 0) {
    const fields = sensitive.slice(0, 5).map(({ path, kind }) => `${placeWords(path)} looks like ${KINDS[kind]}`);
    const others = sensitive.length > fields.length ? `, and ${sensitive.length - fields.length} more` : '';
    throw new InvalidArgument(
      `Nothing was sent: ${fields.join(', ')}${others}. This bot takes no such data.`,
      'Leave it out. If the bot really needs it, or it is something else, the person who runs the server can set allowSensitive for this bot.',
    );
  }
  return data;
}

const ONLY_NEEDED = 'Hand over only what the flow needs.';

/** Whole numbers beyond this have lost digits on their way through JSON already. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER);
}

/** Where a value is, without the keys that are no plain names: these might be the secret. */
function placeWords(path: JsonLeaf['path']): string {
  return path.reduce<string>((words, part) => {
    if (typeof part === 'number') return `${words}[${part}]`;
    return /^[a-z][a-z_-]{0,39}$/i.test(part) ? `${words}.${part}` : `${words}.…`;
  }, 'data');
}
