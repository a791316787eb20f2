import type { Token } from './tokens.ts';

/** On either side of the words of the first and the last line. */
export const DASHES = 5;
/** The most tokens of such a line, without the dashes in front. */
const MAX_LINE = 16;
/** What a line of a key has beside letters and digits: base 64, and what JSON writes in place of a line end. */
const SIGNS = '-+/=,:.\\';

/**
 * The blocks of private keys (PEM, RFC 7468): the indexes of their last tokens by those of their word `BEGIN`. One without an end
 * goes on to its last line.
 */
export function keyBlocks(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const blocks = new Map<number, number>();
  let begin: number | undefined;
  for (const [index, { text }] of tokens.entries()) {
    if ((text !== 'BEGIN' && text !== 'END') || !textOf(tokens, index - DASHES, index).endsWith('-----')) continue;
    if (text === 'END' && begin !== undefined) {
      blocks.set(begin, endOfLine(tokens, index));
      begin = undefined;
    } else if (text === 'BEGIN' && textOf(tokens, index, index + MAX_LINE).includes('PRIVATE KEY')) begin ??= index;
  }
  if (begin !== undefined) blocks.set(begin, endOfOpenBlock(tokens, begin));
  return blocks;
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(Math.max(from, 0), to)
    .map(({ text }) => text)
    .join('');
}

/** The last of the dashes behind `END`. */
function endOfLine(tokens: readonly Token[], from: number): number {
  const line = tokens.slice(from, from + MAX_LINE);
  const end = line.findIndex(
    ({ text }, at) => (line[at + 1]?.kind ?? 'line') === 'line' || (text === '-' && line[at + 1]?.text !== '-'),
  );
  return from + Math.max(end, 0);
}

/** The last token of a key whose end is missing: of its lines of letters and digits. */
function endOfOpenBlock(tokens: readonly Token[], begin: number): number {
  let end = begin;
  for (let index = begin; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] ?? { kind: 'edge', text: '' };
    if (kind === 'mark' || (kind === 'space' && index > begin + MAX_LINE)) break;
    if (kind === 'sign' && !SIGNS.includes(text)) break;
    if (kind === 'word' || kind === 'number' || kind === 'sign') end = index;
  }
  return end;
}
