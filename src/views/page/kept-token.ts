/** Of this tab alone, and gone with it; never in an address. */
const KEY = 'chat-operations-mcp/token';

// A browser may keep nothing for a page: then the token lasts until the page is loaded again.

/** The token that this tab has kept. */
export function keptToken(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a token, or forgets it. */
export function keepToken(token: string | undefined): void {
  try {
    if (token === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // It is known to the page all the same.
  }
}
