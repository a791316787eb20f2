import { assert, asyncProperty, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enclosed } from '../../src/privacy/boundary.ts';
import { withoutBoundaries } from '../support/boundaries.ts';
import { everyNumber } from './hostile/heaps.ts';
import type { RedactorOptions } from '../../src/privacy/redactor.ts';
import { Quoted } from '../../src/privacy/quoted.ts';
import { ShownTexts } from '../../src/privacy/redaction/shown-texts.ts';
import { createPlainRedactor, type PlainRedactor } from './plain-redactor.ts';
import { runs } from '../support/runs.ts';

const KEY = new Uint8Array(32).fill(7);
const KATE = { email: 'Kate.Lehmann@example.org', phone: '+49 170 1234567', country: 'Germany' };
const redactorWith = (options: Partial<RedactorOptions> = {}) =>
  createPlainRedactor({ level: 'contacts', key: KEY, kept: new Set(), ...options });

const markIn = (text: string): string | undefined => /\[[^\]]*\]/.exec(text)?.[0];

describe('D1: redaction', () => {
  test('the same person has the same pseudonym, whichever contact is found and however it is written', () => {
    const { line } = redactorWith().about(KATE);
    const marks = [
      'write to kate.lehmann@example.org',
      'write to KATE.LEHMANN (at) example (dot) org',
      'call 0170/123 45 67',
      'call 0049 170 1234567',
    ].map((text) => /visitor-[a-z0-9]+/.exec(line(text))?.[0]);
    expect(marks[0]).toMatch(/^visitor-[a-z0-9]{8}$/);
    expect(new Set(marks).size).toBe(1);
  });

  test('an address that is found has the tag of the visitor whose it is', () => {
    const known = /visitor-(?<tag>\w+)/.exec(redactorWith().about(KATE).line(KATE.email))?.groups?.['tag'];
    expect(markIn(redactorWith().line(`ask ${KATE.email} about it`))).toBe(`[email ${known}]`);
  });

  test('what was shown once is shown so again to those alone to whom it would be shown so', () => {
    const shown = new ShownTexts();
    const kept = new Set(['desk@example.org']);
    const texts = [`${KATE.email} asks desk@example.org`, '0170 1234567', 'Kate', '4111 1111 1111 1111'];
    const askers = [kept, new Set<string>()].flatMap((staying) =>
      (['contacts', 'cards', 'none'] as const).map((level) => ({ level, kept: staying })),
    );
    const voices: readonly ((redactor: PlainRedactor) => PlainRedactor)[] = [
      (redactor) => redactor,
      (redactor) => redactor.about(KATE),
      (redactor) => redactor.about(KATE).ofOurSide(),
      (redactor) => redactor.from({ email: KATE.email }),
    ];
    for (const asker of [...askers, ...askers]) {
      const asked = redactorWith({ ...asker, shown });
      for (const voice of voices)
        for (const text of texts) expect(voice(asked).line(text)).toBe(voice(redactorWith(asker)).line(text));
    }
  });

  test('another account has another pseudonym', () => {
    const other = redactorWith({ key: new Uint8Array(32).fill(8) });
    expect(other.line(KATE.email)).not.toBe(redactorWith().line(KATE.email));
  });

  test('an address is replaced before the text is cut', () => {
    expect(redactorWith().line(`my address is ${KATE.email}`, 22)).not.toContain('Kate');
  });

  test('the addresses of the desk stay in what its own side wrote, those of the visitor go', async () => {
    const { block } = redactorWith().about(KATE).ofOurSide();
    const shown = await block(
      `Dear Kate, we wrote to ${KATE.email}. Call us at +49 30 901820, or write to help@shop.example.com`,
    );
    expect(shown).toContain('+49 30 901820, or write to help@shop.example.com');
    expect(shown).not.toContain(KATE.email);
  });

  test('a mark that a stranger writes is no mark', () => {
    const { line } = redactorWith({ level: 'none' });
    expect(line('[email of visitor-k7q2xamp] and [card]')).toBe('[ email of visitor-k7q2xamp] and [ card]');
  });

  test('a mark is never cut in half', () => {
    const { line } = redactorWith();
    const whole = line(`write to ${KATE.email} please`);
    for (let length = 1; length <= whole.length; length += 1) {
      expect(line(`write to ${KATE.email} please`, length)).not.toMatch(/\[(?![^\]]*\])/);
    }
  });

  test('a field for a contact is replaced whole, whatever stands in it', () => {
    const { email, phone } = redactorWith().about({ email: 'kate at example', phone: '12 34' });
    for (const field of [email('kate at example'), phone('12 34'), phone('0301234567 oder 01701234567')]) {
      expect(field).toMatch(/^\[(?:email|phone) of visitor-[a-z0-9]{8}\]$/);
    }
  });

  test('what was not read to its end shows nothing of its last words', () => {
    const shown = redactorWith().line(`${'\u200B'.repeat(10_464)}${KATE.email}`);
    expect(shown).toBe('…');
  });

  test('addresses of agents stay', () => {
    const kept = new Set(['anna@desk.example.com']);
    expect(redactorWith({ kept }).line('I am Anna@desk.example.com')).toBe('I am Anna@desk.example.com');
  });

  test('the end of a text that was not checked is marked, and not shown', async () => {
    const redactor = redactorWith();
    const text = `${'Call 4 or 5 people. '.repeat(20_000)}Goodbye`;
    const shown = await redactor.block(text, text.length);
    expect(shown).toMatch(/^Call 4 or 5 people\. .*\[unchecked\]$/);
  });

  test('level cards leaves addresses, level none leaves everything', () => {
    const text = `${KATE.email}, 4111 1111 1111 1111`;
    expect(redactorWith({ level: 'cards' }).line(text)).toBe(`${KATE.email}, [card]`);
    expect(redactorWith({ level: 'none' }).about(KATE).line(text)).toBe(text);
  });

  test('a piece of what has passed stays as it is', () => {
    const pieces = constantFrom(
      'kate.lehmann@example.org',
      '+49 170 1234567',
      '4111111111111111',
      '[',
      ']',
      '!',
      '<b',
      ' ',
      '\n',
      'a',
      '&amp;',
      '&lt;',
      'visitor-',
      '@',
      'javascript:',
      '10.0.0.1',
      '\u200D',
      'é',
      '[card]',
      '[email of visitor-k7q2xamp]',
    );
    assert(
      property(string({ unit: pieces, maxLength: 30 }), (text) => {
        const { line, piece } = redactorWith().about(KATE);
        expect(piece(line(text))).toBe(line(text));
      }),
      {
        numRuns: runs(1000),
        // The cut leaves a number that was none before.
        examples: [
          ['kate.lehmann@example.org+49 170 1234567javascript:[card]kate.lehmann@example.org+49 170 123456710.0.0.1'],
        ],
      },
    );
  });
});

