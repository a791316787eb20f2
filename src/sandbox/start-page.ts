import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { type Dialect, DIMENSIONS } from './dialects.ts';
import { onlyLoopback } from './loopback.ts';
import { type Markup, PLAIN_PAGE_HEADERS, plainPage } from './plain-page.ts';
import { ENDPOINTS } from './rest/endpoints.ts';
import type { Login, Shop } from './world/world-records.ts';

/** What whoever started the sandbox knows, and the service does not. */
export interface Surroundings {
  /** The faults in force, as they were asked for. */
  readonly faults: readonly string[];
  /** The address of the site that embeds the chat, where one runs. */
  readonly shopUrl?: string;
  /** A command line that asks this sandbox a question, once its settings are in a file. */
  readonly question: string;
}

/** What the page tells, beside the address at which it is asked for. */
export interface StartPageOptions {
  readonly world: Shop;
  readonly dialect: Dialect;
  readonly requestsPerMinute: number;
  readonly surroundings: (() => Surroundings) | undefined;
}

/** Whether a browser asks for the page: programs that ask for the address alone get the service's own answer. */
export function asksForStartPage({ method, headers, url }: Request): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    new URL(url).pathname === '/' &&
    /\btext\/html\b/.test(headers.get('Accept') ?? '')
  );
}

/** The page at `/`, for browsers: what this is, what its parts are, and how to connect to it. */
export function startPageRoutes(options: StartPageOptions): Hono {
  const routes = new Hono();
  const loopback: MiddlewareHandler = async (context, next) =>
    asksForStartPage(context.req.raw) ? onlyLoopback(context, next) : next();
  routes.use('/', loopback);
  routes.get('/', async (context, next) => {
    if (!asksForStartPage(context.req.raw)) return next();
    return context.html(startPage(options, new URL(context.req.url)), 200, PLAIN_PAGE_HEADERS);
  });
  return routes;
}

function startPage(options: StartPageOptions, { origin, protocol }: URL): Markup {
  return plainPage({
    title: 'A support desk to try things on',
    lead: 'This sandbox stands in for a live-chat service. Its people, chats and messages are made up, and it runs on this machine only.',
    sections: [
      partsSection(options),
      connectSection(options),
      apiSection(options, origin, protocol === 'https:'),
      loginsSection(options.world),
      waysSection(options),
    ],
  });
}

function partsSection({ world, surroundings }: StartPageOptions): Markup {
  const shopUrl = surroundings?.().shopUrl;
  return html`<section>
    <h2>Its parts</h2>
    <ul>
      ${
        shopUrl === undefined
          ? ''
          : html`<li>
                <a href="${shopUrl}">The shop</a>: a site with a chat at the bottom right, where a chatbot answers.
              </li>
              <li>
                <a href="${shopUrl}/back-office">Its back office</a>: who is in a chat, and what to tell an assistant
                about their orders.
              </li>`
      }
      ${
        world.bots.length === 0
          ? ''
          : html`<li><a href="/widget/">The chat alone</a>, on a page with nothing else.</li>
              <li><a href="/settings/">Webhook settings</a>: the chatbot’s link, token and endpoints.</li>`
      }
      <li><a href="#api">The REST API</a>, which the assistant’s server reads.</li>
    </ul>
  </section>`;
}

function connectSection({ surroundings }: StartPageOptions): Markup {
  const question = surroundings?.().question;
  return html`<section>
    <h2>Connect to it</h2>
    <p>
      The command that started this sandbox printed its settings on standard output. Keep them in a file, such as
      <code>sandbox.json</code>. Any command of chat-operations-mcp takes them with <code>--config sandbox.json</code>.
    </p>
    ${
      question === undefined
        ? ''
        : html`<p>A first question, from another terminal:</p>
            <pre><code>${question}</code></pre>`
    }
    <p>
      To connect an assistant, let it start <code>chat-operations-mcp stdio --config sandbox.json</code>, with the full
      path of the file, and give it the variable before the question, which holds the chatbot’s token.
    </p>
  </section>`;
}

function apiSection({ world }: StartPageOptions, origin: string, isTls: boolean): Markup {
  const { email, password } = world.account.superAdmin;
  const flags = isTls ? '--insecure ' : '';
  return html`<section id="api">
    <h2>The REST API</h2>
    <p>It is read with a login of the desk. Lists need that of the Super Admin.</p>
    <pre><code>curl ${flags}--user '${email}:${password}' '${origin}/api/chats/?page_no=1'</code></pre>
    ${isTls ? html`<p><code>--insecure</code>, because no authority signed the certificate.</p>` : ''}
    <ul>
      ${ENDPOINTS.map((path) => html`<li><code>${path.replace(':id', '{id}')}</code></li>`)}
    </ul>
  </section>`;
}

function loginsSection({ account }: Shop): Markup {
  const row = (role: string, { email, password }: Login): Markup =>
    html`<dt>${role}</dt>
      <dd><code>${email}</code><br /><code>${password}</code></dd>`;
  return html`<section>
    <h2>Logins</h2>
    <dl>${row('Super Admin', account.superAdmin)} ${row('Admin', account.admin)} ${row('Agent', account.agent)}</dl>
  </section>`;
}

function waysSection({ dialect, requestsPerMinute, surroundings }: StartPageOptions): Markup {
  const values = Object.entries(dialect);
  const valueOf = (name: string): string => String(values.find(([key]) => key === name)?.[1]);
  const unusual = DIMENSIONS.filter(({ name, usual }) => valueOf(name) !== usual);
  const faults = surroundings?.().faults ?? [];
  return html`<section>
    <h2>How it answers</h2>
    <dl>
      <dt>Limit</dt>
      <dd>${requestsPerMinute} requests a minute for each login</dd>
      <dt>Page</dt>
      <dd>${dialect.page_size} rows</dd>
      <dt>Dialects</dt>
      <dd>
        ${
          unusual.length === 0
            ? 'all as usual'
            : unusual.map(({ name }) => html`<code>${name}=${valueOf(name)}</code><br />`)
        }
      </dd>
      <dt>Faults</dt>
      <dd>${faults.length === 0 ? 'none' : faults.map((fault) => html`<code>${fault}</code><br />`)}</dd>
    </dl>
    <details>
      <summary>Each dialect: what the service’s specification leaves open, and how this sandbox does it</summary>
      <dl>
        ${DIMENSIONS.map(
          ({ name, about }) =>
            html`<dt><code>${name}=${valueOf(name)}</code></dt>
              <dd>${about}</dd>`,
        )}
      </dl>
    </details>
  </section>`;
}
