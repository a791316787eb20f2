import { styleText } from 'node:util';
import type { Span, Style } from './spans.ts';

/** The way in which parts of a text stand out. */
export interface Paint {
  readonly text: (text: string, style?: Style | 'strangers') => string;
  readonly line: (spans: readonly Span[]) => string;
}

const FORMATS = {
  bold: 'bold',
  italic: 'italic',
  code: 'cyan',
  faint: 'dim',
  strangers: 'yellow',
} as const;

/** Paints for a stream: with colours where it shows them and nobody asked for none (`NO_COLOR`, `FORCE_COLOR`). */
export function paintFor(stream: NodeJS.WritableStream): Paint {
  const text: Paint['text'] = (words, style) =>
    style === undefined || words === '' ? words : styleText(FORMATS[style], words, { stream });
  return { text, line: (spans) => spans.map((span) => text(span.text, span.style)).join('') };
}
