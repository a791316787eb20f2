import { glob, readFile } from 'node:fs/promises';
import { expect, expectTypeOf, test } from 'vitest';
import type { VisitorContext } from '../../src/model/records.ts';
import type { Answer } from '../../src/mcp/tool.ts';
import { enclosed } from '../../src/privacy/boundary.ts';
import {
  deskBlock,
  deskLine,
  joinSafe,
  ownWord,
  safe,
  type OwnText,
  type SafeText,
} from '../../src/privacy/safe-text.ts';
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

test('P1: nothing outside of privacy/ declares a text safe', async () => {
  const makers: string[] = [];
  for await (const file of glob('src/**/*.ts')) {
    if (/\b(?:Safe|Own)Text\.(?:parse|safeParse|decode)\b/.test(await readFile(file, 'utf8'))) makers.push(file);
  }
  expect(makers.length).toBeGreaterThan(0);
  expect(makers.filter((file) => !file.startsWith('src/privacy/'))).toEqual([]);
});
