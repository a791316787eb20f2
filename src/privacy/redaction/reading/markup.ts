import type { Steps } from '../../../model/slices.ts';
import { each, isSpace, type Token } from './tokens.ts';

/** Elements that part words; the others stand within a line, and a reader does not see them. */
const PARTING = /^(?:br|p|div|li|ul|ol|td|th|tr|table|hr|h|blockquote|pre)$/;
const MARKS = new Set(['<', '\\', '*', '`', '_', '~']);
const MAX_TAG = 40;

/** Tokens without the marks of Markdown and HTML that nobody sees once rendered, and the indexes that they had before. */
export interface Rendered {
  readonly tokens: Token[];
  readonly indexes: readonly number[];
}

/** Leaves out short tags, backslashes of escapes, and emphasis around words; undefined where there are none. */
export function* rendered(tokens: readonly Token[]): Steps<Rendered | undefined> {
  if (!tokens.some(isMark)) return undefined;
  const kept: Token[] = [];
  const indexes: number[] = [];
  let end = -1;
  yield* each(tokens, (token, index) => {
    if (index <= end) return;
    end = (isMark(token) ? endOfMark(tokens, index, token.text) : undefined) ?? -1;
    if (end >= index) return;
    kept.push({ ...token, first: kept.length - (index - token.first) });
    indexes.push(index);
  });
  return kept.length === tokens.length ? undefined : { tokens: kept, indexes };
}

function isMark({ kind, text }: Token): boolean {
  return kind === 'sign' && MARKS.has(text);
}

/** The last token of a mark that begins at a token; undefined where none does. */
function endOfMark(tokens: readonly Token[], index: number, sign: string): number | undefined {
  if (sign === '<') return endOfTag(tokens, index);
  const [before, behind] = [tokens[index - 1], tokens[index + 1]];
  if (sign === '\\') return behind?.kind === 'sign' ? index : undefined;
  if (sign === '_') return isOfWord(before) && isOfWord(behind) ? undefined : index;
  return index;
}

function isOfWord(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'number';
}

function endOfTag(tokens: readonly Token[], index: number): number | undefined {
  const isClosing = tokens[index + 1]?.text === '/';
  const name = tokens[index + (isClosing ? 2 : 1)];
  if (name?.kind !== 'word' || name.text.length > 12 || PARTING.test(name.lower)) return undefined;
  const next = tokens[index + (isClosing ? 3 : 2)];
  if (next === undefined || !(isSpace(next) || next.text === '>' || next.text === '/' || next.kind === 'number'))
    return undefined;
  for (let at = index + 2; at < index + MAX_TAG; at += 1) {
    const text = tokens[at]?.text;
    if (text === '>') return at;
    if (text === '<' || text === undefined || tokens[at]?.kind === 'mark') return undefined;
  }
  return undefined;
}
