import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { array, assert, integer, pre, property } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { RESVG_FILE } from '../../src/charts/assets.ts';
import type { Bars, Chart, HeatMap, Label, Point, Trend, Waterfall } from '../../src/charts/chart.ts';
import { LIGHT, paint } from '../../src/charts/palette.ts';
import { drawn, elementsOf, numbersOf, wordsIn } from './drawn.ts';
import { runs } from '../support/runs.ts';
import { label, point, someChart, words } from './some-charts.ts';

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map(label);

function trend(points: readonly Point[], more: Partial<Trend> = {}): Trend {
  const labels = points.map((_, place) => DAYS[place] ?? label(`day ${place}`));
  const series = { name: words('this week'), points };
  return { kind: 'trend', title: words('Chats by day'), unit: 'number', labels, series, ...more };
}

function bars(kind: Bars['kind'], points: readonly Point[], more: Partial<Bars> = {}): Bars {
  const labels = points.map((_, place) => label(`group ${place}`));
  const series = { name: words('this week'), points };
  return { kind, title: words('Chats by agent'), unit: 'number', labels, series, leftOut: 0, ...more };
}

describe('whatever is drawn', () => {
  beforeAll(() => initWasm(readFileSync(RESVG_FILE)));

  test('is XML of shapes and text alone, in colours of the palette', () => {
    assert(
      property(someChart, (chart) => {
        const svg = drawn(chart);
        // Its parser takes nothing but XML.
        new Resvg(paint(svg, LIGHT)).free();
        for (const { name, attributes } of elementsOf(svg)) {
          expect(['svg', 'title', 'desc', 'rect', 'path', 'circle', 'text']).toContain(name);
          for (const [attribute, value] of Object.entries(attributes)) {
            expect(attribute).not.toMatch(/^on|href|^style$|^class$|^id$/);
            if (attribute === 'fill' || attribute === 'stroke') expect(value).toMatch(COLOUR);
            else expect(value).not.toMatch(/url|#/);
          }
        }
        expect(paint(svg, LIGHT)).not.toMatch(/="var\(/);
      }),
      { numRuns: runs(60, 20) },
    );
  });

  test('says every number exactly', () => {
    assert(
      property(someChart, (chart) => {
        const svg = drawn(chart);
        const [points, compared] = pointsOf(chart);
        expect(numbersOf(svg, 'value')).toEqual(byPlace(points, ({ value }) => value));
        expect(numbersOf(svg, 'compared')).toEqual(byPlace(compared, ({ value }) => value));
        if (chart.kind === 'waterfall' || chart.kind === 'heat map') return;
        expect(numbersOf(svg, 'interval')).toEqual(byPlace(points, ({ interval }) => interval));
        expect(numbersOf(svg, 'p90')).toEqual(byPlace(points, ({ p90 }) => p90));
      }),
      { numRuns: runs(60, 20) },
    );
  });
});

const COLOUR = new RegExp(`^(none|var\\(--(${Object.keys(LIGHT).join('|')})\\))$`);

function pointsOf(chart: Chart): readonly [now: readonly Point[], compared: readonly Point[]] {
  if (chart.kind === 'heat map') return [chart.cells.flat(), []];
  if (chart.kind !== 'waterfall') return [chart.series.points, chart.compared?.points ?? []];
  const { before, parts, now } = chart;
  return [[before.value, ...parts.map(({ change }) => change), now.value].map(point), []];
}

function byPlace(
  points: readonly Point[],
  of: (one: Point) => number | readonly [number, number] | undefined,
): Map<number, number[]> {
  return new Map(
    points.flatMap((one, place) => {
      const numbers = of(one);
      // There is one zero.
      return numbers === undefined ? [] : [[place, [numbers].flat().map((number) => number + 0)] as const];
    }),
  );
}

/** What a place in the picture is worth, by two labels of the axis: what a person does who reads it. */
function axisOf(svg: string, coordinate: 'x' | 'y'): (pixels: number) => number {
  const ticks = elementsOf(svg).flatMap(({ name, attributes, text }) => {
    const [, x, y] = /^translate\((\S+) (\S+)\)$/.exec(attributes['transform'] ?? '') ?? [];
    const isTick = attributes['text-anchor'] === (coordinate === 'y' ? 'end' : 'middle') && /^\d+$/.test(text);
    return name === 'text' && isTick ? [{ at: Number(coordinate === 'y' ? y : x), value: Number(text) }] : [];
  });
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined || first === last) throw new Error('no axis');
  return (pixels) => first.value + ((pixels - first.at) / (last.at - first.at)) * (last.value - first.value);
}

/** Where the marks of a name are, by place: the numbers of each, in order. */
function placesOf(svg: string, mark: string): number[][] {
  return elementsOf(svg)
    .filter(({ attributes }) => attributes['data-mark'] === mark)
    .map(({ attributes: { d = '', cx = '', cy = '' } }) => (d === '' ? `${cx} ${cy}` : d))
    .map((text) => [...text.matchAll(/-?\d+(\.\d+)?/g)].map(([number]) => Number(number)));
}

describe('where a mark is says its number', () => {
  const values = array(integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 14 });

  test('a point of a line, by its height', () => {
    assert(
      property(values, (numbers) => {
        pre(numbers.some((value) => value > 0));
        const svg = drawn(trend(numbers.map(point)));
        const axis = axisOf(svg, 'y');
        const read = placesOf(svg, 'value').map(([, y = 0]) => axis(y));
        expect(read.length).toBe(numbers.length);
        for (const [place, value] of numbers.entries()) expect(Math.abs((read[place] ?? -1) - value)).toBeLessThan(0.3);
      }),
      { numRuns: runs(30, 10) },
    );
  });

  test('a column, by where it ends', () => {
    const numbers = [3, 250, 0.5, 499];
    const svg = drawn(bars('columns', numbers.map(point)));
    const axis = axisOf(svg, 'y');
    const read = placesOf(svg, 'value').map(([, y = 0]) => axis(y));
    for (const [place, value] of numbers.entries()) expect(Math.abs((read[place] ?? -1) - value)).toBeLessThan(0.3);
  });
});

