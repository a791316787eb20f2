import { createRequire } from 'node:module';

// Files that are no modules of ours. The bundle has this module with the places where it puts them (scripts/program.ts).

/** The thread that makes pixels. */
export const WORKER_FILE = new URL('./worker.ts', import.meta.url);

const { resolve } = createRequire(import.meta.url);

/** The font of a PNG. */
export const FONT_FILE = resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** What makes pixels of an SVG. */
export const RESVG_FILE = resolve('@resvg/resvg-wasm/index_bg.wasm');
