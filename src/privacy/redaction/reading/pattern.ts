import type { Token } from './tokens.ts';
import type { Topic } from './topics.ts';
import { MAX_JUDGED, type Value, valueAt } from './values.ts';
import type { Role } from './vocabulary.ts';
import { REACH, type Window } from './window.ts';

/** Tokens by their offset, read forwards or backwards, and the window that they are in. */
interface View {
  readonly window: Window;
  readonly at: (offset: number) => Token;
  /** The offset in the window. */
  readonly place: (offset: number) => number;
}

/** One element of a row. Returns the offset behind what it matches, undefined where it does not match, and adds the values it takes. */
export type Element = (view: View, at: number, taken: Value[]) => number | undefined;

/** A pattern: elements that match one after the other, without going back. */
export type Row = readonly Element[];

/** Matches a row from an offset on; returns the values that it takes, undefined where it does not match. */
export function matched(window: Window, row: Row, at = 0): readonly Value[] | undefined {
  return matchAt(window, row, at)?.values;
}

/** What a row matches: its first and its last token, the last one before the first where it matches nothing, and the values it takes. */
export interface Match {
  readonly from: number;
  readonly to: number;
  readonly values: readonly Value[];
}

/** Matches a row from an offset on. */
export function matchAt(window: Window, row: Row, from = 0): Match | undefined {
  const values: Value[] = [];
  const end = through({ window, at: (offset) => window.at(offset), place: (offset) => offset }, row, from, values);
  return end === undefined ? undefined : { from, to: end - 1, values };
}

/** Matches a row backwards: its first element is the token right before an offset. */
export function matchBefore(window: Window, row: Row, end = 0): Match | undefined {
  const values: Value[] = [];
  const length = through(backwards(window, end), row, 0, values);
  return length === undefined ? undefined : { from: end - length, to: end - 1, values };
}

function backwards(window: Window, end: number): View {
  const place = (offset: number) => end - 1 - offset;
  return { window, at: (offset) => window.at(place(offset)), place };
}

/** Whether a row matches from an offset on. */
export function matches(window: Window, element: Element, at: number): boolean {
  return matched(window, [element], at) !== undefined;
}

/** The values of the first row that matches. */
export function firstMatched(window: Window, rows: readonly Row[], from = 0): readonly Value[] {
  for (const row of rows) {
    const values = matched(window, row, from);
    if (values !== undefined) return values;
  }
  return [];
}

function through(view: View, row: Row, from: number, taken: Value[]): number | undefined {
  const before = taken.length;
  let at = from;
  for (const element of row) {
    const next = element(view, at, taken);
    if (next === undefined) {
      taken.length = before;
      return undefined;
    }
    at = next;
  }
  return at;
}

/** A token that passes a test. */
export function token(test: (token: Token) => boolean): Element {
  return (view, at) => (test(view.at(at)) ? at + 1 : undefined);
}

/** A word with one of some roles. */
export function has(...roles: readonly Role[]): Element {
  return token((one) => roles.some((role) => one.roles.has(role)));
}

/** One of some signs. */
export function sign(signs: string): Element {
  return token(({ kind, text }) => kind === 'sign' && signs.includes(text));
}

/** One of some words, in lower case and with spaces between. */
export function word(...words: readonly string[]): Element {
  const all = new Set(words.flatMap((several) => several.split(' ')));
  return token(({ lower }) => all.has(lower));
}

export const ANY: Element = token(() => true);
/** A token whose text has a form. */
export function like(form: RegExp): Element {
  return token(({ text }) => form.test(text));
}

export const WORD: Element = token(({ kind }) => kind === 'word');
export const NUMBER: Element = token(({ kind }) => kind === 'number');
export const WORD_OR_NUMBER: Element = token(({ kind }) => kind === 'word' || kind === 'number');
/** A word in Latin letters. */
export const LATIN: Element = token(({ kind, isLatin }) => kind === 'word' && isLatin);
export const SPACE: Element = token(({ kind }) => kind === 'space');
export const LINE: Element = token(({ kind }) => kind === 'line');
/** The beginning or the end of the line, of the text, or a part that is removed already. */
export const EDGE: Element = token(({ kind }) => kind === 'line' || kind === 'edge' || kind === 'mark');

/** A token of this line. */
export const OF_LINE: Element = token(({ kind }) => kind !== 'line' && kind !== 'edge' && kind !== 'mark');

/** A row, or nothing. */
export function maybe(...row: Row): Element {
  return (view, at, taken) => through(view, row, at, taken) ?? at;
}

