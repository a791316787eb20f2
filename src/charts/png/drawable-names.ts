import type { Chart, Label } from '../chart.ts';
import { oneLine } from '../words.ts';

/** Joiners and variation selectors take no room, and a font need not have them. */
const UNSEEN = /^[\p{Join_Control}\p{Variation_Selector}]$/u;

const NUMBERED = 'a name in letters that this picture lacks is its number in the order of the picture';
const SHORTENED = 'characters that this picture lacks are left out of names';

/**
 * A chart with names that a font can draw, and remarks where they are not whole: a browser finds other fonts for the rest, and a PNG would have
 * empty boxes. A name of which nothing can be drawn, such as a Japanese one in DejaVu Sans, is its number.
 */
export function withDrawableNames(chart: Chart, characters: ReadonlySet<number>) {
  const remarks = new Set<string>();
  const drawable = (label: Label, place: number): Label => {
    const line = oneLine(label.text);
    const letters = Array.from(line).filter((one) => UNSEEN.test(one) || characters.has(one.codePointAt(0) ?? 0));
    const text = letters.join('').trim();
    if (text === line) return label;
    const isNamed = /[\p{L}\p{N}]/u.test(text);
    remarks.add(isNamed ? SHORTENED : NUMBERED);
    return { ...label, text: isNamed ? text : `number ${place + 1}` };
  };
  return { shown: renamed(chart, drawable), remarks: [...remarks] };
}

function renamed(chart: Chart, rename: (label: Label, place: number) => Label): Chart {
  const each = <Labelled extends { readonly label: Label }>(some: readonly Labelled[]): Labelled[] =>
    some.map((one, place) => ({ ...one, label: rename(one.label, place) }));
  if (chart.kind === 'heat map') return { ...chart, rows: each(chart.rows), columns: chart.columns.map(rename) };
  return chart.kind === 'waterfall' ? { ...chart, parts: each(chart.parts) } : { ...chart, points: each(chart.points) };
}

/** The characters of a TrueType font: those of its table for all of Unicode (OpenType, cmap, format 12). */
export function charactersOf(font: Uint8Array): ReadonlySet<number> {
  const data = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const characters = new Set<number>();
  for (let table = 0; table < data.getUint16(4); table += 1) {
    const entry = 12 + table * 16;
    if (data.getUint32(entry) !== 0x636d6170) continue;
    const cmap = data.getUint32(entry + 8);
    for (let index = 0; index < data.getUint16(cmap + 2); index += 1) {
      const at = cmap + data.getUint32(cmap + 8 + index * 8);
      if (data.getUint16(at) !== 12) continue;
      for (let group = at + 16; group < at + 16 + data.getUint32(at + 12) * 12; group += 12) {
        for (let code = data.getUint32(group); code <= data.getUint32(group + 4); code += 1) characters.add(code);
      }
    }
  }
  if (characters.size === 0) throw new TypeError('the font has no table of all characters');
  return characters;
}
