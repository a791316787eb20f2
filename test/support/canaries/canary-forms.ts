/** The forms that a leaked secret may have. */
export interface Form {
  readonly form: string;
  readonly bytes: Buffer;
}

/** Shorter ones would be found by chance. */
const LEAST_BYTES = 6;

/** Every form of a secret that is looked for, each once. */
export function formsOf(secret: string): Form[] {
  const utf8 = Buffer.from(secret);
  const forms: [string, string | Buffer][] = [
    ['plain', utf8],
    ['Latin-1', Buffer.from(secret, 'latin1')],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['UTF-16 of the other byte order', Buffer.from(secret, 'utf16le').swap16()],
    ['JSON', jsonEscaped(secret)],
    ['JSON within JSON', JSON.stringify(jsonEscaped(secret)).slice(1, -1)],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in lower case', encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['form-encoded', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['hexadecimal', utf8.toString('hex')],
    ['hexadecimal in upper case', utf8.toString('hex').toUpperCase()],
    ...[0, 1, 2].flatMap((offset): [string, string][] => {
      const text = base64Within(utf8, offset);
      return [
        [`base64 from byte ${offset}`, text],
        [`base64url from byte ${offset}`, text.replaceAll('+', '-').replaceAll('/', '_')],
      ];
    }),
  ];
  const known = new Map<string, Form>();
  for (const [form, content] of forms) {
    const bytes = Buffer.from(content);
    const key = bytes.toString('hex');
    if (bytes.length >= LEAST_BYTES && !known.has(key)) known.set(key, { form, bytes });
  }
  return [...known.values()];
}

function jsonEscaped(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The letters that are the same whatever stands before and behind it, as in the pair of Basic authentication. */
function base64Within(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}
