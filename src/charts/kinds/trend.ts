import type { Point, Trend } from '../chart.ts';
import { groupsBelow, numberAxis, numbersIn, ROOM_AT_END, roomBeside } from '../svg/axes.ts';
import type { Font } from '../svg/font.ts';
import { hasNoValue, meaningsOf, NO_VALUE, telling } from '../svg/legend.ts';
import { intervalMarks, noValueMarks, p90Marks, wordMarks } from '../svg/marks.ts';
import { SIGN_WIDTH, type Marks, type Meaning, type Plan } from '../svg/plan.ts';
import { box, dot, hatched, lines, type Shape } from '../svg/shapes.ts';
import { PART_WORDS } from '../value-words.ts';

const HEIGHT = 260;

/** Lines from left to right. */
export function trendPlan({ labels, series, compared, unit }: Trend, font: Font): Plan {
  const { points } = series;
  const y = numberAxis(numbersIn([...points, ...(compared?.points ?? [])]), unit);
  const left = roomBeside(y, font);
  const { band, ...x } = groupsBelow(labels, left, font);
  const size = Math.min(3.5, Math.max(1, band / 4));
  const cap = Math.min(4, band / 3);
  const { min, max } = y.scale;
  return {
    height: HEIGHT,
    left,
    right: ROOM_AT_END,
    x,
    y,
    marks: [
      unreadMarks(points, band, min, max),
      ...(compared ? [lineMark(compared.points, 'two')] : []),
      lineMark(points, 'one'),
      ...(compared ? [pointMarks('compared', compared.points, (px, py) => square(px, py, size))] : []),
      noValueMarks(points, min),
      ...intervalMarks(points, 'up', cap),
      p90Marks(points, 'up', Math.min(6, band / 2.5)),
      pointMarks('value', points, (px, py, { read }) =>
        dot(px, py, size, { fill: read === 'whole' ? 'one' : 'paper', stroke: 'one', width: 1.5 }),
      ),
      wordMarks(points, band, font),
    ],
    legend: telling(
      {
        sign: (px, py) => [
          lines(`M${px} ${py}L${px + SIGN_WIDTH} ${py}`, { stroke: 'one', width: 2 }),
          dot(px + SIGN_WIDTH / 2, py, 3.5, { fill: 'one' }),
        ],
        words: series.name,
      },
      [
        ...(compared
          ? [
              {
                sign: (px: number, py: number) => [
                  lines(`M${px} ${py}L${px + SIGN_WIDTH} ${py}`, { stroke: 'two', width: 2, dash: DASH }),
                  square(px + SIGN_WIDTH / 2, py, 3.5),
                ],
                words: compared.name,
              },
            ]
          : []),
        ...meaningsOf(points, IN_PART),
        ...(points.some(hasNoValue) ? [NO_VALUE] : []),
      ],
    ),
    notes: [],
  };
}

const IN_PART: Meaning = {
  sign: (x, y) => [
    hatched(x, y + 1, x + SIGN_WIDTH, y + 7),
    dot(x + SIGN_WIDTH / 2, y - 3, 3.5, { fill: 'paper', stroke: 'one', width: 1.5 }),
  ],
  words: PART_WORDS,
};

/** The part of the height that is hatched below a value that rests on a part. */
const PART_HEIGHT = 0.08;

function valuesOf(points: readonly Point[]): (number | undefined)[] {
  return points.map(({ value }) => value);
}

/** A line through the values, with a gap where there is none; the one of the earlier period is dashed. */
function lineMark(points: readonly Point[], stroke: 'one' | 'two'): Marks {
  return {
    name: 'line',
    numbers: [undefined],
    draw: (_, at) => {
      let path = '';
      let isGap = true;
      for (const [place, { value }] of points.entries()) {
        if (value !== undefined) path += `${isGap ? 'M' : 'L'}${at(place, value).join(' ')}`;
        isGap = value === undefined;
      }
      if (path === '') return undefined;
      return lines(path, { stroke, width: points.length > 150 ? 1 : 2, ...(stroke === 'two' && { dash: DASH }) });
    },
  };
}

const DASH = [6, 4] as const;

function square(x: number, y: number, size: number): Shape {
  return box(x - size, y - size, x + size, y + size, { fill: 'paper', stroke: 'two', width: 1.5 });
}

function pointMarks(
  name: 'value' | 'compared',
  points: readonly Point[],
  draw: (x: number, y: number, point: Point) => Shape,
): Marks {
  return {
    name,
    numbers: valuesOf(points),
    draw: (place, at) => {
      const point = points[place];
      return point?.value === undefined ? undefined : draw(...at(place, point.value), point);
    },
  };
}

function unreadMarks(points: readonly Point[], band: number, min: number, max: number): Marks {
  return {
    name: 'unread',
    numbers: points.map(() => undefined),
    draw: (place, at) => {
      const read = points[place]?.read ?? 'whole';
      if (read === 'whole') return undefined;
      const [x, low] = at(place, min);
      const [, high] = at(place, read === 'none' ? max : min + (max - min) * PART_HEIGHT);
      return hatched(x - band / 2, low, x + band / 2, high);
    },
  };
}
