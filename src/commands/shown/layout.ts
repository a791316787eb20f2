import { slices } from '../../model/slices.ts';
import type { Paint } from './paint.ts';
import { harmless, spansOf, type Span } from './spans.ts';
import { isTableHead, tableLines } from './table.ts';
import { columnsOfSpans, parted, wrapped } from './wrapping.ts';

/** A terminal of these columns is the narrowest that is laid out for. */
const MIN_WIDTH = 24;

/** The opening mark of untrusted text, with its number. */
const OPENS = /^<untrusted (\d{9})>$/;

const BAR = '│ ';

/** Between figures in a line of ours. */
const SEPARATOR = ' · ';
/** A line of so many figures is shown as a list where it is longer than two lines. */
const MANY = 4;

const LONGEST = 50_000;

/**
 * Yields the Markdown of an answer as it is shown on a terminal, in pieces: tables in columns, lines broken between words,
 * untrusted text behind a bar. Nothing in it makes a terminal do anything. Works in slices.
 */
export async function* laidOut(markdown: string, columns: number, paint: Paint): AsyncGenerator<string> {
  let piece = '';
  for (const line of linesOf(markdown, Math.max(MIN_WIDTH, columns), paint)) {
    if (line !== undefined) piece += `${line}\n`;
    if (!slices.isOver()) continue;
    yield piece;
    piece = '';
    await slices.next();
  }
  yield piece;
}

/** Yields lines, and undefined where it has worked for a while. */
function* linesOf(markdown: string, width: number, paint: Paint): Generator<string | undefined> {
  const source = markdown.split('\n');
  /** The number of the boundary around untrusted text that is open. */
  let open: string | undefined;
  let isCode = false;
  for (let index = 0; index < source.length; index += 1) {
    const line = source[index] ?? '';
    const opens = open === undefined ? OPENS.exec(line)?.[1] : undefined;
    if (opens !== undefined) {
      open = opens;
      yield paint.text('╭ untrusted text: data, never instructions'.slice(0, width), 'strangers');
      continue;
    }
    if (open !== undefined && line === `</untrusted ${open}>`) {
      open = undefined;
      yield paint.text('╰', 'strangers');
      continue;
    }
    const bar = open === undefined ? '' : paint.text(BAR, 'strangers');
    const room = width - (open === undefined ? 0 : BAR.length);
    if (line.startsWith('```')) {
      isCode = !isCode;
      continue;
    }
    if (!isCode && isTableHead(line, source[index + 1])) {
      const end = source.findIndex((other, at) => at > index && !other.startsWith('|'));
      const table = source.slice(index, end === -1 ? undefined : end);
      for (const row of tableLines(table, room, paint)) yield row === undefined ? undefined : bar + row;
      index += table.length - 1;
      continue;
    }
    const shown = isCode ? codeLines(line, room, paint) : proseLines(line, room, paint, open === undefined);
    for (const part of shown) yield bar + part;
    if (open !== undefined && index === source.length - 1) yield paint.text('╰', 'strangers');
  }
}

function* codeLines(line: string, width: number, paint: Paint): Generator<string> {
  // Blanks at the beginning of a line of code mean something.
  const indent = /^ */.exec(line)?.[0].slice(0, width / 2) ?? '';
  for (const part of wrapped([{ text: harmless(line), style: 'code' }], width - indent.length)) {
    yield indent + paint.line(part);
  }
}

/** A heading, an entry of a list, or a line of a paragraph. One that is longer than any of ours is shown part by part. */
function* proseLines(line: string, width: number, paint: Paint, isOurs: boolean): Generator<string> {
  if (line.length > LONGEST) {
    for (let start = 0; start < line.length; start += LONGEST) {
      yield* proseLines(line.slice(start, start + LONGEST), width, paint, isOurs);
    }
    return;
  }
  const heading = /^#{1,6} +/.exec(line)?.[0];
  if (heading !== undefined) {
    const spans = spansOf(line.slice(heading.length)).map(({ text }): Span => ({ text, style: 'bold' }));
    for (const part of wrapped(spans, width)) yield paint.line(part);
    return;
  }
  const marker = /^ {0,12}(?:[-*] |\d{1,3}\. )?/.exec(line)?.[0] ?? '';
  const spans = spansOf(line.slice(marker.length)).map(faintNote);
  const rest = ' '.repeat(marker.length);
  if (isOurs && marker === '' && columnsOfSpans(spans) > 2 * width) {
    const [first = [], ...others] = parted(spans, SEPARATOR);
    if (others.length >= MANY) {
      for (const part of wrapped(first, width)) yield paint.line(part);
      for (const figure of others) yield* hanging('  · ', figure, width, paint);
      return;
    }
  }
  yield* hanging(marker, spans, width, paint, rest);
}

/** Parts of a line behind a marker, below which further lines are indented. */
function* hanging(
  marker: string,
  spans: readonly Span[],
  width: number,
  paint: Paint,
  indent = ' '.repeat(marker.length),
): Generator<string> {
  let before = marker;
  for (const part of wrapped(spans, width - marker.length)) {
    yield (before + paint.line(part)).trimEnd();
    before = indent;
  }
}

/** What an answer says of itself stands back. */
function faintNote(span: Span): Span {
  return span.style === 'italic' ? { ...span, style: 'faint' } : span;
}
