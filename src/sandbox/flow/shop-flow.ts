import { Flow } from './flow.ts';

const ORDER = 'Where is my order?';
const DELIVERY = 'How long does delivery take?';
const QUESTION = 'I have another question';
const LOGGED_IN = 'I have logged in';
const WITHOUT = 'Go on without';
const DONE = 'That is all';

/**
 * The flow of the sandbox's bot, in the widget of a shop: who is logged in is identified by the shop's own function,
 * whose backend hands the customer's data to the webhook, and which is told when they leave; others are helped as guests.
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
      otherwise: 'said logged in?',
    },
    'said logged in?': {
      type: 'condition',
      variable: 'guest_says',
      equals: LOGGED_IN,
      then: 'not known yet',
      otherwise: 'please log in',
    },
    'please log in': {
      type: 'question',
      text: 'Log in on this page, then tell me. If this chat covers the page, close it for a moment: it goes on afterwards.',
      variable: 'guest_says',
      choices: [LOGGED_IN, WITHOUT],
      next: 'says logged in?',
    },
    'not known yet': {
      type: 'question',
      text: 'The shop does not know you yet: its page shows your name once you are logged in. You can also go on without.',
      variable: 'guest_says',
      choices: [LOGGED_IN, WITHOUT],
      next: 'says logged in?',
    },
    'says logged in?': {
      type: 'condition',
      variable: 'guest_says',
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
      otherwise: { text: WITHOUT, next: 'as a guest' },
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
      otherwise: 'leave',
    },
    'wait for the order': {
      type: 'wait_for_webhook',
      endpoint: 'order-status',
      text: 'One moment, somebody is looking it up.',
      otherwise: { text: 'Never mind', next: 'menu' },
    },
    'order status': {
      type: 'message',
      text: 'Order {{order_status.number}}: {{order_status.state}}.',
      next: 'menu',
    },
    leave: {
      type: 'run_script',
      script: `async () => ({ type: 'run_script', script: 'shop.leave({ session_id, chatbot_id })' })`,
      next: 'goodbye',
      on_error: 'goodbye',
    },

    'as a guest': {
      type: 'question',
      text: 'What can I do for you?',
      variable: 'guest_says',
      choices: [DELIVERY, QUESTION, LOGGED_IN, DONE],
      next: 'guest wants delivery?',
    },
    'guest wants delivery?': {
      type: 'condition',
      variable: 'guest_says',
      equals: DELIVERY,
      then: 'delivery',
      otherwise: 'guest has a question?',
    },
    delivery: { type: 'message', text: 'Two to four working days.', next: 'as a guest' },
    'guest has a question?': {
      type: 'condition',
      variable: 'guest_says',
      equals: QUESTION,
      then: 'type your question',
      otherwise: 'guest logged in?',
    },
    'type your question': {
      type: 'question',
      text: 'Type your question.',
      variable: 'guest_question',
      next: 'question noted',
    },
    'question noted': {
      type: 'message',
      text: 'Thank you, I have noted it: “{{guest_question}}” In a real shop, somebody would answer it.',
      next: 'as a guest',
    },
    'guest logged in?': {
      type: 'condition',
      variable: 'guest_says',
      equals: LOGGED_IN,
      then: 'known?',
      otherwise: 'goodbye',
    },
    goodbye: { type: 'end', text: 'Thank you for your visit. Goodbye!' },
  },
});

/** The bot's endpoints, with the node where the flow goes on when one receives data. */
export const SHOP_ENDPOINTS = [
  { name: 'customer-data', attribute: 'customer', node: 'greeting' },
  { name: 'order-status', attribute: 'order_status', node: 'order status' },
] as const;
