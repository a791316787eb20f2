import { Lexer, Marked, type Token, type Tokens } from 'marked';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** The address that relative ones lead to, as in a host. */
const BASE = 'https://host.example/';

/**
 * Returns what renderers of Markdown (with GitHub's additions) and of HTML would load or run of a document by themselves, or
 * offer under a scheme other than http and https; none is wanted.
 */
export function dangersIn(document: string): string[] {
  const found: string[] = [];
  const tokens = new Lexer({ gfm: true }).lex(document);
  for (const [name, { href }] of Object.entries(tokens.links)) {
    if (!isWeb(href)) found.push(`definition ${name} ${href}`);
  }
  void new Marked().walkTokens(tokens, (token: Token | Tokens.Generic): void => {
    if (token.type === 'image' || token.type === 'html') found.push(`${token.type} ${token.raw}`);
    const href: unknown = 'href' in token ? token.href : undefined;
    if (token.type === 'link' && typeof href === 'string' && !isWeb(href) && !isPlainEmail(token.raw, href)) {
      found.push(`link ${href}`);
    }
  });
  for (const node of parseFragment(document).childNodes) {
    if (node.nodeName !== '#text') found.push(`node ${node.nodeName}`);
  }
  const rendered = new Marked({ gfm: true }).parse(document, { async: false });
  for (const element of elementsOf(parseFragment(rendered))) {
    if (/^(?:img|svg|script|iframe|style|link|meta|object|embed|form|video|audio|base)$/.test(element.tagName)) {
      found.push(`element ${element.tagName}`);
    }
  }
  return found;
}

function isWeb(href: string): boolean {
  const url = URL.parse(href, BASE);
  return url === null || url.protocol === 'http:' || url.protocol === 'https:';
}

/** An email address in plain text becomes a link without anybody having written one. */
function isPlainEmail(raw: string, href: string): boolean {
  return href.startsWith('mailto:') && (href === raw || href === `mailto:${raw}`);
}

function elementsOf(parent: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return parent.childNodes.flatMap((node) => ('tagName' in node ? [node, ...elementsOf(node)] : []));
}
