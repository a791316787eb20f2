import { html } from 'hono/html';
import type { Customer } from './customers.ts';
import type { Markup } from './page.ts';
import { PRODUCTS } from './products.ts';

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
