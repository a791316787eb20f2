/** A table: the first cell of a row says what the row is about. */
export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How wide its columns are on a page. */
  readonly layout?: 'figures' | 'hours' | 'topics' | 'waiting' | 'changes';
  /** Whether a picture shows the same: a page then opens the numbers on demand. */
  readonly isPictured?: boolean;
}

/** A chart as SVG, and what it shows in words. */
export interface Picture {
  readonly kind: 'picture';
  readonly svg: string;
  readonly words: string;
  readonly size: 'period' | 'change';
}

/** A piece of a report: a string is a paragraph in our own words, in which `**` marks what is bold. */
export type Block =
  | string
  | Table
  | Picture
  | { readonly kind: 'list'; readonly lines: readonly string[] }
  /** Names with what is said of them; strangers' words may be among them. */
  | { readonly kind: 'named'; readonly entries: readonly (readonly [name: string, words: string])[] };

/** A section of a report, which `markdown.ts` and `page/page.ts` write each in their own way. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Where it stands on a page: beside its neighbour, or in small print at the end. */
  readonly place?: 'beside' | 'end';
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
