import type { Chart } from './chart.ts';

/** A picture that the thread is to draw, one at a time. */
export interface Job {
  readonly form: 'svg' | 'png';
  readonly chart: Chart;
}

export type Drawn = string | Uint8Array<ArrayBuffer>;
