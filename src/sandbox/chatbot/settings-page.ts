import { Hono } from 'hono';
import { html } from 'hono/html';
import { onlyLoopback } from '../loopback.ts';
import { type Markup, PLAIN_PAGE_HEADERS, plainPage } from '../plain-page.ts';
import { webhookAddress } from './webhook.ts';
import type { Bot, Shop } from '../world/world-records.ts';
import { fieldsOf } from '../flow/flow.ts';

/** The settings of the bots' webhooks (specification, 4.5 and 5): link, token and endpoints, and a new token. */
export function settingsRoutes(world: Shop, refreshToken: (botId: string) => string): Hono {
  const routes = new Hono({ strict: false });
  routes.use('/settings/*', onlyLoopback);
  routes.get('/settings', (context) => {
    const { origin } = new URL(context.req.url);
    const page = plainPage({
      title: 'Webhook settings',
      lead: "How a site's server hands data to a running chat of its bot.",
      sections: world.bots.map((bot) => botSection(bot, origin)),
      script: '/widget/settings.js',
    });
    return context.html(page, 200, PLAIN_PAGE_HEADERS);
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

function botSection(bot: Bot, origin: string): Markup {
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
function copied(what: string, id: string, value: string): Markup {
  const parts = value.split(/(?<=[^/]\/)(?!\/)/);
  return html`<span class="copied">
    <code id="${id}">${parts.map((part) => html`${part}<wbr />`)}</code>
    <button type="button" data-copies="${id}" aria-label="Copy: ${what}" hidden>Copy</button>
    <span role="status"></span>
  </span>`;
}