describe('what is known is told apart from what is not', () => {
  test('nothing that was not read is drawn as zero: it is hatched', () => {
    const points: Point[] = [point(4), { read: 'none' }, { ...point(2), read: 'part' }, { read: 'whole' }];
    for (const chart of [trend(points), bars('columns', points), bars('rows', points)]) {
      const svg = drawn(chart);
      expect([...numbersOf(svg, 'value').keys()]).toEqual([0, 2]);
      expect([...numbersOf(svg, 'unread').keys()]).toEqual([1, 2]);
      expect(wordsIn(svg)).toEqual(
        expect.arrayContaining(['not read', 'not whole (cut by the period, not over, or read in part)']),
      );
    }
    const map: HeatMap = { ...HOURS, cells: [points] };
    expect([...numbersOf(drawn(map), 'value').keys()]).toEqual([0, 2]);
    expect([...numbersOf(drawn(map), 'unread').keys()]).toEqual([1, 2]);
  });

  test('a line has a gap where there is no value', () => {
    const lineOf = (points: readonly Point[]) =>
      elementsOf(drawn(trend(points))).filter(
        ({ name, attributes }) =>
          name === 'path' && attributes['stroke'] === 'var(--one)' && attributes['d']?.includes('M', 1),
      );
    expect(lineOf([point(1), point(2), { read: 'whole' }, point(3)])).toHaveLength(1);
    expect(lineOf([point(1), point(2), point(3)])).toHaveLength(0);
  });

  test('what has no value, though it was read, says so', () => {
    const some: Point[] = [point(4), { read: 'whole' }, point(2)];
    for (const points of [some, [point(4), { read: 'none' as const }]]) {
      for (const chart of [trend(points), bars('columns', points), bars('rows', points)]) {
        expect(wordsIn(drawn(chart)).includes('no value')).toBe(points === some);
      }
    }
  });

  test('a legend that says nothing but what the title says is left out', () => {
    for (const chart of [trend([point(1), point(2)]), bars('columns', [point(1)]), bars('rows', [point(1)])]) {
      expect(wordsIn(drawn(chart))).not.toContain('this week');
      const compared = { name: words('last week'), points: [point(2), point(1)] };
      expect(wordsIn(drawn({ ...chart, compared }))).toEqual(expect.arrayContaining(['this week', 'last week']));
    }
  });

  test('an interval has a rim, which keeps it apart from its bar', () => {
    const svg = drawn(bars('columns', [{ ...point(5), interval: [3, 9] }]));
    const [line] = elementsOf(svg).filter(({ attributes }) => attributes['data-mark'] === 'interval');
    const same = elementsOf(svg).filter(({ attributes }) => attributes['d'] === line?.attributes['d']);
    expect(same.map(({ attributes }) => attributes['stroke'])).toEqual(['var(--paper)', 'var(--ink)']);
  });

  test('what it is compared to is dashed, and an estimate has its interval', () => {
    const points: Point[] = [{ ...point(0.4), interval: [0.3, 0.5] }, point(0.2)];
    const compared = { name: words('last week'), points: [point(0.1), point(0.3)] };
    for (const chart of [
      trend(points, { compared }),
      bars('columns', points, { compared }),
      bars('rows', points, { compared }),
    ]) {
      const svg = drawn({ ...chart, unit: 'share' });
      expect(elementsOf(svg).some(({ attributes }) => 'stroke-dasharray' in attributes)).toBe(true);
      expect(numbersOf(svg, 'interval')).toEqual(new Map([[0, [0.3, 0.5]]]));
      expect(wordsIn(svg)).toContain('last week');
      expect(wordsIn(svg).some((line) => line.startsWith('estimated: '))).toBe(true);
    }
  });

  test('a heat map says how wide its widest interval is, and what is left out', () => {
    const cells = [
      [
        { ...point(5), interval: [4, 6] },
        { ...point(9), interval: [2, 14] },
      ] as const,
    ];
    const svg = drawn({ ...HOURS, columns: ['9', '10'].map(label), cells, leftOut: 3 });
    const said = wordsIn(svg).join(' ');
    expect(said).toContain('the widest goes from 2 to 14.');
    expect(said).toContain('3 more are not shown.');
  });
});

