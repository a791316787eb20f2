import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { onlyLoopback } from '../loopback.ts';
import { webhookAddress } from './webhook.ts';
import type { Bot, Shop } from '../world/world-records.ts';
import { fieldsOf } from '../flow/flow.ts';

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

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // With `no-referrer`, a browser would not say where the form was sent from.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** The settings of the bots' webhooks (specification, 4.5 and 5): link, token and endpoints, and a new token. */
export function settingsRoutes(world: Shop, refreshToken: (botId: string) => string): Hono {
  const routes = new Hono({ strict: false });
  routes.use('/settings/*', onlyLoopback);
  routes.get('/settings', (context) => {
    const { origin } = new URL(context.req.url);
    return context.html(page(world.bots, origin), 200, HEADERS);
  });
  routes.post('/settings/:botId/refresh-token', (context) => {
    const { botId } = context.req.param();
    if (!isFromOwnPage(context.req.raw)) return context.text('Press the button on the settings page', 403);
    if (!world.bots.some((bot) => bot.botId === botId)) return context.text('No such chatbot', 404);
    refreshToken(botId);
    return context.redirect('/settings/', 303);
  });
  return routes;
}

/** Whether a browser says that the page which sends this is the service's own. */
function isFromOwnPage({ url, headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site === null ? headers.get('Origin') === new URL(url).origin : site === 'same-origin';
}

function page(bots: readonly Bot[], origin: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Webhook settings</title>
        ${STYLE_ELEMENT}
        <script type="module" src="/widget/settings.js"></script>
      </head>
      <body>
        <main>
          <h1>Webhook settings</h1>
          <p class="lead">How a site's server hands data to a running chat of its bot.</p>
          ${bots.map((bot) => botSection(bot, origin))}
        </main>
      </body>
    </html>`;
}

function botSection(bot: Bot, origin: string) {
  const { botId, name, token, endpoints, flow } = bot;
  return html`<section>
    <h2>${name}</h2>
    <dl>
      <dt>Bot id</dt>
      <dd><code>${botId}</code></dd>
      <dt>Webhook link</dt>
      <dd>${copied('Webhook link', `link-${botId}`, webhookAddress(origin, bot))}</dd>
      <dt>Token</dt>
      <dd>${copied('Token', `token-${botId}`, token)}</dd>
    </dl>
    <form method="post" action="/settings/${encodeURIComponent(botId)}/refresh-token">
      <button type="submit">Refresh the token</button>
      <span>The old one is invalid at once.</span>
    </form>
    <h3>Endpoints</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Endpoints of ${name}">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Fields used</th>
            <th scope="col">Stored in the attribute</th>
            <th scope="col">Goes on at the node</th>
          </tr>
        </thead>
        <tbody>
          ${endpoints.map(
            (endpoint) =>
              html`<tr>
                <td><code>${endpoint.name}</code></td>
                <td>${fieldsOf(flow, endpoint.attribute).join(', ') || 'none'}</td>
                <td><code>${endpoint.attribute}</code></td>
                <td>${endpoint.node}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** A value with a button that copies it. It may be long: it breaks behind a slash, if it has to. */
function copied(what: string, id: string, value: string) {
  const parts = value.split(/(?<=[^/]\/)(?!\/)/);
  return html`<span class="copied">
    <code id="${id}">${parts.map((part) => html`${part}<wbr />`)}</code>
    <button type="button" data-copies="${id}" aria-label="Copy: ${what}" hidden>Copy</button>
    <span role="status"></span>
  </span>`;
}
