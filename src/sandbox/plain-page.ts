import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** A piece of HTML in which all values are escaped. */
export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d7dbe2, #3a404c); --soft: light-dark(#5a6372, #a7afbd); --accent: light-dark(#1d4ed8, #8fb2ff); }
* { box-sizing: border-box; }
body { margin: 0; padding: 2.5rem 1.25rem 4rem; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#f4f6f9, #14171d); color: light-dark(#171b22, #edf0f5); }
main { max-width: 46rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 1rem; font-size: 1.2rem; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1rem; }
.lead { margin: .25rem 0 2rem; color: var(--soft); }
section { padding: 1.5rem; margin-top: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: light-dark(#fff, #1c2029); }
a { color: var(--accent); }
ul { margin: 0; padding-inline-start: 1.25rem; }
li { margin: .35rem 0; }
section p { margin: 0 0 .75rem; }
section > :last-child { margin-bottom: 0; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; }
summary { padding: .6rem 0; cursor: pointer; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .6rem 1.5rem; align-items: baseline; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
[hidden] { display: none; }
.copied { display: flex; gap: .25rem 1rem; align-items: center; }
.copied code { min-width: 0; }
.copied button { flex: none; }
td code { white-space: nowrap; overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; text-align: start; }
th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { font-weight: 600; font-size: .875rem; color: var(--soft); }
tr:last-child td { border-bottom: 0; }
form { margin-top: 1.25rem; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
button { min-height: 2.75rem; padding: 0 1.1rem; border: 1px solid var(--accent); border-radius: .5rem; background: transparent; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form span, .copied [role] { color: var(--soft); font-size: .875rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } .copied { flex-wrap: wrap; } .copied code { flex: 1 0 100%; } dd { margin-bottom: .75rem; } section { padding: 1.1rem; } }
`;

/** In one piece: its hash is that of every character between the tags. */
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

/** The headers of a plain page: it loads nothing but the service's own scripts, and no other page frames it. */
export const PLAIN_PAGE_HEADERS = {
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // With `no-referrer`, a browser would not say where a form was sent from.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** What stands on a plain page. */
export interface PlainPage {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Markup[];
  /** The path of a script of the service's own. */
  readonly script?: string;
}

/** A page for a person who looks at the sandbox with a browser: readable at 320 pixels, light or dark as the reader has it. */
export function plainPage({ title, lead, sections, script }: PlainPage): Markup {
  // An icon of no bytes: a browser would ask for one otherwise, which would count as a request to the service.
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT} ${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          ${sections}
        </main>
      </body>
    </html>`;
}
