import type { Chart } from './chart.ts';

/** Draws charts. */
export interface Drawing {
  /** What a chart shows in words, for whoever cannot see it (alt-text.ts). */
  readonly altText: (chart: Chart) => string;
  /** As SVG, whose colours are `var(--…)`: whoever shows it gives them (palette.ts). */
  readonly svg: (chart: Chart, signal: AbortSignal) => Promise<string>;
  /**
   * As PNG of at most 60 kB in light colours: with two pixels for each unit of length, or with one where that is too large. Its font,
   * DejaVu Sans, has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters; a name of which it has none, such as a Japanese one,
   * is drawn as its number in the order of the picture, with a remark. The SVG has all names.
   */
  readonly png: (chart: Chart, signal: AbortSignal) => Promise<Uint8Array>;
}