describe('the colours of a heat map', () => {
  /** The fill of each cell, by its value, and the words of the legend. */
  function coloursOf(values: readonly number[], unit: HeatMap['unit'] = 'chats') {
    const columns = values.map((value) => label(`column ${value}`));
    const svg = drawn({ ...HOURS, unit, columns, cells: [values.map(point)] });
    const cells = elementsOf(svg).filter(({ attributes }) => attributes['data-mark'] === 'value');
    const fills = new Map(cells.map(({ attributes }) => [Number(attributes['data-value']), attributes['fill']]));
    return { fills, said: wordsIn(svg) };
  }

  test.each([
    [Array.from({ length: 16 }, (_, value) => value), ['0', '1 – 3', '4 – 6', '7 – 9', '10 – 12', '13 – 15']],
    [
      [0, 1, 2, 3, 5, 7],
      ['0', '1', '2 – 3', '4', '5 – 6', '7'],
    ],
    [
      [0, 1, 2],
      ['0', '1', '2'],
    ],
    [
      [0, 3, 137],
      ['0', '3 – 25', '26 – 50', '51 – 75', '76 – 100', '101 – 125', '126 – 137'],
    ],
    [
      [40, 44, 48, 52],
      ['40 – 42', '43 – 45', '46 – 48', '49 – 51', '52'],
    ],
  ])('of %j are %j', (values, said) => {
    expect(coloursOf(values).said).toEqual(expect.arrayContaining(said));
  });

  test.each([
    [[0, 0.04, 0.35, 0.5], 'share', ['0 %', 'up to 10 %', '10 % – 20 %', '40 % – 50 %']],
    [[8, 45, 100], 'seconds', ['0 s – 20 s', '40 s – 1 min', '1 min 20 s – 1 min 40 s']],
  ] as const)('of %j in %s are %j', (values, unit, said) => {
    expect(coloursOf(values, unit).said).toEqual(expect.arrayContaining([...said]));
  });

  test('zero stands apart, and what is more never has less colour', () => {
    assert(
      property(array(integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 20 }), (numbers) => {
        const { fills } = coloursOf(numbers);
        const sorted = numbers.toSorted((one, other) => one - other);
        const steps = sorted.map((value) => Number(/heat(\d)/.exec(fills.get(value) ?? '')?.[1] ?? 0));
        expect(steps).toEqual(steps.toSorted((one, other) => one - other));
        for (const [index, value] of sorted.entries()) expect(steps[index] === 0).toBe(value === 0);
        if (sorted[0] === 0 && new Set(sorted).size > 2) expect(steps.at(-1)).toBe(6);
      }),
      { numRuns: runs(100, 30) },
    );
  });
});

