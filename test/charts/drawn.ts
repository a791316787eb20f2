import { readFileSync } from 'node:fs';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { FONT_FILE } from '../../src/charts/assets.ts';
import type { Chart } from '../../src/charts/chart.ts';
import { drawSvg } from '../../src/charts/svg/draw-svg.ts';
import { readFont } from '../../src/charts/svg/font.ts';

export const font = readFont(readFileSync(FONT_FILE));

/** The SVG of a chart. */
export function drawn(chart: Chart): string {
  return drawSvg(chart, font);
}

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of its own. */
  readonly text: string;
}

/** Every element of an SVG, in order. */
export function elementsOf(svg: string): Element[] {
  const of = (node: DefaultTreeAdapterTypes.ChildNode): Element[] => {
    if (!defaultTreeAdapter.isElementNode(node)) return [];
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    const text = node.childNodes.map((child) => (defaultTreeAdapter.isTextNode(child) ? child.value : '')).join('');
    return [{ name: node.tagName, attributes, text }, ...node.childNodes.flatMap(of)];
  };
  return parseFragment(svg).childNodes.flatMap(of);
}

/** The numbers that the marks of a name say, by place: two for an interval, none where they stand for something without a number. */
export function numbersOf(svg: string, mark: string): Map<number, number[]> {
  const marks = elementsOf(svg).filter(({ attributes }) => attributes['data-mark'] === mark);
  return new Map(
    marks.map(({ attributes }) => [
      Number(attributes['data-at']),
      (attributes['data-value'] ?? '').split(' ').filter(Boolean).map(Number),
    ]),
  );
}

/** The words in a picture, line by line. */
export function wordsIn(svg: string): string[] {
  return elementsOf(svg)
    .filter(({ name }) => name === 'text')
    .map(({ text }) => text);
}
