import type { Chart, Label } from '../chart.ts';
import type { Font } from '../svg/font.ts';
import { oneLine } from '../svg/lines.ts';

const NOTE = 'A name in letters that this picture does not have is its number in the order of the picture.';

/**
 * A chart with names that a font shows: a browser finds other fonts for the rest, and a PNG would have empty boxes. Names of which
 * nothing can be shown, such as Japanese ones in DejaVu Sans, are their numbers, and a note says so; of others, what cannot be is left out.
 */
export function withShownNames(chart: Chart, font: Font): { readonly shown: Chart; readonly notes: readonly string[] } {
  let isAnyNumbered = false;
  const name = (label: Label, index: number): Label => {
    const line = oneLine(label.text);
    if (font.shows(line)) return label;
    if (Array.from(line).some((character) => /[\p{L}\p{N}]/u.test(character) && font.shows(character))) return label;
    isAnyNumbered = true;
    return { ...label, text: `number ${index + 1}` };
  };
  const shown = named(chart, name);
  return { shown, notes: isAnyNumbered ? [NOTE] : [] };
}

function named(chart: Chart, name: (label: Label, index: number) => Label): Chart {
  switch (chart.kind) {
    case 'heat map':
      return { ...chart, rows: chart.rows.map(name), columns: chart.columns.map(name) };
    case 'waterfall':
      return { ...chart, parts: chart.parts.map((part, index) => ({ ...part, label: name(part.label, index) })) };
    default:
      return { ...chart, labels: chart.labels.map(name) };
  }
}

/** An SVG without the characters that a font does not show. */
export function onlyShown(svg: string, font: Font): string {
  return svg.replaceAll(/[^<>]+(?=<\/text>)/g, (text) =>
    font.shows(text) ? text : Array.from(text).filter(font.shows).join(''),
  );
}
