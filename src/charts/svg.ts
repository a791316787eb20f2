import { oneLine } from './words.ts';

/** Markup that needs no escaping. Only `element` makes it, so that every other string is escaped. */
export class Markup {
  readonly source: string;
  private constructor(source: string) {
    this.source = source;
  }

  /** An element with its content. Strings are text: they cannot become markup. */
  static element(this: void, name: string, attributes: Attributes, ...content: readonly (Markup | string)[]): Markup {
    const pairs = Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`],
    );
    const inner = content.map((one) => (one instanceof Markup ? one.source : escaped(one))).join('');
    return new Markup(inner === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${inner}</${name}>`);
  }
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

export const { element } = Markup;

function escaped(text: string): string {
  return oneLine(text).replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A tenth of a pixel is enough, and keeps the file small. */
export function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}

export interface TextStyle {
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  /** A rim in this colour keeps the text readable over lines. */
  readonly halo?: string;
}

/** One line of text; `y` is its middle. */
export function text(x: number, y: number, words: string, { fill, anchor, size, halo }: TextStyle): Markup {
  const rim = halo === undefined ? {} : { stroke: halo, 'stroke-width': 4, 'paint-order': 'stroke' };
  const place = { x, y: y + (size ?? 12) * 0.36, fill, 'font-size': size, 'text-anchor': anchor };
  return element('text', { ...place, ...rim, 'stroke-linejoin': halo && 'round' }, words);
}

interface LineStyle {
  readonly stroke: string;
  readonly width?: number;
  readonly dash?: string;
}

/** A line by the commands of an SVG path. */
export function path(d: string, { stroke, width, dash }: LineStyle): Markup {
  const style = { stroke, 'stroke-width': width, 'stroke-dasharray': dash, 'stroke-linejoin': 'round' };
  return element('path', { d, fill: 'none', ...style });
}

export function line(x1: number, y1: number, x2: number, y2: number, { stroke, width, dash }: LineStyle): Markup {
  return element('line', { x1, y1, x2, y2, stroke, 'stroke-width': width, 'stroke-dasharray': dash });
}

/** A box between two corners, in any order. */
export function box(x1: number, y1: number, x2: number, y2: number, style: Attributes): Markup {
  const [x, y, width, height] = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)];
  return element('rect', { x, y, width, height, ...style });
}

export function dot(cx: number, cy: number, r: number, style: Attributes): Markup {
  return element('circle', { cx, cy, r, ...style });
}
