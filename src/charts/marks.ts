import { PART_WORDS } from './alt-text.ts';
import type { Axis } from './axis.ts';
import type { LegendEntry } from './body.ts';
import type { Cell, Compared, Figure, Groups, Label, Point } from './chart.ts';
import { box, dot, element, line, path, rounded, type Markup } from './svg.ts';
import type { Theme } from './theme.ts';
import { fit } from './words.ts';

/** Where the figures of a chart stand: along its axis, and beside the middle of their place. Sizes are pixels. */
export interface Frame {
  /** Whether numbers go up, and not to the right. */
  readonly isUp: boolean;
  readonly axis: Axis;
  /** From where to where a place has room for its figures. */
  readonly lane: readonly [from: number, to: number];
  readonly middle: (place: number) => number;
  /** Half the thickness of a box, or the radius of a dot. Ratings, which have no zero, and lines have dots. */
  readonly half: number;
  readonly shape: 'box' | 'dot';
  /** How far the compared period's figure lies from the middle. */
  readonly aside: number;
  readonly theme: Theme;
}

/** Fills of what is there in part, and of what is not: `draw-svg.ts` defines them. */
export const PART = 'url(#part)';
export const NONE = 'url(#none)';

/** Half the thickness of a bar of the compared period. */
export const HALF_BESIDE = 2.5;

/** The marks of one figure, with what they are, of which place, and its number; `words` are shown where a pointer is over them. */
export function mark(
  name: 'value' | 'compared' | 'interval' | 'p90' | 'unread',
  place: number,
  numbers: readonly number[],
  words: string,
  ...shapes: readonly Markup[]
): Markup {
  const value = numbers.length === 0 ? undefined : numbers.join(' ');
  const of = { 'data-mark': name, 'data-at': String(place), 'data-value': value };
  return element('g', of, ...(words === '' ? [] : [element('title', {}, words)]), ...shapes);
}

/** A name in what a pointer shows: not so long that the figure behind it would be cut. */
export function nameOf({ text }: Label): string {
  return fit(text, 400);
}

/** A box over a stretch of the lane of a place. */
export function slab(
  { isUp, middle }: Frame,
  place: number,
  [from, to]: readonly [number, number],
  half: number,
  style: Parameters<typeof box>[4],
  aside = 0,
): Markup {
  const at = middle(place) + aside;
  return isUp ? box(at - half, from, at + half, to, style) : box(from, at - half, to, at + half, style);
}

/** The marks of all places, of which each lane is twice `halfLane` wide. */
export function marksOf(frame: Frame, { points, compared }: Groups, halfLane: number): Markup[] {
  return points.flatMap((point, place) => [
    ...unreadMarks(frame, point, place, halfLane),
    ...(compared ? comparedMarks(frame, compared, place) : []),
    ...figureMarks(frame, point, place),
  ]);
}

function unreadMarks(frame: Frame, { figure, read }: Point, place: number, halfLane: number): Markup[] {
  if (read === 'whole') return [];
  // A bar that rests on a part is hatched itself.
  const isWhole = read === 'none' || frame.shape === 'dot' || figure === undefined;
  const fill = read === 'none' ? NONE : PART;
  return [mark('unread', place, [], '', ...(isWhole ? [slab(frame, place, frame.lane, halfLane, { fill })] : []))];
}

function comparedMarks(frame: Frame, { name, points }: Compared, place: number): Markup[] {
  const before = points[place];
  if (before?.figure === undefined) return [];
  const { value, words } = before.figure;
  const shape = shapeOf(frame, place, value, HALF_BESIDE, { fill: frame.theme.other }, frame.aside);
  return [mark('compared', place, [value], `${nameOf(before.label)}, ${nameOf({ text: name })}: ${words}`, shape)];
}

/** A value, and its interval or 90th percentile. */
function figureMarks(frame: Frame, { label, figure, read }: Point, place: number): Markup[] {
  if (figure === undefined) return [];
  const { axis, isUp, half, theme } = frame;
  const { value, words, interval, p90 } = figure;
  const shape = shapeOf(frame, place, value, half, valueStyle(frame, figure, read));
  const told = mark('value', place, [value], `${nameOf(label)}: ${words}`, shape);
  const at = frame.middle(place);
  const [x, y] = isUp ? [at, axis.at(p90 ?? value)] : [axis.at(p90 ?? value), at];
  const beyond = p90 === undefined ? [] : [mark('p90', place, [p90], '', p90Sign(x, y, theme))];
  const within = interval ? [mark('interval', place, interval, '', ...whisker(frame, at, interval))] : [];
  // A dot would be cut by its interval.
  return frame.shape === 'dot' ? [...within, told, ...beyond] : [told, ...within, ...beyond];
}

