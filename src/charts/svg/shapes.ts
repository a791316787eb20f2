import { colour, type ColourName } from '../palette.ts';

/** The families in which text is drawn: the one that is bundled for PNG, and what browsers have that is no wider. */
export const FONT_FAMILY = 'DejaVu Sans, Verdana, sans-serif';

/** The sizes of text: of the title, and of all else. */
export const TITLE_SIZE = 16;
export const TEXT_SIZE = 12;

/** A shape as ECharts takes it. All have their colours: its own would be left in otherwise. */
export type Shape =
  | { readonly type: 'text'; readonly x: number; readonly y: number; readonly style: TextStyle }
  | { readonly type: 'path'; readonly shape: { readonly pathData: string }; readonly style: Style }
  | { readonly type: 'rect'; readonly shape: Box; readonly style: Style }
  | { readonly type: 'circle'; readonly shape: Circle; readonly style: Style };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Circle {
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
}

interface Style {
  readonly fill: string;
  readonly stroke: string;
  readonly lineWidth: number;
  readonly lineDash?: number[];
}

interface TextStyle {
  readonly text: string;
  readonly fill: string;
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly align: Align;
  readonly verticalAlign: 'middle';
  readonly stroke?: string;
  readonly lineWidth?: number;
}

type Align = 'left' | 'center' | 'right';

/** How a line is drawn. */
interface Stroke {
  readonly stroke?: ColourName;
  readonly width?: number;
  readonly dash?: readonly [on: number, off: number];
}

/** How something closed is drawn. */
interface Filled extends Stroke {
  readonly fill?: ColourName;
}

function styleOf({ fill, stroke, width = 1, dash }: Filled): Style {
  return {
    fill: fill === undefined ? 'none' : colour(fill),
    stroke: stroke === undefined ? 'none' : colour(stroke),
    lineWidth: stroke === undefined ? 0 : width,
    ...(dash && { lineDash: [...dash] }),
  };
}

/** A line of text; `y` is its middle. */
export function textAt(
  x: number,
  y: number,
  text: string,
  { align = 'left', fill = 'ink', size = TEXT_SIZE }: { align?: Align; fill?: ColourName; size?: number } = {},
): Shape {
  const style = { text, fill: colour(fill), fontSize: size, fontFamily: FONT_FAMILY, align } as const;
  return { type: 'text', x, y, style: { ...style, verticalAlign: 'middle' } };
}

/** A line of text over marks, with a rim that keeps it apart from them. */
export function textOver(x: number, y: number, text: string, style: Parameters<typeof textAt>[3] = {}): Shape {
  const shape = textAt(x, y, text, style);
  return shape.type === 'text' ? { ...shape, style: { ...shape.style, stroke: colour('paper'), lineWidth: 3 } } : shape;
}

/** Lines by the commands of an SVG path. */
export function lines(pathData: string, stroke: Stroke): Shape {
  return { type: 'path', shape: { pathData }, style: styleOf(stroke) };
}

/** A box between two corners, in any order. */
export function box(x1: number, y1: number, x2: number, y2: number, filled: Filled): Shape {
  return { type: 'rect', shape: boxBetween(x1, y1, x2, y2), style: styleOf(filled) };
}

function boxBetween(x1: number, y1: number, x2: number, y2: number): Box {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

export function dot(cx: number, cy: number, r: number, filled: Filled): Shape {
  return { type: 'circle', shape: { cx, cy, r }, style: styleOf(filled) };
}

/** The distance between the lines of a hatched box. */
const HATCH_DISTANCE = 6;

/** Slanted lines in a box: something that was not read. */
export function hatched(x1: number, y1: number, x2: number, y2: number): Shape {
  const { x, y, width, height } = boxBetween(x1, y1, x2, y2);
  let pathData = '';
  // Each line goes up to the right, from where it enters the box to where it leaves it, and on in the box beside it.
  for (let along = HATCH_DISTANCE - ((x + y) % HATCH_DISTANCE); along < width + height; along += HATCH_DISTANCE) {
    const [low, high] = [Math.max(0, along - height), Math.min(along, width)];
    pathData += `M${at(x + low)} ${at(y + along - low)}L${at(x + high)} ${at(y + along - high)}`;
  }
  return lines(pathData === '' ? `M${at(x)} ${at(y)}` : pathData, { stroke: 'hatch' });
}

/** A small cross where a value would be. */
export function cross(x: number, y: number): Shape {
  const half = 3;
  const path = `M${at(x - half)} ${at(y - half)}l${2 * half} ${2 * half}M${at(x - half)} ${at(y + half)}l${2 * half} ${-2 * half}`;
  return lines(path, { stroke: 'quiet', width: 1.5 });
}

/** From one end of an interval to the other, with a bar across each; `size` is half of that. A rim keeps it apart from what it is drawn over. */
export function whisker(
  from: readonly [number, number],
  to: readonly [number, number],
  size: number,
  part: 'line' | 'rim' = 'line',
): Shape {
  const isUpright = from[0] === to[0];
  const end = ([x, y]: readonly [number, number]) =>
    isUpright
      ? `M${at(x - size)} ${at(y)}L${at(x + size)} ${at(y)}`
      : `M${at(x)} ${at(y - size)}L${at(x)} ${at(y + size)}`;
  const between = `M${at(from[0])} ${at(from[1])}L${at(to[0])} ${at(to[1])}`;
  const path = `${between}${size > 0 ? end(from) + end(to) : ''}`;
  return lines(path, part === 'rim' ? { stroke: 'paper', width: 4 } : { stroke: 'ink', width: 1.5 });
}

function at(length: number): number {
  return Math.round(length * 10) / 10;
}
