import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DARK, LIGHT } from '../../../src/charts/theme.ts';

test('a page has each colour of a chart, light and dark, but those that it shares with its words', async () => {
  const css = await readFile(new URL('../../../src/views/style.css', import.meta.url), 'utf8');
  const names = Object.keys(LIGHT);
  for (const name of names) expect(css).toContain(`--${name}: `);
  const own = Object.entries(LIGHT).filter(([name]) => !['paper', 'ink', 'quiet'].includes(name));
  const dark = new Map(Object.entries(DARK));
  for (const [name, light] of own) expect(css).toContain(`--${name}: light-dark(${light}, ${dark.get(name)});`);
});
