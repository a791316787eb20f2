import { assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { altText } from '../../src/charts/alt-text.ts';
import type { Cell, Chart, Groups, Point } from '../../src/charts/chart.ts';
import { drawSvg } from '../../src/charts/draw-svg.ts';
import { DARK, LIGHT, OF_PAGE } from '../../src/charts/theme.ts';
import { chartMarks, expectDrawn } from '../mcp/random-questions/random-charts.ts';
import { runs } from '../support/runs.ts';
import { someChart } from './some-charts.ts';

const LIGHT_600 = { width: 600, theme: LIGHT };
const own = (text: string) => ({ text, own: text });
const point = (name: string, value: number, words = String(value)): Point => ({
  label: own(name),
  figure: { value, words },
  read: 'whole',
});
const groups = (chart: Partial<Groups>): Groups => ({
  kind: 'bars',
  title: 'Chats',
  unit: 'chats',
  name: 'now',
  points: [],
  ...chart,
});

/** The numbers of ticks by where they stand, across or up, as a reader takes them: `2 min` is 120. */
function ticksOf(svg: string, side: 'x' | 'y'): (readonly [at: number, value: number])[] {
  const anchor = side === 'x' ? 'middle' : 'end';
  const tick = new RegExp(
    `<text x="([\\d.-]+)" y="([\\d.-]+)" fill="${LIGHT.quiet}" text-anchor="${anchor}">([\\d.,]+)(%| s| min| h)?</text>`,
    'g',
  );
  const size = { '%': 0.01, ' s': 1, ' min': 60, ' h': 3600 };
  return [...svg.matchAll(tick)].map(([, x, y, digits = '', unit = '']) => [
    side === 'x' ? Number(x) : Number(y) - 4.3,
    Number(digits.replaceAll(',', '')) * (Object.entries(size).find(([name]) => name === unit)?.[1] ?? 1),
  ]);
}

/** The place of a number by two ticks: an axis is a straight line. */
function placeOf(value: number, ticks: readonly (readonly [number, number])[]): number {
  const [[at, of] = [0, 0], [until, to] = [1, 1]] = [ticks[0], ticks.at(-1)];
  return at + ((value - of) / (to - of)) * (until - at);
}

const numbersIn = (markup: string) =>
  Object.fromEntries(
    [...markup.matchAll(/ (x|y|width|height|cx|cy)="([\d.-]+)"/g)].map(([, name = '', number]) => [
      name,
      Number(number),
    ]),
  );
const markOf = (svg: string, name: string, place: number) =>
  new RegExp(`data-mark="${name}" data-at="${place}".*?</g>`).exec(svg)?.[0] ?? '';

describe('marks stand where their values are on the axis', () => {
  const cases = [
    ['chats', [0, 7, 31, 12]],
    ['share', [0.004, 0.093, 0.06]],
    ['seconds', [12, 95, 44]],
    ['seconds', [200, 3000, 1900]],
    ['seconds', [90_000, 8000]],
    ['number', [0.4, 2.5]],
  ] as const;
  test.each(cases)('bars, columns and a line of %s: %j', (unit, values) => {
    const points = values.map((value, place) => point(`g${place}`, value, `w${place}`));
    for (const kind of ['bars', 'columns', 'trend'] as const) {
      const svg = drawSvg(
        groups({ kind, unit, points, compared: { name: 'then', points: points.toReversed() } }),
        LIGHT_600,
      );
      const ticks = ticksOf(svg, kind === 'bars' ? 'x' : 'y');
      expect(ticks.length).toBeGreaterThan(1);
      for (const [name, numbers] of [
        ['value', values],
        ['compared', values.toReversed()],
      ] as const) {
        for (const [place, value] of numbers.entries()) {
          const { x = 0, y = 0, width = 0, cy } = numbersIn(markOf(svg, name, place));
          const end = kind === 'bars' ? x + width : (cy ?? y);
          expect(Math.abs(end - placeOf(value, ticks))).toBeLessThan(0.5);
        }
      }
    }
  });

  test('ratings are dots on the scale from 1 to 5', () => {
    const svg = drawSvg(groups({ unit: 'rating', points: [point('a', 3.1), point('b', 4.7)] }), LIGHT_600);
    const ticks = ticksOf(svg, 'x');
    expect(ticks.map(([, value]) => value)).toEqual([1, 2, 3, 4, 5]);
    for (const [place, value] of [3.1, 4.7].entries()) {
      expect(Math.abs((numbersIn(markOf(svg, 'value', place))['cx'] ?? 0) - placeOf(value, ticks))).toBeLessThan(0.5);
    }
  });

  test('an axis that is broken has a cut and says so', () => {
    const points = [4.1, 4.4, 4.2].map((value, place) => point(`day ${place}`, value));
    expect(drawSvg(groups({ kind: 'trend', unit: 'rating', points }), LIGHT_600)).toMatch(
      /The axis starts at 4\.\d+\./,
    );
    const steps: Chart = {
      kind: 'waterfall',
      title: 'Chats',
      unit: 'chats',
      before: { label: own('then'), figure: { value: 672, words: '672' } },
      parts: [{ label: own('Monday'), figure: { value: 22, words: '+22' } }],
      after: { label: own('now'), figure: { value: 694, words: '694' } },
    };
    expect(drawSvg(steps, LIGHT_600)).toMatch(/The axis starts at \d+, not at 0\./);
    expect(
      drawSvg(
        { ...steps, after: { label: own('now'), figure: { value: 1700, words: '1,700' } }, parts: [] },
        LIGHT_600,
      ),
    ).not.toContain('The axis starts');
  });
});

describe('what is said beside marks', () => {
  const days = ['Mon', 'Tue', 'Wed'].map((name) => point(name, 4));
  test.each([
    [
      'what is not loaded is hatched otherwise than a part',
      {
        points: [
          { ...point('Mon', 4), read: 'part' as const },
          { label: own('Tue'), read: 'none' as const },
        ],
      },
      ['url(#part)', 'url(#none)', 'incomplete (partly loaded, not over, or cut by the period)', 'not loaded'],
    ],
    [
      'a target',
      { points: days, target: { value: 5, words: 'target at most 5' } },
      ['target at most 5', 'stroke-dasharray'],
    ],
    [
      'few chats',
      { points: [{ label: own('Mon'), read: 'whole' as const, figure: { value: 4, words: '4', few: true as const } }] },
      ['Hollow: fewer than 20 chats.', `fill="${LIGHT.paper}" stroke="${LIGHT.main}"`],
    ],
    ['what is left out', { points: days, leftOut: 4 }, ['4 more are not shown.']],
    [
      'nothing to measure',
      { points: [...days, { label: own('Thu'), read: 'whole' as const }] },
      [': nothing to measure.'],
    ],
  ])('%s', (_what, chart, said) => {
    for (const kind of ['bars', 'columns', 'trend'] as const) {
      const svg = drawSvg(groups({ kind, ...chart }), LIGHT_600);
      for (const words of said) expect(svg).toContain(words);
    }
  });

  const wordsAt = (svg: string, words: string) =>
    numbersIn(new RegExp(`<text [^>]*>${words}</text>`).exec(svg)?.[0] ?? '');
  const p90At = (svg: string) => Number(/data-mark="p90".*? d="M([\d.]+)/.exec(svg)?.[1]);

  test('the words of a bar stand by the bar, and before its 90th percentile where there is room', () => {
    const svgOf = (p90: number) =>
      drawSvg(
        groups({
          unit: 'seconds',
          points: [{ label: own('Ann'), read: 'whole', figure: { value: 20, words: 'w20', p90 } }],
          compared: { name: 'then', points: [point('Ann', 100)] },
        }),
        LIGHT_600,
      );
    for (const p90 of [25, 90]) {
      const svg = svgOf(p90);
      const { x = 0, width = 0 } = numbersIn(markOf(svg, 'value', 0));
      const gap = (wordsAt(svg, 'w20')['x'] ?? 0) - (p90 === 90 ? x + width : p90At(svg));
      expect(gap).toBeGreaterThan(5);
      expect(gap).toBeLessThan(12);
    }
  });

  test('a cell of zero says so, where no number of others fits', () => {
    const cells = [0, 0.667].map((value): Cell => ({ read: 'whole', figure: { value, words: `${value * 100}%` } }));
    const svg = drawSvg(
      {
        kind: 'heat map',
        title: 'Missed',
        unit: 'share',
        columns: Array.from({ length: 24 }, (_, hour) => own(`${hour}`)),
        rows: [{ label: own('Monday'), cells: Array.from({ length: 12 }, () => cells).flat() }],
      },
      LIGHT_600,
    );
    // Each cell, and the legend.
    expect(svg.match(/>0%<\/text>/g)).toHaveLength(13);
    expect(svg).not.toContain('>66.7%</text>');
    expect(svg).toContain('>up to 66.7%</text>');
  });

  test('a cell of few chats makes no other pale, and the legend says how high it is', () => {
    const few = { value: 1, words: '100%', few: true } as const;
    const cells = [few, { value: 0.1, words: '10%' }].map((figure): Cell => ({ read: 'whole', figure }));
    const columns = [own('08:00'), own('09:00')];
    const svg = drawSvg(
      { kind: 'heat map', title: 'Missed', unit: 'share', columns, rows: [{ label: own('Monday'), cells }] },
      LIGHT_600,
    );
    expect(markOf(svg, 'value', 1)).toContain(`fill="${LIGHT.heat6}"`);
    expect(svg).toContain('>up to 10%, hollow up to 100%</text>');
  });

  test('weekends are shaded, and those of the compared period where they are other days', () => {
    const of = (weekend: number) =>
      days.map((day, place) => ({ ...day, ...(place === weekend && { isWeekend: true as const }) }));
    const drawn = (compared: number) =>
      drawSvg(
        groups({ kind: 'trend', points: of(1), compared: { name: 'last week', points: of(compared) } }),
        LIGHT_600,
      );
    expect(drawn(1)).toContain('>weekend<');
    expect(drawn(1)).not.toContain('weekend of last week');
    expect(drawn(2)).toContain('weekend of last week');
  });

  test('in words: the lowest and the highest, without names that strangers chose', () => {
    const chart = groups({
      points: [point('Mon', 3), { ...point('', 9), label: { text: 'Eve' } }, { label: own('Wed'), read: 'none' }],
    });
    expect(altText(chart)).toBe(
      'Bar chart: Chats. 3 bars, from 3 (Mon) to 9 (the 2nd bar from the top). Hatched: 1 not loaded.',
    );
    expect(drawSvg(chart, LIGHT_600)).toContain('to 9 (Eve)');
  });
});

const ELEMENTS = 'svg title desc defs pattern g rect circle line path text'.split(' ');

describe('whatever is in it', () => {
  test('it can be read, every figure is there as it came, no two ticks are the same, and names do nothing', () => {
    assert(
      property(someChart, (chart) => {
        for (const theme of [LIGHT, DARK, OF_PAGE]) {
          const svg = drawSvg(chart, { width: 600, theme });
          // oxlint-disable-next-line no-control-regex -- XML may not hold them.
          expect(svg).not.toMatch(/NaN|Infinity|undefined|[\0-\x1f\uFFFE\uFFFF]/);
          expect(svg.isWellFormed()).toBe(true);
          // No `<` and no quote of a text is left, so that these are all elements and attributes.
          for (const [, name] of svg.matchAll(/<\/?([^\s/>]*)/g)) expect(ELEMENTS).toContain(name);
          for (const [, name] of svg.matchAll(/ ([\w-]+)="/g)) expect(name).not.toMatch(/^on|href|style/);
        }
        const svg = drawSvg(chart, LIGHT_600);
        expect(drawSvg(chart, LIGHT_600)).toBe(svg);
        expectDrawn(svg, chart);
        for (const [name, number] of chartMarks(svg)) {
          if (name.startsWith('value ')) expect(svg).toContain(`w${String(number)}w`);
        }
        for (const side of ['x', 'y'] as const) {
          const ticks = ticksOf(svg, side).map(([, value]) => value);
          if (chart.kind !== 'heat map') expect(new Set(ticks).size).toBe(ticks.length);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('a name of thousands of marks is as long as without them, and costs little', () => {
    const name = `Z${'\u0335\u0353'.repeat(5000)}algo`;
    const svg = drawSvg(groups({ points: [{ ...point('', 3), label: { text: name } }] }), LIGHT_600);
    expect(svg).toContain('algo</text>');
    expect(svg.length).toBeLessThan(3000);
  });
});
