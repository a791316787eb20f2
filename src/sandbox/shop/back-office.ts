import { html } from 'hono/html';
import type { Conversation } from './conversations.ts';
import type { Order } from './customers.ts';
import type { Markup } from './shop-pages.ts';

/** The page of the shop's staff: who is in a conversation, and what to tell an assistant about each of their orders. */
export function backOffice(conversations: readonly Conversation[], botName: string): Markup {
  return html`<section class="hero">
      <h1>Back office</h1>
      <p>
        Customers who are in a chat, and a sentence for your AI assistant about each of their orders. This page has no
        password, because the shop is an example that runs on this machine only. A real one has.
      </p>
      <p><a class="button" href="/back-office">Look again</a></p>
    </section>
    ${
      conversations.length === 0
        ? html`<section class="empty">
            <h2>Nobody is in a chat yet</h2>
            <p>
              A customer appears here once they are logged in and the chat has asked the shop who they are: log in as
              one of them, open the chat, and look again.
            </p>
          </section>`
        : conversations.map((conversation) => conversationCard(conversation, botName))
    }`;
}

function conversationCard({ customer, sessionId, chatbotId, since, handOver }: Conversation, botName: string): Markup {
  const began = new Date(since).toISOString();
  return html`<section class="conversation" aria-label="${customer.name}">
    <h2>${customer.name} <small>${customer.plan}, ${customer.customerNumber}</small></h2>
    <dl>
      <dt>In the chat since</dt>
      <dd><time datetime="${began}">${began.slice(11, 16)} UTC</time></dd>
      <dt>Session</dt>
      <dd><code>${sessionId}</code></dd>
      <dt>Chatbot</dt>
      <dd><code>${chatbotId}</code></dd>
      <dt>Customer’s data</dt>
      <dd class="${handOver.outcome === 'taken' ? 'good' : 'doubtful'}">${handOverWords(handOver)}</dd>
    </dl>
    ${whyNoSentence(handOver)}
    ${customer.orders.map((order) =>
      orderCard(order, handOver.outcome === 'taken' ? sentenceBlock(order, sessionId, botName) : ''),
    )}
  </section>`;
}

function handOverWords(handOver: Conversation['handOver']): string {
  switch (handOver.outcome) {
    case 'taken':
      return 'handed to the chatbot';
    case 'refused':
      return `not handed over: the webhook refused it (${handOver.status})`;
    case 'unknown':
      return 'may have been handed over: the webhook gave no clear answer';
    case 'under way':
      return 'being handed over';
  }
}

/** Only a session that took the customer is known to be one: the browser says which it is. */
function whyNoSentence({ outcome }: Conversation['handOver']): Markup | string {
  switch (outcome) {
    case 'taken':
      return '';
    case 'refused':
      return html`<p>No sentence for an assistant: the chat did not take the customer.</p>`;
    case 'unknown':
      return html`<p>No sentence for an assistant: nobody can say whether the chat took the customer.</p>`;
    case 'under way':
      return html`<p>No sentence for an assistant yet: look again in a moment.</p>`;
  }
}

function orderCard({ number, product, state, expected }: Order, toSay: Markup | string): Markup {
  return html`<div class="order">
    <h3>Order ${number}: ${product}</h3>
    <p>${expected === undefined ? state : `${state}, expected ${expected}`}</p>
    ${toSay}
  </div>`;
}

function sentenceBlock(order: Order, sessionId: string, botName: string): Markup {
  const id = `sentence-${order.number}-${sessionId}`;
  return html`<div class="sentence">
    <code id="${id}">${sentence(order, sessionId, botName)}</code>
    <button class="button" type="button" data-copies="${id}" aria-describedby="${id}">Copy</button>
  </div>`;
}

/** The words for an assistant so that the visitor learns the state of an order. */
function sentence({ number, state, expected }: Order, sessionId: string, botName: string): string {
  return `Use send_chatbot_webhook: bot ${JSON.stringify(botName)}, endpoint "order-status", session_id ${JSON.stringify(sessionId)}, data ${JSON.stringify({ number, state, expected })}`;
}
