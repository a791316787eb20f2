/** A table: the first cell of a row says what the row is about. */
export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Of a heat map: how much each cell is of the largest, from 0 to 6, by row. */
  readonly heat?: readonly (readonly number[])[];
  /** Whether a picture shows the same: a page then opens the numbers on demand. */
  readonly isPictured?: boolean;
}

/** A chart as SVG, and what it shows in words. */
export interface Picture {
  readonly kind: 'picture';
  readonly svg: string;
  readonly words: string;
}

/** Lines, each of which says first what it is about. */
export interface Lines {
  readonly kind: 'lines';
  readonly lines: readonly (readonly [about: string, words: string])[];
}

/** A piece of a report: a string is a paragraph. */
export type Block = string | Table | Picture | Lines;

/** A section of a report, which `markdown.ts` and `page.ts` write each in their own way. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** On a page: beside its neighbour, or in small print. */
  readonly place?: 'half' | 'small';
}

/** A report in words, whatever it is written as. */
export interface Document {
  readonly title: string;
  /** The zone, and what the period is compared with. */
  readonly subtitle: string;
  /** What of it is not complete, and why. */
  readonly missing: readonly string[];
  readonly sections: readonly Section[];
}
