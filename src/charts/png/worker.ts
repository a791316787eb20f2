import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { drawSvg } from '../draw-svg.ts';
import { DARK, LIGHT } from '../theme.ts';
import { FONT_FILE, RESVG_FILE } from './assets.ts';
import type { Job } from './png-thread.ts';
import { pngOf } from './indexed-png.ts';
import { charactersOf, withDrawableNames } from './drawable-names.ts';

// Makes pixels beside the program: resvg holds an event loop for longer than anything may hold the program's. What is thrown here ends the
// thread, and another one draws the next chart.

/** In units of length, of which each has two pixels. */
const WIDTH = 600;

const [font, wasm] = await Promise.all([readFile(FONT_FILE), readFile(RESVG_FILE)]);
await initWasm(wasm);
const characters = charactersOf(font);

function drawn({ chart, tone }: Job): Uint8Array<ArrayBuffer> {
  const theme = tone === 'dark' ? DARK : LIGHT;
  const { shown, remarks } = withDrawableNames(chart, characters);
  const resvg = new Resvg(drawSvg(shown, { width: WIDTH, theme }, remarks), {
    font: { fontBuffers: [font], defaultFontFamily: 'DejaVu Sans', loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: 2 },
  });
  try {
    const image = resvg.render();
    try {
      return pngOf(image, Object.values(theme));
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

parentPort?.on('message', (job: Job) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(drawn(job));
});
