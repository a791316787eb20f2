import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bold, escapeHtml, Html, markup } from '../../../src/commands/report/page/html.ts';

describe('what is filled in is text', () => {
  test('between tags and in attributes', () => {
    expect(markup`<p title="${`"'<>&`}">${'<b>'}</p>`.toString()).toBe(
      '<p title="&quot;&#39;&lt;&gt;&amp;">&lt;b&gt;</p>',
    );
  });

  test('any text has no character left that HTML acts on, and comes back as it was', () => {
    const back = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(
          Object.entries(back).reduce((one, [entity, character]) => one.replaceAll(entity, character), escaped),
        ).toBe(text);
      }),
    );
  });

  test('unless it is finished HTML, alone or several', () => {
    const item = (text: string) => markup`<li>${text}</li>`;
    expect(markup`<ul>${['a', '<'].map(item)}</ul>${new Html('<hr>')}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;</li></ul><hr>',
    );
  });
});

test('two marks of Markdown make words bold, and one is none', () => {
  expect(bold('**Not < yet**: 2 ** 3').toString()).toBe('**Not &lt; yet**: 2 ** 3');
  expect(bold('**Not < yet**: why').toString()).toBe('<strong>Not &lt; yet</strong>: why');
});