/** A line with ends. A rim keeps it visible on its bar; beside a line it would hide the compared period's. */
function whisker({ axis, isUp, shape, theme }: Frame, middle: number, [from, to]: NonNullable<Figure['interval']>) {
  const [at, low, high] = [rounded(middle), rounded(axis.at(from)), rounded(axis.at(to))];
  const d = isUp ? `M${at - 4} ${low}h8m-4 0V${high}m-4 0h8` : `M${low} ${at - 4}v8m0 -4H${high}m0 -4v8`;
  const rim = shape === 'box' ? [path(d, { stroke: theme.paper, width: 4 })] : [];
  return [...rim, path(d, { stroke: theme.ink, width: 1.5 })];
}

function valueStyle({ shape, theme }: Frame, { few }: Figure, read: Point['read']) {
  const isHollow = few === true || (read === 'part' && shape === 'dot');
  const fill = isHollow ? theme.paper : read === 'part' ? PART : theme.main;
  return { fill, stroke: theme.main, 'stroke-width': 1.5 };
}

function shapeOf(
  frame: Frame,
  place: number,
  value: number,
  half: number,
  style: Parameters<typeof box>[4],
  aside = 0,
): Markup {
  const { axis, middle, isUp, shape } = frame;
  const at = middle(place) + aside;
  if (shape === 'box') return slab(frame, place, [axis.at(0), axis.at(value)], half, style, aside);
  return isUp ? dot(at, axis.at(value), half, style) : dot(axis.at(value), at, half, style);
}

/** How far the marks of a figure reach, in pixels, and with the 90th percentile where words of `room` pixels would cover it. */
export function endOf({ axis, isUp }: Frame, { value, interval, p90 = value }: Figure, room: number): number {
  const furthest = isUp ? Math.min : Math.max;
  const end = furthest(...[value, ...(interval ?? [])].map(axis.at));
  const beyond = axis.at(p90);
  return Math.abs(beyond - end) < room ? furthest(beyond, end) : end;
}

export function targetLine({ axis, isUp, theme }: Frame, { target }: Groups, [from, to]: readonly [number, number]) {
  if (target === undefined) return [];
  const [at, style] = [axis.at(target.value), { stroke: theme.target, width: 1.5, dash: DASH }];
  return [isUp ? line(from, at, to, at, style) : line(at, from, at, to, style)];
}

const DASH = '5 3';

/** The compared period, the target and what else needs words, beside the name of the period; empty where all is said in the title. */
export function groupsLegend(
  { name, points, compared, target }: Groups,
  theme: Theme,
  sign: (colour: string, half: number) => LegendEntry['sign'],
  others: readonly LegendEntry[] = [],
): LegendEntry[] {
  const hasP90 = points.some(({ figure }) => figure?.p90 !== undefined);
  const beside = [
    ...(compared ? [{ words: compared.name, sign: sign(theme.other, HALF_BESIDE) }] : []),
    ...(target ? [{ words: target.words, sign: lineSign(theme.target, 1.5, DASH) }] : []),
    ...(hasP90 ? [{ words: '90th percentile', sign: (x: number, y: number) => p90Sign(x + 10, y, theme) }] : []),
    ...hatchLegend(points, theme),
    ...others,
  ];
  return beside.length === 0 ? [] : [{ words: name, sign: sign(theme.main, 6) }, ...beside];
}

export function lineSign(stroke: string, width: number, dash?: string): LegendEntry['sign'] {
  return (x, y) => line(x, y, x + 20, y, { stroke, width, ...(dash !== undefined && { dash }) });
}

/** A bar, as thick as its half twice. */
export function barSign(fill: string, half: number, stroke?: string): LegendEntry['sign'] {
  return (x, y) => box(x + 2, y - half, x + 18, y + half, { fill, stroke });
}

function p90Sign(x: number, y: number, theme: Theme): Markup {
  const d = `M${rounded(x)} ${rounded(y - 4)}l4 4l-4 4l-4 -4z`;
  return element('path', { d, fill: theme.paper, stroke: theme.ink });
}

/** What hatching means, where there is any. */
export function hatchLegend(cells: readonly Cell[], { hatch }: Theme): LegendEntry[] {
  const isAny = (read: Cell['read']) => cells.some((cell) => cell.read === read);
  return [
    ...(isAny('part') ? [{ words: PART_WORDS, sign: barSign(PART, 6, hatch) }] : []),
    ...(isAny('none') ? [{ words: 'not loaded', sign: barSign(NONE, 6, hatch) }] : []),
  ];
}
