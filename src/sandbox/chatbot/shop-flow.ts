import { Flow } from './flow.ts';

const ORDER = 'Where is my order?';
const DELIVERY = 'How long does delivery take?';
const LOGGED_IN = 'I have logged in';
const DONE = 'That is all';

/**
 * The flow of the sandbox's bot, in the widget of a shop: who is logged in is identified by the shop's own function,
 * whose backend hands the customer's data to the webhook; others are helped as guests.
 */
export const SHOP_FLOW: Flow = Flow.parse({
  start: 'hello',
  nodes: {
    hello: { type: 'message', text: 'Hello! I am the assistant of this shop.', next: 'known?' },
    'known?': {
      type: 'run_script',
      script: `async () => {
  const answer = await fetch(location.origin + '/customer');
  if (answer.status >= 500) throw new Error('the shop could not answer');
  return { type: 'set_variables', variables: { logged_in: answer.ok } };
}`,
      next: 'logged in?',
      on_error: 'as a guest',
    },
    'logged in?': {
      type: 'condition',
      variable: 'logged_in',
      equals: true,
      then: 'identify',
      otherwise: 'please log in',
    },
    'please log in': {
      type: 'question',
      text: 'Log in on this page, then tell me.',
      variable: 'login_answer',
      choices: [LOGGED_IN, 'Go on without'],
      next: 'says logged in?',
    },
    'says logged in?': {
      type: 'condition',
      variable: 'login_answer',
      equals: LOGGED_IN,
      then: 'known?',
      otherwise: 'as a guest',
    },
    identify: {
      type: 'run_script',
      script: `async ({ session_id, chatbot_id }) => ({
  type: 'run_script',
  script: 'shop.identify({ session_id, chatbot_id })',
})`,
      next: 'wait for the customer',
      on_error: 'not identified',
    },
    'wait for the customer': {
      type: 'wait_for_webhook',
      endpoint: 'customer-data',
      text: 'One moment, I am asking the shop who you are.',
    },
    'not identified': {
      type: 'message',
      text: 'I could not tell the shop who you are, so I cannot see your orders.',
      next: 'as a guest',
    },

    greeting: {
      type: 'message',
      text: 'Welcome back, {{customer.name}}. You are a {{customer.plan}} customer.',
      next: 'menu',
    },
    menu: {
      type: 'question',
      text: 'What can I do for you?',
      variable: 'wish',
      choices: [ORDER, DONE],
      next: 'wants an order?',
    },
    'wants an order?': {
      type: 'condition',
      variable: 'wish',
      equals: ORDER,
      then: 'wait for the order',
      otherwise: 'goodbye',
    },
    'wait for the order': {
      type: 'wait_for_webhook',
      endpoint: 'order-status',
      text: 'One moment, somebody is looking it up.',
    },
    'order status': {
      type: 'message',
      text: 'Order {{order_status.number}}: {{order_status.state}}.',
      next: 'menu',
    },

    'as a guest': {
      type: 'question',
      text: 'What can I do for you?',
      variable: 'wish',
      choices: [DELIVERY, LOGGED_IN, DONE],
      next: 'guest wants delivery?',
    },
    'guest wants delivery?': {
      type: 'condition',
      variable: 'wish',
      equals: DELIVERY,
      then: 'delivery',
      otherwise: 'guest logged in?',
    },
    delivery: { type: 'message', text: 'Two to four working days.', next: 'as a guest' },
    'guest logged in?': {
      type: 'condition',
      variable: 'wish',
      equals: LOGGED_IN,
      then: 'known?',
      otherwise: 'goodbye',
    },
    goodbye: { type: 'end', text: 'Thank you for your visit. Goodbye!' },
  },
});

/** Where the flow goes on when one of the bot's endpoints receives data. */
export const SHOP_ENDPOINTS = [
  { name: 'customer-data', attribute: 'customer', node: 'greeting' },
  { name: 'order-status', attribute: 'order_status', node: 'order status' },
] as const;
