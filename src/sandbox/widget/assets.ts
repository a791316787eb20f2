import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Bot } from '../world/world-records.ts';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The files that a browser may ask for, and no others in the folder. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['widget.js', JAVASCRIPT],
  ['conversation.js', JAVASCRIPT],
  ['custom-script.js', JAVASCRIPT],
  ['elements.js', JAVASCRIPT],
  ['footer.js', JAVASCRIPT],
  ['message-log.js', JAVASCRIPT],
  ['panel.js', JAVASCRIPT],
  ['remembered.js', JAVASCRIPT],
  ['session-client.js', JAVASCRIPT],
  ['session-view.js', JAVASCRIPT],
  ['site-function.js', JAVASCRIPT],
  ['settings.js', JAVASCRIPT],
  ['widget.css', 'text/css; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
]);

/** The headers with which any site may embed the widget. */
const EMBEDDABLE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src blob:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The files of the chat widget and of the settings page below `/widget/`, read when they are asked for, and a page with
 * nothing but the widget of the first bot.
 */
export function widgetAssets(bots: readonly Pick<Bot, 'botId' | 'name'>[]): Hono {
  const routes = new Hono({ strict: false });

  routes.get('/widget', async (context) => {
    const [bot] = bots;
    if (!bot) return context.text('There is no bot in this world.', 404);
    return context.html(widgetPage(bot), 200, {
      'Content-Security-Policy': PAGE_POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  });

  routes.get('/widget/:file', async (context, next) => {
    const { file } = context.req.param();
    const type = FILES.get(file);
    if (type === undefined) return next();
    const text = await readFile(new URL(`./browser/${file}`, import.meta.url));
    return context.body(text, 200, { ...EMBEDDABLE, 'Content-Type': type });
  });
  return routes;
}

function widgetPage({ botId, name }: Pick<Bot, 'botId' | 'name'>): ReturnType<typeof html> {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${name}: the chat widget alone</title>
        <link rel="stylesheet" href="/widget/page.css" />
        <script type="module" src="/widget/widget.js" data-chatbot-id="${botId}"></script>
      </head>
      <body>
        <h1>${name}</h1>
        <p>This page holds nothing but the chat widget: its button is at the bottom right.</p>
        <p>No shop is around it, so nobody can log in: in the chat, go on without.</p>
      </body>
    </html>`;
}
