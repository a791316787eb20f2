import { describe, expect, test } from 'vitest';
import { DARK, HEAT_STEPS, LIGHT, paint, type ColourName, type Palette } from '../../src/charts/palette.ts';

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Lightness from 0 to 100, as people see it (CIE L*): what is left in grey. */
function lightness(hex: string): number {
  const y = luminance(hex);
  return y > 0.008_856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('%s', (_, palette: Palette) => {
  test.each(['ink', 'quiet'] as const)('%s is read on paper', (name) => {
    expect(contrast(palette[name], palette.paper)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['one', 'two', 'hatch', 'quiet'] as const satisfies ColourName[])('%s is seen on paper', (name) => {
    expect(contrast(palette[name], palette.paper)).toBeGreaterThanOrEqual(3);
  });

  test('the rim of an interval is told from what it is drawn over, and the interval from its rim', () => {
    for (const [one, other] of [
      ['paper', 'one'],
      ['ink', 'paper'],
    ] as const)
      expect(contrast(palette[one], palette[other])).toBeGreaterThanOrEqual(3);
  });

  test('the number in each cell of a heat map is read', () => {
    for (const step of HEAT_STEPS) {
      expect(contrast(palette[`heat${step}`], palette[`on${step}`])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('each step of a heat map is told from the next in grey, and they go one way from paper', () => {
    const all = [palette.paper, ...HEAT_STEPS.map((step) => palette[`heat${step}`])].map(lightness);
    const away = all.map((one) => Math.abs(one - (all[0] ?? 0)));
    for (const [index, distance] of away.slice(1).entries()) expect(distance - (away[index] ?? 0)).toBeGreaterThan(8);
  });
});

test('painting puts colours in and leaves words alone', () => {
  const svg = '<path fill="var(--one)" stroke="var(--unknown)"/><text>fill=var(--ink)</text>';
  expect(paint(svg, LIGHT)).toBe('<path fill="#0072b2" stroke="var(--unknown)"/><text>fill=var(--ink)</text>');
});
