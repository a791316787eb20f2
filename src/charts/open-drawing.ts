import { Worker } from 'node:worker_threads';
import { altText } from './alt-text.ts';
import { WORKER_FILE } from './assets.ts';
import type { Drawing } from './drawing.ts';
import { DrawingThread, type After } from './drawing-thread.ts';

/** What the thread may take, beside what resvg takes for pixels: many times what the largest chart does. */
const MAX_MEBIBYTES = 256;

const after: After = (millis, work) => {
  const timer = setTimeout(work, millis).unref();
  return () => clearTimeout(timer);
};

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

/**
 * Opens what draws charts: in a thread of its own, which the first chart starts, and which ends when nothing was drawn for a while. One
 * serves a whole process. Both functions throw ChartNotDrawn.
 */
export function openDrawing(): Drawing & AsyncDisposable {
  const thread = new DrawingThread(startWorker, after);
  return {
    altText,
    svg: async (chart, signal) => {
      const drawn = await thread.draw({ form: 'svg', chart }, signal);
      if (typeof drawn !== 'string') throw new TypeError('an SVG is text');
      return drawn;
    },
    png: async (chart, signal) => {
      const drawn = await thread.draw({ form: 'png', chart }, signal);
      if (typeof drawn === 'string') throw new TypeError('a PNG is bytes');
      return drawn;
    },
    [Symbol.asyncDispose]: () => thread.close(),
  };
}
