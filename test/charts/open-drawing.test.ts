import { expect, test } from 'vitest';
import type { Chart } from '../../src/charts/chart.ts';
import { openDrawing } from '../../src/charts/open-drawing.ts';
import { drawn, wordsIn } from './drawn.ts';
import { label, point, words } from './some-charts.ts';

const DAYS: Chart = {
  kind: 'trend',
  title: words('Chats by day'),
  unit: 'chats',
  labels: ['Mon', 'Tue', 'Wed'].map(label),
  series: { name: words('this week'), points: [3, 9, 4].map(point) },
};

/** The width and the height of a PNG (third edition, 11.2.2). */
function sizeOf(png: Uint8Array): number[] {
  const view = new DataView(png.buffer, png.byteOffset);
  expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  return [view.getUint32(16), view.getUint32(20)];
}

const going = () => new AbortController().signal;

test('it draws in a thread: several at once, as SVG and as PNG of twice the size', async () => {
  await using drawing = openDrawing();
  const [svg, png] = await Promise.all([drawing.svg(DAYS, going()), drawing.png(DAYS, going())]);
  expect(svg).toBe(drawn(DAYS));
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  expect(sizeOf(png)).toEqual([2 * Number(width), 2 * Number(height)]);
});

test('a PNG has at most 60 kB: of what is large, in its plain size', async () => {
  await using drawing = openDrawing();
  const labels = Array.from({ length: 400 }, (_, row) => label(`${row} ${'nämé '.repeat(row % 9)}`));
  const points = labels.map((_, row) => ({ ...point((row * 7919) % 1000), p90: 1100 }));
  const chart: Chart = { ...DAYS, kind: 'rows', labels, series: { name: words('now'), points }, leftOut: 0 };
  const png = await drawing.png(chart, going());
  expect(png.length).toBeLessThanOrEqual(60_000);
  expect(sizeOf(png)[0]).toBe(720);
});

test('names that the font of a PNG lacks are drawn: as pictures that differ from each other and from none', async () => {
  await using drawing = openDrawing();
  const named = (names: readonly string[]): Chart => ({ ...DAYS, labels: names.map(label) });
  const bytes = async (...names: string[]) => Buffer.from(await drawing.png(named(names), going())).toString('base64');
  const [japanese, empty, party] = [
    await bytes('山田', '太郎', '花子'),
    await bytes('', '', ''),
    await bytes('Ana 🎉', 'Ben', ''),
  ];
  expect(japanese).not.toBe(empty);
  expect(party).toBe(await bytes('Ana', 'Ben', ''));
  // Browsers have letters of every script.
  expect(wordsIn(await drawing.svg(named(['山田', 'a', 'b']), going()))).toContain('山田');
});
