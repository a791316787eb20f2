import type { Flow } from '../../../src/sandbox/flow/flow.ts';

/** A flow that has one node of each type, and is gone through in a few steps. */
export const EVERY_NODE: Flow = {
  start: 'hello',
  nodes: {
    hello: { type: 'message', text: 'Hello.', next: 'script' },
    script: { type: 'run_script', script: 'async () => ({})', next: 'gold?', on_error: 'name' },
    'gold?': { type: 'condition', variable: 'customer.plan', equals: 'gold', then: 'thanks', otherwise: 'name' },
    thanks: { type: 'message', text: 'Thank you for {{ customer.plan }}.', next: 'name' },
    name: { type: 'question', text: 'Who are you?', variable: 'name', next: 'colour' },
    colour: { type: 'question', text: 'Colour, {{name}}?', variable: 'colour', choices: ['red', 'blue'], next: 'wait' },
    wait: { type: 'wait_for_webhook', endpoint: 'order-status', text: 'A moment, {{name}}.' },
    order: { type: 'message', text: 'Order {{order_status.number}}.', next: 'bye' },
    bye: { type: 'end', text: 'Goodbye, {{name}}.' },
  },
};

/** A flow that only asks, again and again. */
export const ASKING: Flow = {
  start: 'ask',
  nodes: { ask: { type: 'question', text: 'And?', variable: 'answer', next: 'ask' } },
};
