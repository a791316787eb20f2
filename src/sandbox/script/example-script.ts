import type { Script } from './script.ts';

/** The script of the sandbox's bot, in a site whose own function has the site's backend hand over who the visitor is. */
export const EXAMPLE_SCRIPT: Script = {
  start: [
    {
      run_script: `async () => ({
  type: 'set_variables',
  variables: { is_morning: new Date().getHours() < 12 },
})`,
      on_error: 'hello',
    },
    { go: 'good morning', when: { variable: 'is_morning', equals: true } },
    { go: 'hello' },
  ],
  'good morning': [{ say: 'Good morning! I am the assistant of this site.' }, { go: 'who' }],
  hello: [{ say: 'Hello! I am the assistant of this site.' }, { go: 'who' }],
  who: [{ choose: 'Shall I look up your account?', choices: { 'Yes, please': 'identify', 'No, thank you': 'guest' } }],

  identify: [
    {
      run_script: `async ({ session_id, chatbot_id }) => ({
  type: 'run_script',
  script: 'site.handOver({ session_id, chatbot_id })',
})`,
      on_error: 'not known',
    },
    { wait: 'One moment, I am asking the site who you are.', choices: { 'Go on without': 'guest' } },
  ],
  'not known': [{ say: 'I could not learn who you are, so I cannot see your orders.' }, { go: 'guest' }],
  greeting: [{ say: 'Welcome back, {{customer.name}}. You are a {{customer.plan}} customer.' }, { go: 'menu' }],
  menu: [{ choose: 'What can I do for you?', choices: { 'Where is my order?': 'look up', 'That is all': 'goodbye' } }],
  'look up': [{ wait: 'One moment, somebody is looking it up.', choices: { 'Never mind': 'menu' } }],
  'order status': [{ say: 'Order {{order_status.number}}: {{order_status.state}}.' }, { go: 'menu' }],

  guest: [
    { ask: 'What would you like to know?', as: 'question' },
    { say: 'Thank you, I have noted it: “{{question}}”' },
    {
      choose: 'Is there anything else?',
      choices: { 'Another question': 'guest', 'Look up my account': 'identify', 'That is all': 'goodbye' },
    },
  ],
  goodbye: [{ say: 'Thank you for your visit. Goodbye!' }],
};

/** The bot's endpoints, with the node where a chat goes on when one receives data. */
export const EXAMPLE_ENDPOINTS = [
  { name: 'customer-data', attribute: 'customer', node: 'greeting' },
  { name: 'order-status', attribute: 'order_status', node: 'order status' },
] as const;
