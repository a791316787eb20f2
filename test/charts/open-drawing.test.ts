import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Chart } from '../../src/charts/chart.ts';
import { openDrawing } from '../../src/charts/open-drawing.ts';
import { LIGHT } from '../../src/charts/theme.ts';

const named = (names: readonly string[]): Chart => ({
  kind: 'bars',
  title: 'Chats by agent',
  unit: 'chats',
  name: 'this week',
  points: names.map((text, place) => ({ label: { text }, read: 'whole', figure: { value: place, words: `${place}` } })),
});
const going = () => new AbortController().signal;

test('a PNG has 1,200 pixels, at most 60 kB, and the colours that are asked for', async () => {
  await using drawing = openDrawing();
  const chart = named(Array.from({ length: 20 }, (_, row) => `${row} ${'nämé '.repeat(row)}`));
  const [light, dark] = await Promise.all([drawing.png(chart, 'light', going()), drawing.png(chart, 'dark', going())]);
  for (const png of [light, dark]) {
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(1200);
    expect(png.length).toBeLessThanOrEqual(60_000);
  }
  // The first colour of the palette is that of the paper.
  expect([light, dark].map((png) => Buffer.from(png).subarray(41, 44).toString('hex'))).toEqual(['ffffff', '16191d']);
});

test('a weekend can be told from the paper, which has nearly its colour', async () => {
  await using drawing = openDrawing();
  const days = named(['Fri', 'Sat', 'Sun']);
  const weekend: Chart =
    days.kind === 'bars'
      ? { ...days, kind: 'trend', points: days.points.map((day) => ({ ...day, isWeekend: true })) }
      : days;
  const png = Buffer.from(await drawing.png(weekend, 'light', going()));
  const start = (type: string) => png.indexOf(type) + 4;
  const palette = png.subarray(start('PLTE'), start('PLTE') + png.readUInt32BE(start('PLTE') - 8));
  const band = palette.toString('hex').match(/.{6}/g)?.indexOf(LIGHT.band.slice(1)) ?? -1;
  const pixels = inflateSync(png.subarray(start('IDAT'), start('IDAT') + png.readUInt32BE(start('IDAT') - 8)));
  expect(pixels.filter((pixel) => pixel === band).length).toBeGreaterThan(50_000);
});

test('names that the font of a PNG lacks are drawn as pictures that differ from each other and from none', async () => {
  await using drawing = openDrawing();
  const bytes = async (...names: string[]) =>
    Buffer.from(await drawing.png(named(names), 'light', going())).toString('base64');
  expect(await bytes('山田', '太郎', '花子')).not.toBe(await bytes('', '', ''));
  expect(await bytes('山田', 'Ben')).toBe(await bytes('花子', 'Ben'));
  // What is left out is said.
  expect(await bytes('Ana 🎉', 'Ben')).not.toBe(await bytes('Ana', 'Ben'));
  expect(drawing.svg(named(['山田']))).toContain('山田</text>');
});