const HOURS: HeatMap = {
  kind: 'heat map',
  title: words('Chats by weekday and hour'),
  unit: 'chats',
  rows: [label('Monday')],
  columns: ['9', '10', '11', '12'].map(label),
  cells: [],
  leftOut: 0,
};

describe('a waterfall', () => {
  const whole: Waterfall = {
    kind: 'waterfall',
    title: words('Answer rate'),
    unit: 'share',
    before: { label: words('last week'), value: 0.2 },
    parts: [
      { label: label('Ana'), change: 0.3 },
      { label: label('Ben'), change: -0.4 },
    ],
    now: { label: words('this week'), value: 0.1 },
  };

  test('says of each step by how much it rises or falls', () => {
    expect(wordsIn(drawn(whole))).toEqual(
      expect.arrayContaining(['20 %', '+30 points', '−40 points', '10 %', 'rises', 'falls', 'Ana', 'Ben']),
    );
  });

  test('says where its axis begins if that is not at zero', () => {
    const small = { ...whole, before: { ...whole.before, value: 0.9 }, parts: [], now: { ...whole.now, value: 0.89 } };
    expect(wordsIn(drawn(small)).join()).toMatch(/The axis begins at 8\d(\.\d)? %, not at 0\./);
    expect(wordsIn(drawn(whole)).join()).not.toContain('The axis begins');
  });
});

