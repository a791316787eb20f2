import type { Chart } from './chart.ts';

/** Draws charts. */
export interface Drawing {
  /** What a chart shows in words, for people who do not see it (alt-text.ts). */
  readonly altText: (chart: Chart) => string;
  /** As SVG, whose colours are `var(--…)`: the page that shows it has them (theme.ts). */
  readonly svg: (chart: Chart) => string;
  /**
   * As PNG, 1,200 pixels wide. Its font, DejaVu Sans, has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic
   * letters; a name of which it has none, such as a Japanese one, is drawn as its number in the order of the picture, with a remark. The SVG
   * has all names. Throws ChartNotDrawn, and the reason of an aborted signal.
   */
  readonly png: (chart: Chart, tone: Tone, signal: AbortSignal) => Promise<Uint8Array>;
}

export type Tone = 'light' | 'dark';
