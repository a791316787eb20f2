import { expect, test } from 'vitest';
import { isTokenText, newTokenText, tokenHash } from '../../../src/http/identity/token-text.ts';

test('a token is 43 random letters and digits with a known beginning and a checksum', () => {
  const tokens = Array.from({ length: 2000 }, newTokenText);
  expect(new Set(tokens).size).toBe(2000);
  for (const token of tokens) {
    expect(token).toMatch(/^chatops_[0-9A-Za-z]{49}$/);
    expect(isTokenText(token)).toBe(true);
  }
  // Every digit stands in every place: none of them is fixed.
  for (let place = 8; place < 51; place += 1) expect(new Set(tokens.map((token) => token[place])).size).toBe(62);
});

test('a token in which one or two characters are wrong, or change places, is told from any other', () => {
  const token = newTokenText();
  const letters = token.split('');
  for (const [place, letter] of letters.entries()) {
    const wrong = letters.with(place, letter === 'x' ? 'y' : 'x');
    expect(isTokenText(wrong.join(''))).toBe(false);
    const next = letters[place + 1];
    if (next === undefined || next === letter) continue;
    expect(
      isTokenText(
        letters
          .with(place, next)
          .with(place + 1, letter)
          .join(''),
      ),
    ).toBe(false);
  }
  for (const cut of [token.slice(1), token.slice(0, -1), `${token} `, ` ${token}`, token.toLowerCase(), '']) {
    expect(isTokenText(cut)).toBe(false);
  }
});

test('what is kept of a token is its SHA-256', () => {
  // Reckoned by the command sha256sum.
  expect(tokenHash('chatops_example')).toBe('3c518e5c94b2ac571b131b0ce336519fb8190920562a4281486bc84787ad6114');
});
