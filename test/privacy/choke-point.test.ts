import { glob, readFile } from 'node:fs/promises';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { VisitorContext } from '../../src/model/records.ts';
import type { Answer, DataOf } from '../../src/mcp/tool.ts';
import { enclosed, QuotedText } from '../../src/privacy/boundary.ts';
import { deskBlock, deskLine, joinSafe, OwnText, ownWord, safe, SafeText } from '../../src/privacy/safe-text.ts';
import { outsideBoundaries, withoutBoundaries } from '../support/boundaries.ts';
import type { Screen } from '../../src/privacy/screen.ts';

type Written = NonNullable<VisitorContext['city']>;

// Types are checked by `npm run check`.
test('P1: text that has not passed cannot be rendered', () => {
  expectTypeOf<string>().not.toExtend<SafeText>();
  expectTypeOf<Written>().not.toExtend<SafeText>();
  expectTypeOf(ownWord<Written>)
    .parameter(0)
    .toEqualTypeOf<never>();
  expectTypeOf(deskLine<Written>)
    .parameter(0)
    .toEqualTypeOf<never>();
  expectTypeOf(deskBlock<Written>)
    .parameter(0)
    .toEqualTypeOf<never>();
  expectTypeOf<Screen['line']>().returns.toEqualTypeOf<SafeText>();
});

test('P1: what strangers wrote is no text of an answer before it stands in its boundary', () => {
  expectTypeOf<SafeText>().not.toExtend<OwnText>();
  expectTypeOf<Answer<object>['text']>().toEqualTypeOf<OwnText>();
  expectTypeOf(enclosed).returns.toEqualTypeOf<OwnText>();
  const mixed = (theirs: SafeText) => safe`our words, ${theirs}`;
  const joined = (theirs: SafeText) => joinSafe([safe`our words`, theirs], ' ');
  expectTypeOf(mixed).returns.toEqualTypeOf<SafeText>();
  expectTypeOf(joined).returns.toEqualTypeOf<SafeText>();
  expectTypeOf(safe`our words, ${7}`).toEqualTypeOf<OwnText>();
});

test('P1: in data, what strangers wrote is enclosed by its shape, and a shape that leaves it open has no answer', () => {
  const closed = z.object({
    name: QuotedText,
    at: OwnText,
    level: z.enum(['soon']),
    rows: z.array(z.object({ n: z.number() })),
  });
  expectTypeOf<DataOf<typeof closed>>().toEqualTypeOf<{
    name: SafeText;
    at: OwnText;
    level: 'soon';
    rows: { n: number }[];
  }>();
  const open = z.object({ rows: z.array(z.object({ name: SafeText })) });
  const plain = z.object({ name: z.string().optional() });
  const anything = z.object({ name: z.unknown() });
  expectTypeOf<DataOf<typeof open>>().toEqualTypeOf<never>();
  expectTypeOf<DataOf<typeof plain>>().toEqualTypeOf<never>();
  expectTypeOf<DataOf<typeof anything>>().toEqualTypeOf<never>();
  const { name, at } = closed.parse({ name: 'Ana', at: 'now', level: 'soon', rows: [] });
  expect(outsideBoundaries(name)).toBe('');
  expect(withoutBoundaries(name)).toBe('Ana');
  expect(at).toBe('now');
});

test('P1: nothing outside of privacy/ declares a text safe', async () => {
  const makers: string[] = [];
  for await (const file of glob('src/**/*.ts')) {
    if (/\b(?:Safe|Own)Text\.(?:parse|safeParse|decode)\b/.test(await readFile(file, 'utf8'))) makers.push(file);
  }
  expect(makers.length).toBeGreaterThan(0);
  expect(makers.filter((file) => !file.startsWith('src/privacy/'))).toEqual([]);
});
