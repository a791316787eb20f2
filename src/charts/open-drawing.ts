import { Worker } from 'node:worker_threads';
import { altText } from './alt-text.ts';
import { drawSvg } from './draw-svg.ts';
import type { Drawing } from './drawing.ts';
import { WORKER_FILE } from './png/assets.ts';
import { PngThread } from './png/png-thread.ts';
import { OF_PAGE } from './theme.ts';

/** What the thread may take, beside what resvg takes for pixels: many times what the largest chart does. */
const MAX_MEBIBYTES = 256;

/** The width of an SVG in pixels: pages move it sideways where they are narrower. */
const WIDTH = 640;

/** Starts a thread that knows nothing of the process: no environment, in which secrets may be, and no way to standard output, which is the protocol's. */
function startWorker(): Worker {
  const worker = new Worker(WORKER_FILE, {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEBIBYTES },
  });
  // What is not read would be kept, and names in it may be strangers'.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** Opens what draws charts: SVG at once, and PNG in a thread that the first one starts. One serves a whole process. */
export function openDrawing(): Drawing & AsyncDisposable {
  const thread = new PngThread(startWorker);
  return {
    altText,
    svg: (chart) => drawSvg(chart, { width: WIDTH, theme: OF_PAGE }),
    png: (chart, tone, signal) => thread.draw({ chart, tone }, signal),
    [Symbol.asyncDispose]: () => thread.close(),
  };
}
