import type { Chart } from './chart.ts';

/** Draws charts. */
export interface Drawing {
  /** As SVG, whose colours are `var(--…)`: whoever shows it gives them (palette.ts). */
  readonly svg: (chart: Chart, signal: AbortSignal) => Promise<string>;
  /** As PNG of at most 60 kB in light colours: with two pixels for each unit of length, or with one where that is too large. */
  readonly png: (chart: Chart, signal: AbortSignal) => Promise<Uint8Array>;
}