describe('there is room for words', () => {
  test('of 400 days, as many have their label as stand beside each other', () => {
    const labels = Array.from({ length: 400 }, (_, day) =>
      label(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
    );
    const svg = drawn({ ...trend(labels.map((_, day) => point(day))), labels });
    const shown = elementsOf(svg).filter(({ name, text }) => name === 'text' && /^\d{4}-\d\d-\d\d$/.test(text));
    const middles = shown.map(({ attributes }) => Number(/\((\S+) /.exec(attributes['transform'] ?? '')?.[1]));
    expect(middles.length).toBeGreaterThan(4);
    for (const [index, middle] of middles.slice(1).entries())
      expect(middle - (middles[index] ?? 0)).toBeGreaterThan(70);
  });

  test('a long name ends with …, and a long title goes on below', () => {
    const svg = drawn({
      ...bars('rows', [point(1)]),
      labels: [label('name '.repeat(1000))],
      title: words('word '.repeat(30)),
    });
    expect(wordsIn(svg).filter((line) => /^(name )+nam?e?…$|^(name ?)+…$/.test(line))).toHaveLength(1);
    expect(wordsIn(svg).filter((line) => /^(word ?)+$/.test(line)).length).toBeGreaterThan(1);
  });

  test('weekdays are whole beside long names, and weeks are left out rather than cut', () => {
    const own = (text: string): Label => ({ text: words(text), own: words(text) });
    const rows = ['A name that takes as much room as there is', 'Another'].map(label);
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const map = { ...HOURS, rows, columns: weekdays.map(own), cells: rows.map(() => weekdays.map(() => point(1))) };
    expect(wordsIn(drawn(map))).toEqual(expect.arrayContaining(weekdays));
    const weeks = Array.from({ length: 12 }, (_, week) =>
      new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
    );
    const said = wordsIn(
      drawn(
        bars(
          'columns',
          weeks.map((_, week) => point(week)),
          { labels: weeks.map(own) },
        ),
      ),
    );
    const shown = said.filter((line) => line.startsWith('2026'));
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.every((line) => weeks.includes(line))).toBe(true);
  });

  test('the first and the last of 24 hours have their label', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const svg = drawn(
      bars(
        'columns',
        hours.map(() => point(1)),
        { labels: hours.map(label) },
      ),
    );
    expect(wordsIn(svg)).toEqual(expect.arrayContaining(['00', '23']));
  });

  test('columns have their numbers in the words that they are given, as many as there is room for, the highest always', () => {
    const hours = Array.from({ length: 24 }, () => ({ ...point(0.4287), words: words('42.9%') }));
    const svg = drawn(bars('columns', hours, { unit: 'share' }));
    expect(wordsIn(svg).filter((line) => line === '42.9%').length).toBeGreaterThanOrEqual(12);
    const few = drawn(
      bars(
        'columns',
        hours.map((one, hour) => (hour % 3 === 0 ? one : point(0))),
        { unit: 'share' },
      ),
    );
    expect(wordsIn(few).filter((line) => line === '42.9%')).toHaveLength(8);
    expect(wordsIn(few).filter((line) => line === '0')).toHaveLength(16);
    const many = Array.from({ length: 31 }, (_, day) => 10_000 + ((day * 7919) % 31));
    const said = wordsIn(drawn(bars('columns', many.map(point))));
    expect(said).toContain(String(Math.max(...many)));
    expect(said.length).toBeGreaterThan(15);
  });

  test('the number of an estimate stands at its column and at its point, and not at the end of its interval', () => {
    const points: Point[] = [{ ...point(100), interval: [50, 900] }, point(20)];
    for (const chart of [bars('columns', points), trend(points)]) {
      const svg = drawn(chart);
      const axis = axisOf(svg, 'y');
      const number = elementsOf(svg).findLast(({ name, text }) => name === 'text' && text === '100');
      const place = axis(Number(/ (\S+)\)$/.exec(number?.attributes['transform'] ?? '')?.[1]));
      expect(place).toBeGreaterThan(100);
      expect(place).toBeLessThan(200);
    }
  });

  test('templates are words', () => {
    const name = '{a|rich} {b} {c} {value} ${x}';
    for (const chart of [trend([point(1)]), bars('rows', [point(1)]), bars('columns', [point(1)])]) {
      expect(wordsIn(drawn({ ...chart, labels: [label(name)] }))).toContain(name);
    }
  });

  test('the names of what every object has are words', () => {
    const svg = drawn({
      ...bars('rows', [point(1), point(2), point(3)]),
      labels: ['__proto__', '__proto__', 'constructor'].map(label),
    });
    expect(wordsIn(svg).filter((line) => /^(__proto__|constructor)$/.test(line))).toHaveLength(3);
    expect(Object.keys(Object.prototype)).toEqual([]);
    const inherited: string[] = [];
    for (const key in {}) inherited.push(key);
    expect(inherited).toEqual([]);
  });

  test('nothing to draw is said', () => {
    expect(wordsIn(drawn(trend([])))).toContain('There is no figure to draw.');
    expect(wordsIn(drawn(trend([point(0)])))).not.toContain('There is no figure to draw.');
  });
});

test('a screen reader gets the whole in words, with names', () => {
  const svg = drawn(trend([point(3), point(9)]));
  const [root, title, desc] = elementsOf(svg);
  expect(root?.attributes['role']).toBe('img');
  expect(title?.text).toBe('Chats by day');
  expect(desc?.text).toBe('Line chart: Chats by day. 2 points, from 3 (2026-11-16) to 9 (2026-11-17).');
});