/** The first of some rows that matches. */
export function either(...rows: readonly Row[]): Element {
  return (view, at, taken) => {
    for (const row of rows) {
      const end = through(view, row, at, taken);
      if (end !== undefined) return end;
    }
    return undefined;
  };
}

/** A row as often as it matches, at most `most` times. */
export function upTo(most: number, ...row: Row): Element {
  return (view, from, taken) => {
    let at = from;
    for (let count = 0; count < most; count += 1) {
      const next = through(view, row, at, taken);
      if (next === undefined || next === at) break;
      at = next;
    }
    return at;
  };
}

/** Skips at most `most` matches of another element up to the first place where a row matches. */
export function past(most: number, other: Element, ...row: Row): Element {
  return (view, from, taken) => {
    let at = from;
    for (let count = 0; count <= most; count += 1) {
      const end = through(view, row, at, taken);
      if (end !== undefined) return end;
      const next = other(view, at, taken);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  };
}

/** Matches no token, where a row does not match. */
export function not(...row: Row): Element {
  return (view, at) => (through(view, row, at, []) === undefined ? at : undefined);
}

/** Matches no token, where a row matches. */
export function ahead(...row: Row): Element {
  return not(not(...row));
}

/** Matches no token, where a row matches backwards from here: its first element is the token right before. */
export function behind(...row: Row): Element {
  return (view, at) => (through(backwards(view.window, view.place(at)), row, 0, []) === undefined ? undefined : at);
}

/** A row that is written in place of a sign. The row takes the sign, at the tokens that stand for it. */
export function standsFor(text: string, ...row: Row): Element {
  return (view, at, taken) => {
    const end = through(view, row, at, []);
    if (end === undefined) return undefined;
    const [one, other] = [view.place(at), view.place(end - 1)];
    taken.push({ from: Math.min(one, other), to: Math.max(one, other), text, isQuoted: false, isLast: false });
    return end;
  };
}

/** Some words with single spaces, or another sign, between, as one value that passes a test. The row takes it. */
export function words(
  fewest: number,
  most: number,
  one: Element,
  between: Element = SPACE,
  test = (_text: string) => true,
): Element {
  return (view, from, taken) => {
    let [at, count] = [from, 0];
    for (let next: number | undefined = from; next !== undefined && count < most; count += 1) {
      const end = one(view, next, taken);
      if (end === undefined) break;
      at = end;
      next = either([SPACE], [between])(view, at, taken);
    }
    return count < fewest ? undefined : take(view.window, from, at - 1, test, taken);
  };
}

/** Matches no token, where a word of a topic stands within `reach` tokens on either side. */
export function near(topic: Topic, reach: number): Element {
  return ({ window }, at) => {
    const [before, next] = [window.before(topic, at), window.behind(topic, at - 1)];
    const isNear = (before !== undefined && before >= at - reach) || (next !== undefined && next <= at + reach);
    return isNear ? at : undefined;
  };
}

/** A value that passes a test: what stands up to the next space or quote. The row takes it. */
export function value(test: (value: Value) => boolean): Element {
  return (view, at, taken) => {
    const found = valueAt(view.window, at);
    if (found === undefined || !test(found)) return undefined;
    taken.push(found);
    return found.to + 1;
  };
}

/** Everything that a row matches, as one value that passes a test. The row takes it. */
export function span(test: (text: string) => boolean, ...row: Row): Element {
  return (view, from, taken) => {
    const end = through(view, row, from, taken);
    return end === undefined ? undefined : take(view.window, from, end - 1, test, taken);
  };
}

/** Latin letters, digits and some signs, as far as they go, as a value that passes a test; a stop or a dash ends no value. The row takes it. */
export function run(signs: string, test: (text: string) => boolean): Element {
  return ({ window }, from, taken) => {
    const belongs = (at: number) => {
      const { kind, isLatin } = window.at(at);
      return (kind === 'word' && isLatin) || kind === 'number' || window.is(at, signs);
    };
    let end = from;
    while (end <= REACH && belongs(end)) end += 1;
    if (end > REACH) end = window.endOfChunk(REACH) + 1;
    else while (end > from && window.is(end - 1, '.-')) end -= 1;
    return end === from ? undefined : take(window, from, end - 1, test, taken);
  };
}

function take(window: Window, from: number, to: number, test: (text: string) => boolean, taken: Value[]) {
  const text = window.text(from, to).slice(0, MAX_JUDGED);
  if (!test(text)) return undefined;
  taken.push({ from, to, text, isQuoted: false, isLast: false });
  return to + 1;
}