describe('P1: the boundary', () => {
  test('no text can close it, whatever numbers it holds', async () => {
    const piece = constantFrom('<', '/', '>', ' ', '\u200B', '\n', 'untrusted', '123456', '000', '0', '1', 'x');
    await assert(
      asyncProperty(string({ unit: piece, maxLength: 200 }), async (written) => {
        const text = await redactorWith({ level: 'none' }).block(written);
        const [opening = '', ...rest] = enclosed(new Quoted(text)).split('\n');
        const number = /^<untrusted (\d{9})>$/.exec(opening)?.[1];
        expect(number).toBeDefined();
        expect(rest.at(-1)).toBe(`</untrusted ${number}>`);
        expect(rest.slice(0, -1).join('\n')).toBe(text);
        // Whatever the number is.
        expect(text).not.toMatch(/<\/?untrusted/);
      }),
      { numRuns: runs(500) },
    );
  });

  test('a text that has every number of six digits in it is enclosed as any other', async () => {
    const { block } = redactorWith({ level: 'none' });
    const text = await block(everyNumber(6), 2_000_000);
    expect(text.length).toBe(1_000_005);
    expect(withoutBoundaries(enclosed(new Quoted(text)))).toBe(text);
  });

  test('another number each time', () => {
    const { line } = redactorWith();
    const marks = Array.from({ length: 50 }, () => enclosed(new Quoted(line('hello'))).split('\n')[0]);
    expect(new Set(marks).size).toBe(50);
  });
});
