import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestNames } from '../../src/model/text/closest.ts';
import { didYouMean } from '../../src/model/text/did-you-mean.ts';
import { CallerText, ProgramText, quotation, trusted } from '../../src/model/text/trusted-text.ts';

const said = (typed: string, ...valid: string[]) =>
  didYouMean(
    trusted`There is no flag "${quotation(CallerText.parse(typed))}"`,
    typed,
    valid.map((name) => ProgramText.parse(name)),
  );

describe('one sentence says that a name is not valid, and which one is', () => {
  test.each<[typed: string, valid: string[], words: string]>([
    ['perid', ['period', 'from', 'to'], 'There is no flag "perid"; did you mean period?'],
    ['--form', ['--from', '--to'], 'There is no flag "--form"; did you mean --from?'],
    ['--LIMT', ['--limit'], 'There is no flag "--LIMT"; did you mean --limit?'],
    ['look-back', ['look_back', 'look_ahead'], 'There is no flag "look-back"; did you mean look_back?'],
    ['startDate', ['from', 'to'], 'There is no flag "startDate"; did you mean from?'],
    ['min', ['min_rating', 'min_wait'], 'There is no flag "min"; did you mean min_rating or min_wait?'],
    ['zzzzzz', ['from', 'to'], 'There is no flag "zzzzzz". Valid: from, to.'],
    ['zzzzzz', [], 'There is no flag "zzzzzz".'],
    ['', ['from', 'to'], 'There is no flag "". Valid: from, to.'],
  ])('%s', (typed, valid, words) => {
    expect(said(typed, ...valid)).toBe(words);
  });
});

describe('what it is called elsewhere', () => {
  test.each<[typed: string, valid: string[], meant: string[]]>([
    ['--last', ['--period', '--from', '--host'], ['--period']],
    ['--days', ['--from', '--look-back-days'], ['--from']],
    ['--url', ['--base-url', '--public-url'], ['--base-url']],
    ['CHAT_OPERATIONS_USERNAME', ['CHAT_OPERATIONS_EMAIL', 'CHAT_OPERATIONS_HOST'], ['CHAT_OPERATIONS_EMAIL']],
    ['user', ['agent', 'visitor', 'query'], ['agent', 'visitor']],
    ['status', ['status', 'get_service_status', 'start'], ['status', 'get_service_status']],
    ['7d', ['today', 'last_7_days'], ['last_7_days']],
    ['last', ['host', 'email'], []],
  ])('%s is among %j', (typed, valid, meant) => {
    expect(closestNames(typed, valid)).toEqual(meant);
  });
});

test('a valid name is always the first one meant, however its words are separated', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}(_[a-z]{2,8}){0,2}$/), { minLength: 1, maxLength: 12 }),
      fc.constantFrom('_', '-', ' '),
      (valid, separator) => {
        for (const name of valid) {
          expect(closestNames(name.replaceAll('_', separator).toUpperCase(), valid)[0]).toBe(name);
        }
      },
    ),
  );
});

test('any text has an answer, of few candidates', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 150 }),
      fc.array(fc.string(), { maxLength: 9 }),
      (typed, valid) => {
        const meant = closestNames(typed, valid);
        expect(meant.length).toBeLessThanOrEqual(3);
        expect(valid).toEqual(expect.arrayContaining(meant));
      },
    ),
  );
});
