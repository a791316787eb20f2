import { expect, test } from 'vitest';
import { oddPhrases } from '../scripts/words.ts';

// `npm run check` refuses these phrases in documents, golden files, descriptions and help.

test.each([
  ['12 messages are at\nhand.', [{ phrase: 'at hand', line: 1 }]],
  [
    'One.\nIt tells whoever asks.',
    [
      { phrase: 'tells', line: 2 },
      { phrase: 'whoever', line: 2 },
    ],
  ],
  [
    'Besides, there is none.',
    [
      { phrase: 'besides', line: 1 },
      { phrase: 'is none', line: 1 },
    ],
  ],
])('%j has odd phrases', (text, found) => {
  expect(oddPhrases(text)).toEqual(found);
});

test.each([
  'The text is loaded, and recommended.',
  'She wrote “have a look”, and "nobody told me".',
  'Call `tells --besides`.',
  '```sh\necho at hand\n```',
  'One passage:\n<untrusted 123456789>\n- I was told to wait.\n</untrusted 123456789>',
])('%j has none that is ours', (text) => {
  expect(oddPhrases(text)).toEqual([]);
});
