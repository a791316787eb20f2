import { html } from 'hono/html';
import type { Customer } from './customers.ts';
import { PRODUCTS } from './products.ts';

export type Markup = ReturnType<typeof html>;

/** The service whose widget a page of the shop embeds. */
export interface Widget {
  /** Base address of the service. */
  readonly serviceUrl: string;
  readonly chatbotId: string;
  /** The bot's name in the configuration of the assistant's server. */
  readonly botName: string;
}

export const SHOP_NAME = 'Fern & Kettle';

/** A page of the shop: head, header, footer and, where customers are, the chat widget. */
export function page(
  { title, customer, widget }: { title: string; customer: Customer | undefined; widget?: Widget },
  content: Markup,
): Markup {
  return html`<!doctype html>
    <html lang="en" data-customer="${customer?.customerNumber ?? ''}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title} – ${SHOP_NAME}</title>
        <link rel="icon" href="/shop/icon.svg" />
        <link rel="stylesheet" href="/shop/shop.css" />
        <script type="module" src="/shop/shop.js"></script>
        ${
          widget
            ? html`<script
                type="module"
                src="${widget.serviceUrl}/widget/widget.js"
                data-chatbot-id="${widget.chatbotId}"
              ></script>`
            : ''
        }
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header class="top">
          <a class="brand" href="/">${mark}<span>${SHOP_NAME}</span></a>
          <nav aria-label="Shop">
            ${customer ? account(customer) : html`<a class="button" href="/login">Log in</a>`}
          </nav>
        </header>
        <main id="content">${content}</main>
        <footer class="bottom">
          <p>${SHOP_NAME} is an example: nothing here can be bought.</p>
          <p><a href="/back-office">Back office</a></p>
        </footer>
        <div class="toast" id="news" hidden>
          <p role="status"></p>
          <button type="button">Close</button>
        </div>
      </body>
    </html>`;
}

function account({ name }: Customer): Markup {
  return html`<span class="who">${name}</span>
    <form method="post" action="/logout"><button class="button" type="submit">Log out</button></form>`;
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <circle cx="16" cy="16" r="16" fill="#1f4d40" />
  <path
    d="M16 25V9M16 21c-5 0-7-3-7-6 4 0 7 2 7 6Zm0-4c0-4 3-6 7-6 0 4-3 6-7 6Z"
    fill="none"
    stroke="#f6efe2"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`;

/** The shop window. */
export function shopWindow(customer: Customer | undefined): Markup {
  return html`<section class="hero">
      <h1>${customer ? html`Good to see you, ${customer.name}.` : 'Tea, and what belongs around it.'}</h1>
      <p>
        Pots that pour, kettles that sing, and a fern for the windowsill. Questions? The chat is at the bottom right.
      </p>
    </section>
    ${customer ? ordersOf(customer) : ''}
    <h2>What we have today</h2>
    <ul class="products">
      ${PRODUCTS.map(
        ({ name, words, price, ground, drawing }) =>
          html`<li class="product">
            <div class="drawing ${ground}">${drawing}</div>
            <h3>${name}</h3>
            <p>${words}</p>
            <p class="price">${price}</p>
          </li>`,
      )}
    </ul>`;
}

function ordersOf({ orders }: Customer): Markup {
  return html`<section class="orders" aria-labelledby="orders">
    <h2 id="orders">Your orders</h2>
    <ul>
      ${orders.map(({ number, product }) => html`<li><strong>${number}</strong> ${product}</li>`)}
    </ul>
    <p>Where they are, the chat can find out.</p>
  </section>`;
}

/** The login, which shows the logins that there are. */
export function loginPage(customers: readonly Customer[], failedFor: string | undefined): Markup {
  return html`<div class="login">
    <section>
      <h1>Log in</h1>
      ${
        failedFor === undefined
          ? ''
          : html`<p class="wrong" role="alert">Email and password do not fit. The ones that do are on this page.</p>`
      }
      <form method="post" action="/login">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength="200"
          value="${failedFor ?? ''}"
        />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200" />
        <button class="button strong" type="submit">Log in</button>
      </form>
    </section>
    <section class="known" aria-labelledby="known">
      <h2 id="known">To try it</h2>
      <p>These customers are made up, and their passwords are good for nothing else.</p>
      <ul>
        ${customers.map(
          ({ name, plan, email, password }) =>
            html`<li>
              <strong>${name}</strong>, ${plan}<br />
              <code>${email}</code><br />
              <code>${password}</code>
            </li>`,
        )}
      </ul>
    </section>
  </div>`;
}
