import { readFile } from 'node:fs/promises';
import { FONT_FILE } from './assets.ts';
import type { Drawing } from './drawing.ts';

/** Opens what draws charts. */
export function openDrawing(): Drawing & AsyncDisposable {
  return {
    svg: async (chart) => {
      const { drawSvg } = await import('./svg/draw-svg.ts');
      const { readFont } = await import('./svg/font.ts');
      return drawSvg(chart, readFont(await readFile(FONT_FILE)));
    },
    png: () => Promise.resolve(new Uint8Array()),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
