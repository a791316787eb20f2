import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Chart } from '../chart.ts';
import { LIGHT, paint } from '../palette.ts';
import { drawSvg } from '../svg/draw-svg.ts';
import { readFont } from '../svg/font.ts';
import { coloursOf, nearestColours } from './colours.ts';
import { indexedPng } from './indexed-png.ts';
import { onlyShown, withShownNames } from './shown-names.ts';

/** What an answer may grow by. */
export const MAX_BYTES = 60_000;

/** Pixels for each unit of length: the first whose picture is small enough is taken. */
const ZOOMS = [2, 1, 0.5, 0.25];

/** Makes what draws charts as PNG, with a font and the WebAssembly of resvg. */
export async function pngDrawer(
  font: Uint8Array,
  wasm: Uint8Array<ArrayBuffer>,
): Promise<(chart: Chart) => Uint8Array<ArrayBuffer>> {
  await initWasm(wasm);
  const read = readFont(font);
  const colours = coloursOf(LIGHT);
  const drawn = (svg: string, zoom: number): Uint8Array<ArrayBuffer> => {
    const resvg = new Resvg(svg, {
      font: { fontBuffers: [font], defaultFontFamily: 'DejaVu Sans', loadSystemFonts: false },
      fitTo: { mode: 'zoom', value: zoom },
    });
    try {
      const image = resvg.render();
      try {
        const { width, height } = image;
        return indexedPng({ width, height, colours, pixels: nearestColours(image.pixels, colours) });
      } finally {
        image.free();
      }
    } finally {
      resvg.free();
    }
  };
  return (chart) => {
    const { shown, notes } = withShownNames(chart, read);
    const svg = paint(onlyShown(drawSvg(shown, read, notes), read), LIGHT);
    for (const zoom of ZOOMS) {
      const png = drawn(svg, zoom);
      if (png.length <= MAX_BYTES) return png;
    }
    throw new RangeError('a chart is too large in every size');
  };
}
