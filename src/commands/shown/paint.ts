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

/** Returns the paint of a stream that shows colours, or of one that does not. */
export function paintFor(showsColours: boolean): Paint {
  const text: Paint['text'] = (words, style) =>
    style === undefined || words === '' || !showsColours
      ? words
      : styleText(FORMATS[style], words, { validateStream: false });
  return { text, line: (spans) => spans.map((span) => text(span.text, span.style)).join('') };
}
