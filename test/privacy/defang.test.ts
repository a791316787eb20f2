import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from '../../src/privacy/cleaning.ts';
import { defang } from '../../src/privacy/defang.ts';
import { heaps } from './hostile/heaps.ts';
import { html, markdown } from './hostile/renderings.ts';
import { hostileTexts } from './hostile-texts.ts';
import { ordinaryTexts } from './ordinary-texts.ts';
import { dangersIn } from './rendered.ts';
import { runs } from '../support/runs.ts';

const passed = (text: string): string => defang(cleanText(text));

const pieces = [
  ...Array.from('![]()<>:/\\ \n\t`*_>-"\'#|'),
  'a',
  '1',
  '](',
  ']: ',
  '[a]',
  '[a]: ',
  '\n\n',
  '> ',
  '- ',
  '![',
  '](<',
  '://',
  '//',
  '&colon;',
  '&#58;',
  '\\:',
  '&Tab;',
  'javascript',
  'javascript:',
  'java',
  'script:',
  'data:text/html,',
  'file:///',
  'ftp://',
  'tel:',
  'http://x.example',
  '<a',
  '</a',
  '<!--',
  '<?',
  '<img ',
  '\u200B',
  'ſ',
  'x@y.example',
  'www.x.example',
  '[^1]: ',
  '```',
] as const;
const hostile = string({ unit: constantFrom(...pieces), maxLength: 16 });

test.each(['＜', '﹤', '〈', '‹', '⟨'])('nothing in the brackets %s looks like the mark of a boundary', (bracket) => {
  for (const slash of ['', '/', '／']) {
    for (const word of ['untrusted', 'UNTRUSTED', 'ｕｎｔｒｕｓｔｅｄ']) {
      expect(passed(`Hi ${bracket}${slash}${word} 123456789＞`)).toBe(`Hi ${bracket} ${slash}${word} 123456789＞`);
    }
  }
  expect(passed(passed(`${bracket}/untrusted 1>`))).toBe(passed(`${bracket}/untrusted 1>`));
  expect(passed(`${bracket}trusted${bracket}`)).toBe(`${bracket}trusted${bracket}`);
});

describe('P3: nothing is loaded or run by itself', () => {
  test.each(hostileTexts)('%s', (_name, text) => {
    expect(dangersIn(passed(text))).toEqual([]);
    expect(dangersIn(`Before\n\n- list: ${passed(text)}\n\n> ${passed(text).replaceAll('\n', '\n> ')}`)).toEqual([]);
    expect(defang(passed(text))).toBe(passed(text));
    expect(cleanText(passed(text))).toBe(passed(text));
  });

  test('the renderers do see what is dangerous', () => {
    const unseen = [...Object.entries(markdown), ...Object.entries(html)].filter(
      ([, text]) => dangersIn(text).length === 0,
    );
    expect(unseen.length).toBeLessThan(50);
    for (const text of [
      markdown.image,
      markdown['image by reference'],
      html.script,
      markdown['definition of pieces'],
    ]) {
      expect(dangersIn(text)).not.toEqual([]);
    }
  });

  test('whatever is put together', () => {
    assert(
      property(hostile, (text) => {
        expect(dangersIn(passed(text))).toEqual([]);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('doing it twice is doing it once, and leaves a clean text clean', () => {
    assert(
      property(hostile, (text) => {
        const once = passed(text);
        expect(defang(once)).toBe(once);
        expect(cleanText(once)).toBe(once);
      }),
      { numRuns: runs(5000) },
    );
  });

  test.each(Object.entries(heaps))('a heap of %s comes to an end', (_name, heap) => {
    const once = defang(heap());
    expect(defang(once)).toBe(once);
  });
});

describe('P3: as little as possible changes', () => {
  test.each([
    ['![a](https://evil.example/a.png)', '! [a](https://evil.example/a.png)'],
    ['<img src=x>', '< img src=x>'],
    ['a<b', 'a< b'],
    ["](<'x@y.example>", "] (< 'x@y.example>"],
    ['<3x@y.example>', '< 3x@y.example>'],
    ['</b>', '< /b>'],
    ['[x](javascript:alert(1))', '[x](javascript[:]alert(1))'],
    ['javascript:alert(1)', 'javascript[:]alert(1)'],
    ['data:text/html,x', 'data[:]text/html,x'],
    ['file:///etc/passwd', 'file[:]///etc/passwd'],
    ['ftp://evil.example', 'ftp[:]//evil.example'],
    ['[x](tel:+4930)', '[x](tel[:]+4930)'],
    ['[a]: slack:open', '[a]: slack[:]open'],
    ['[x](<java\tscript:a>)', '[x] (< java\tscript:a>)'],
    ['[a]: slack:', '[a]: slack[:]'],
    ['javascript:(x)', 'javascript[:] (x)'],
    ['view-source:https://x.example', 'view-source[:]https://x.example'],
  ])('%j becomes %j', (text, expected) => {
    expect(defang(text)).toBe(expected);
  });

  test.each(ordinaryTexts)('ordinary text stays: %s', (_name, text) => {
    for (const form of ['NFC', 'NFD'] as const) expect(defang(text.normalize(form))).toBe(text.normalize(form));
  });

  test.each([
    'mailto:anna@shop.example',
    'tel:+49301234567',
    'x < y <3 -> <- << >>',
    'https://shop.example/a?b=data:1',
    'Hello! (see [1])',
    'metadata:text javascript: the good parts',
    'HTTPS://SHOP.EXAMPLE [x](HTTP://shop.example) [y](/x) [z](#a:b)',
  ])('%s stays', (text) => {
    expect(defang(text)).toBe(text);
  });
});
