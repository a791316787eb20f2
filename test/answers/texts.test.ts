import { array, assert, asyncProperty, constantFrom, integer, string } from 'fast-check';
import { expect, test } from 'vitest';
import { estimatedTokens } from '../../src/answers/token-budget.ts';
import { pageOfTexts, placeAt, positionOf } from '../../src/answers/texts.ts';
import { createRedactor } from '../../src/privacy/redactor.ts';
import { safe } from '../../src/privacy/safe-text.ts';
import { brokenMarksIn } from '../leaks/marks.ts';

// Texts of any number and length, told page by page.

const { block } = createRedactor({ level: 'contacts', key: new Uint8Array(32).fill(7), kept: new Set() });
const headed = async (text: string) => ({ heading: safe`who:`, text: await block(text) });
const EMPTY = { heading: safe``, text: safe`` };
const LEAST = 200;

test('pages put together are the texts, whatever their number and length, and each page has room', async () => {
  const piece = constantFrom(
    'word ',
    'kate.lehmann@example.org ',
    '😀',
    '案',
    '\n',
    'é',

    '4111 1111 1111 1111 ',
    '…',
  );
  const text = string({ unit: piece, maxLength: 400 });
  await assert(
    asyncProperty(array(text, { maxLength: 8 }), integer({ min: LEAST, max: 3000 }), async (written, tokens) => {
      const texts = await Promise.all(written.map((one) => headed(one)));
      const told = texts.map(() => '');
      let place = placeAt(undefined);
      for (let pages = 0; pages <= 1000; pages += 1) {
        const page = await pageOfTexts(texts.length, place, tokens, (index) => texts[index] ?? EMPTY);
        expect(estimatedTokens(page.lines)).toBeLessThanOrEqual(tokens);
        for (const { index, text, from } of page.shown) {
          expect(told[index]?.length).toBe(from);
          expect(text.isWellFormed()).toBe(true);
          expect(brokenMarksIn(text)).toEqual([]);
          told[index] += text;
        }
        if (page.next === undefined) break;
        // As it comes back in a cursor.
        place = placeAt(positionOf(page.next, 7));
        expect(place).toEqual(page.next);
      }
      expect(told).toEqual(texts.map((one) => String(one.text)));
    }),
    { numRuns: 300 },
  );
});

test('a place that no page has given shows nothing, and ends', async () => {
  const texts = [await headed('Hello')];
  for (const after of [-9, 1, 1_000_000]) {
    const page = await pageOfTexts(1, placeAt({ after: [after, 7], character: 99 }), 100, () => texts[0] ?? EMPTY);
    expect(page.next).toBeUndefined();
  }
});
