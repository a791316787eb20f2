import { assert, constantFrom, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllSeen } from '../../../src/model/text/unseen.ts';

// Written by hand, from the charts of Unicode and not from its properties: what one does not see in a line of text.
const UNSEEN: Readonly<Record<string, string>> = {
  'Hangul filler': '\u3164',
  'Hangul halfwidth filler': '\uFFA0',
  'Hangul initial filler': '\u115F',
  'Hangul medial filler': '\u1160',
  'Braille blank': '\u2800',
  'combining grapheme joiner': '\u034F',
  'soft hyphen': '\u00AD',
  'zero-width space': '\u200B',
  'zero-width joiner': '\u200D',
  'word joiner': '\u2060',
  'byte order mark': '\uFEFF',
  'right-to-left override': '\u202E',
  'variation selector': '\uFE0F',
  'Mongolian vowel separator': '\u180E',
  'Khmer inherent vowel': '\u17B4',
  'tag letter': '\u{E0041}',
  'shorthand overlap': '\u{1BCA0}',
  'musical null notehead': '\u{1D159}',
  'Khitan filler': '\u{16FE4}',
  'Egyptian full blank': '\u{13441}',
  'Egyptian half blank': '\u{13442}',
  'no-break space': '\u00A0',
  'thin space': '\u2009',
  'ideographic space': '\u3000',
  'Ogham space': '\u1680',
  'line separator': '\u2028',
  tab: '\t',
  'line feed': '\n',
  null: '\0',
  'private character': '\uE000',
  'unassigned character': '\u{2FFFE}',
  'second space': '  ',
  'heap of marks': '\u0301'.repeat(9),
};

describe('what is not seen', () => {
  test.each(Object.entries(UNSEEN))('%s', (_name, unseen) => {
    for (const text of [`a${unseen}b`, `${unseen}ab`, `ab${unseen}`, unseen]) expect(isAllSeen(text)).toBe(false);
  });

  test('anywhere in any text', () => {
    assert(
      property(string(), string(), constantFrom(...Object.values(UNSEEN)), (before, after, unseen) => {
        expect(isAllSeen(before + unseen + after)).toBe(false);
      }),
    );
  });
});

test.each(['session-1', 'a b', 'f3c1.9/x:y_z=', 'Größe', '会話-12', 'جلسة', 'e\u0301t', '👍'])(
  '%s is all seen',
  (text) => {
    expect(isAllSeen(text)).toBe(true);
  },
);

test('whatever is printable ASCII without blanks is all seen', () => {
  assert(property(stringMatching(/^[\x21-\x7E]*$/), (text) => isAllSeen(text)));
});
