import { isSpace, type Token } from './tokens.ts';

const SCHEMES: ReadonlySet<string> = new Set(['bearer', 'basic']);
/** Signs behind which a value may begin. */
const OPENING = '"“”„«»‘’`（「『：，。；！？、';

/**
 * Names the classes of a token, at which rules are asked: its kind or its sign, its roles, `group` for digits, `start` where a
 * value may begin, `first` for the beginning of the text, and words that only mean something in capitals or as a whole.
 */
export function eachClass(tokens: readonly Token[], index: number, see: (name: string) => void): void {
  const token = tokens[index];
  if (token === undefined) return;
  see(token.kind === 'sign' ? token.text : token.kind);
  if (token.roles.size > 0) for (const role of token.roles) see(role);
  if (index === 0) see('first');
  if (token.group >= 0) see('group');
  if (token.kind === 'word') {
    if (token.text === 'BEGIN') see('begin');
    if (SCHEMES.has(token.lower)) see('scheme');
  }
  if (beginsValue(tokens[index - 1], token)) see('start');
}

/** Whether a value may begin at a token: behind a space, a quote, a parenthesis, a word of a script without spaces. */
function beginsValue(previous: Token | undefined, token: Token): boolean {
  if (isSpace(token) || token.kind === 'mark') return false;
  if (previous === undefined || isSpace(previous) || previous.kind === 'mark') return true;
  if (previous.kind === 'sign') return OPENING.includes(previous.text);
  return previous.kind === 'word' && !previous.isLatin && (token.isLatin || token.kind === 'number');
}
