// Loaded into a server by bench/event-loop.ts: how long it kept its event loop from turning, from a SIGUSR2 to the next or to its end.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The interval of the looks at the loop, in ms. Each measurement includes this much that is no delay. */
const RESOLUTION = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

/** The computing time of this thread between two looks, whoever else has the machine. */
let mostComputed = 0;
let computedBefore = computed();
setInterval(() => {
  const now = computed();
  mostComputed = Math.max(mostComputed, now - computedBefore);
  computedBefore = now;
}, RESOLUTION).unref();

process.on('SIGUSR2', () => {
  process.stderr.write(`${measured()}, measuring\n`);
  delay.reset();
  mostComputed = 0;
});
process.on('exit', () => process.stderr.write(`${measured()}\n`));

function measured(): string {
  const worst = Math.max(0, delay.max / 1e6 - RESOLUTION);
  return `worst delay ${worst.toFixed(1)} ms, computed ${mostComputed.toFixed(1)} ms`;
}

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
