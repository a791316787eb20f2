import { Foreign } from '../../src/model/foreign.ts';
import { array, assert, asyncProperty, constantFrom, integer, string } from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { estimatedTokens } from '../../src/answers/token-budget.ts';
import { cursorAt, placeOf } from '../../src/answers/rows/record-cursor.ts';
import { pageOfTexts, type TextPlace } from '../../src/answers/texts.ts';
import { createRedactor } from '../../src/privacy/redactor.ts';
import { plainText, Quoted } from '../../src/privacy/quoted.ts';
import { brokenMarksIn } from '../leaks/marks.ts';
import { IS_WHOLE, runs } from '../support/runs.ts';

// Texts of any number and length, told page by page.

const { block } = createRedactor({ level: 'contacts', key: new Uint8Array(32).fill(7), kept: new Set() });
const headed = async (text: string) => ({ heading: 'who:', text: await block(new Foreign(text)) });
const EMPTY = { heading: '', text: new Quoted('') };
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
      const call = {
        tool: 'get_chat_transcript',
        args: { chat_id: 7 },
        seal: (sealed: string) => `seal${sealed.length}`,
      } as const;
      let place = placeOf(call);
      for (let pages = 0; pages <= 1000; pages += 1) {
        const page = await pageOfTexts(texts.length, place, tokens, (index) => texts[index] ?? EMPTY);
        expect(estimatedTokens(page.lines)).toBeLessThanOrEqual(tokens);
        for (const { index, text, from } of page.shown) {
          expect(told[index]?.length).toBe(from);
          const shown = plainText(text);
          expect(shown.isWellFormed()).toBe(true);
          expect(brokenMarksIn(shown)).toEqual([]);
          told[index] += shown;
        }
        if (page.next === undefined) break;
        // As it comes back in a cursor.
        const cursor = cursorAt(page.next, call);
        expect(cursor.length).toBeLessThanOrEqual(32);
        place = placeOf({ ...call, args: { ...call.args, cursor } });
        expect(place).toEqual(page.next);
      }
      expect(told).toEqual(texts.map((one) => plainText(one.text)));
    }),
    { numRuns: runs(300, 40) },
  );
});

test('one long text is shown to its last character, whatever it is written in', async () => {
  const unit = constantFrom('a', '😀', '案', '\n', ' · ', '\u{1F468}\u200D\u{1F469}');
  await assert(
    asyncProperty(
      array(unit, { minLength: 1, maxLength: 30 }),
      integer({ min: 4000, max: 9000 }),
      async (some, tokens) => {
        const piece = some.join('');
        const text = piece.repeat(Math.ceil((IS_WHOLE ? 1_000_000 : 200_000) / piece.length));
        let told = '';
        let place: TextPlace | undefined = { index: 0, character: 0 };
        while (place !== undefined) {
          const page = await pageOfTexts(1, place, tokens, () => ({ heading: 'who: ', text: new Quoted(text) }));
          for (const part of page.shown) {
            expect(part.from).toBe(told.length);
            const shown = plainText(part.text);
            expect(shown.isWellFormed()).toBe(true);
            told += shown;
          }
          place = page.next;
        }
        expect(told === text).toBe(true);
      },
    ),
    { numRuns: runs(3, 1) },
  );
});

test('a cursor of another caller, tool or record is refused', () => {
  const seal = (key: string) => (text: string) =>
    createHash('sha256')
      .update(key + text)
      .digest('base64url');
  const call = { tool: 'get_chat_transcript', args: { chat_id: 7, view: 'full' }, seal: seal('one') } as const;
  const cursor = cursorAt({ index: 3, character: 40 }, call);
  expect(placeOf({ ...call, args: { ...call.args, cursor } })).toEqual({ index: 3, character: 40 });
  for (const other of [
    { ...call, seal: seal('other') },
    { ...call, tool: 'get_offline_message' as const },
    { ...call, args: { ...call.args, chat_id: 8 } },
    { ...call, args: { ...call.args, view: 'digest' } },
  ]) {
    expect(() => placeOf({ ...other, args: { ...other.args, cursor } })).toThrow('does not belong to this call');
  }
});

test('a place behind all texts shows nothing, and ends', async () => {
  const texts = [await headed('Hello')];
  for (const index of [1, 1_000_000]) {
    const page = await pageOfTexts(1, { index, character: 99 }, 100, () => texts[0] ?? EMPTY);
    expect(page.next).toBeUndefined();
  }
});
