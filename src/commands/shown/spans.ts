import { Lexer, type Token } from 'marked';
import { MAY_SHOW_NOTHING } from '../../model/text/unseen.ts';

/** The ways in which a part of a text can stand out. */
export type Style = 'bold' | 'italic' | 'code' | 'faint';

/** A part of a line, and how it stands out. */
export interface Span {
  readonly text: string;
  readonly style?: Style;
}

/** The reader of marks takes the square of the length for some texts, and none of ours is so long. */
const MAX_LEXED = 1000;

/** Emphasis of emphasis nests as deep as this, at most. */
const MAX_DEPTH = 4;

/** What a terminal may act on, or what changes the order of what is seen. Joiners of letters and emoji stay. */
const ACTED_ON = new RegExp(String.raw`[${MAY_SHOW_NOTHING}--[\u200C\u200D]]|[\u2028\u2029]`, 'gv');

/** Returns a text that a terminal can do nothing with but show it. It has no line ends either. */
export function harmless(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(ACTED_ON, '\uFFFD');
}

/** Returns a line of Markdown as the parts that are shown: marks are gone, addresses and tags stay as they are. */
export function spansOf(line: string): Span[] {
  const text = harmless(line);
  if (text.length > MAX_LEXED) return [{ text }];
  try {
    return spansOfTokens(Lexer.lexInline(text));
  } catch {
    // It may nest deeper than the stack is.
    return [{ text }];
  }
}

/** The same of what is read already. */
export function spansOfTokens(tokens: readonly Token[], style?: Style, depth = 0): Span[] {
  return tokens.flatMap((token): Span[] => {
    switch (token.type) {
      case 'strong':
        return within(token, 'bold', depth);
      case 'em':
        return within(token, style ?? 'italic', depth);
      case 'codespan':
        return [{ text: textIn(token), style: 'code' }];
      case 'escape':
        return [styled(textIn(token), style)];
      case 'text':
        return [styled(token.raw, style)];
      default:
        return [styled(token.raw.replaceAll('\n', ' '), style)];
    }
  });
}

function within(token: Token, style: Style, depth: number): Span[] {
  const inner = 'tokens' in token && depth < MAX_DEPTH ? token.tokens : undefined;
  return inner === undefined ? [styled(token.raw, style)] : spansOfTokens(inner, style, depth + 1);
}

function textIn(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

function styled(text: string, style: Style | undefined): Span {
  return style === undefined ? { text } : { text, style };
}
