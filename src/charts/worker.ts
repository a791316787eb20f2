import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { FONT_FILE, RESVG_FILE } from './assets.ts';
import type { Drawn, Job } from './job.ts';
import { pngDrawer } from './png/draw-png.ts';
import { drawSvg } from './svg/draw-svg.ts';
import { readFont } from './svg/font.ts';

// Draws charts beside the program: what draws them holds an event loop for longer than anything may hold the program's (drawing-thread.ts).
// What is thrown here ends the thread, and another one draws the next chart.

const fontFile = await readFile(FONT_FILE);
const font = readFont(fontFile);
let png: ReturnType<typeof pngDrawer> | undefined;

async function drawn({ form, chart }: Job): Promise<Drawn> {
  if (form === 'svg') return drawSvg(chart, font);
  png ??= readFile(RESVG_FILE).then((wasm) => pngDrawer(fontFile, wasm));
  return (await png)(chart);
}

parentPort?.on('message', (job: Job) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void drawn(job).then((picture) => parentPort?.postMessage(picture));
});
