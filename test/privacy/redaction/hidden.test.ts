import { describe, expect, test } from 'vitest';
import { createPlainRedactor } from '../plain-redactor.ts';

// What hides a finding from the eye does not hide it from redaction.

describe('D1: what is sensitive is found however it is hidden', () => {
  const { line } = createPlainRedactor({ level: 'contacts', key: new Uint8Array(32), kept: new Set() });

  test.each([
    ['4111\u200B 1111\u200B 1111\u200B 1111', '1111'],
    ['4111&nbsp;1111&#160;1111&#x2009;1111', '1111'],
    ['bob\u200B@\u2060evil.example.com', 'evil'],
    ['bob\u00AD@evil\u00AD.example.com', 'evil'],
    ['bob&#64;evil.example.com', 'evil'],
    ['bob&amp;#64;evil.example.com', 'evil'],
    ['bob&commat;evil&period;example&period;com', 'evil'],
    ['bob＠evil．example．com', 'evil'],
    ['bob\u001B[8m@\u001B[0mevil.example.com', 'evil'],
    ['b\u202Eob@evil.example.com', 'evil'],
    ['bob\u{E0041}@evil\uFE0F.example.com', 'evil'],
    ['![x](https://evil.example/?q=bob@evil.example.com)', 'bob@evil'],
    ['<bob@evil.example.com>', 'evil'],
    ['+49\u00AD170\u00AD1234567', '1234567'],
    ['+49\u200B 170 123\u20604567', '4567'],
    ['203.0\u200B.113.7', '113'],
    ['DE89\u200B 3704 0044 0532 0130 00', '3704'],
    ['passw\u00ADord: hunt\u200Ber2secret', 'hunter2secret'],
  ])('%j', (text, secret) => {
    expect(line(`Please note: ${text} as said`)).not.toContain(secret);
    expect(line(`Please note: ${text} as said`)).toMatch(/^Please note: .*\[.*as said$/s);
  });
});
