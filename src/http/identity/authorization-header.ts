import type { Denial } from './denial.ts';

/** A token of any authorization server fits; whatever is longer is none. */
const MAX_LENGTH = 8192;

/** RFC 6750, section 2.1; the scheme in any case (RFC 9110). */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** The token of a request, or what is wrong with how it came. */
export type Presented =
  | { readonly token: string; readonly denial?: never }
  | { readonly denial: Denial; readonly token?: never };

/** Returns the token that a request came with. */
export function presentedToken({ url, headers }: Request): Presented {
  if (url.includes('?') && new URL(url).searchParams.has('access_token')) return malformed(IN_ADDRESS);
  const header = headers.get('authorization');
  if (header === null || header === '') return { denial: { kind: 'missing' } };
  if (header.length > MAX_LENGTH) return malformed(`The header Authorization is longer than ${MAX_LENGTH} characters.`);
  // Another scheme, a Basic login for instance, is not what is asked for here.
  if (!/^Bearer\b/i.test(header)) return { denial: { kind: 'missing' } };
  const [, token] = BEARER.exec(header) ?? [];
  return token === undefined ? malformed(NOT_ONE) : { token };
}

const IN_ADDRESS =
  'A token stood in the address, where logs and proxies keep it. Send it in the header Authorization, and have this one revoked.';
const NOT_ONE = 'The header Authorization is not one token: send it once, as Bearer TOKEN, without quotation marks.';

function malformed(words: string): Presented {
  return { denial: { kind: 'malformed', words } };
}
