import { createHash } from 'node:crypto';

/** A page that shows the desk in a browser, as it is sent. */
interface Sent {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers with the page that shows the desk in a browser. It is the same for everybody and holds nothing of a desk, nor any secret: so it
 * needs no token, which a browser could not send for an address that somebody typed. What it shows it asks for at `/mcp`, with the
 * token that a person types into it. It is read by the first who asks for it.
 * @param read reads its text; rejects where the files of the program were replaced
 */
export function deskPage(read: () => Promise<string>): (request: Request) => Promise<Response> {
  let sent: Sent | undefined;
  return async ({ headers: asked }) => {
    const { text, headers } = (sent ??= sentOf(await read()));
    const isKnown = (asked.get('if-none-match') ?? '').split(',').some((tag) => sameTag(tag, headers['etag']));
    return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
  };
}

function sentOf(text: string): Sent {
  return {
    text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // It may be kept, and is asked for anew each time: a server that was updated has another one.
      'cache-control': 'no-cache',
      etag: `"${digest(text)}"`,
      'content-security-policy': policyOf(text),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    },
  };
}

/** Lets the page run what stands in it and nothing else, ask this server and nobody else, and be in no other page's frame. */
function policyOf(text: string): string {
  const hashesOf = (element: string) =>
    [...text.matchAll(new RegExp(`<${element}[^>]*>([^]*?)</${element}>`, 'g'))]
      .map(([, inline = '']) => `'sha256-${digest(inline)}'`)
      .join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashesOf('script')}`,
    `style-src ${hashesOf('style')}`,
    // Charts are images of their own.
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Weak comparison (RFC 9110, section 8.8.3.2): a proxy that compresses marks a tag as weak. */
function sameTag(asked: string, tag: string | undefined): boolean {
  const own = asked.trim().replace(/^W\//, '');
  return own === '*' || own === tag;
}
