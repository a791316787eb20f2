import { html } from 'hono/html';
import type { Customer } from './customers.ts';

export type Markup = ReturnType<typeof html>;

/** How a page of the shop finds the service whose widget it embeds. */
export interface Widget {
  /** Base address of the service. */
  readonly serviceUrl: string;
  readonly chatbotId: string;
  /** What the configuration of the assistant's server calls this bot. */
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
