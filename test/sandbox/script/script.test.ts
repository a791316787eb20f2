import { describe, expect, test } from 'vitest';
import { EXAMPLE_ENDPOINTS, EXAMPLE_SCRIPT } from '../../../src/sandbox/script/example-script.ts';
import { advance, begin, type ChatEvent, type Script, type State } from '../../../src/sandbox/script/script.ts';

/** Each kind of step, gone through in a few events. */
const EVERY_STEP: Script = {
  start: [
    { say: 'Hello.' },
    { run_script: 'async () => ({})', on_error: 'name' },
    { go: 'thanks', when: { variable: 'customer.plan', equals: 'gold' } },
    { go: 'name' },
  ],
  thanks: [{ say: 'Thank you for {{ customer.plan }}.' }, { go: 'name' }],
  name: [
    { ask: 'Who are you?', as: 'name' },
    { choose: 'Colour, {{name}}?', choices: { red: 'wait', blue: 'wait' } },
  ],
  wait: [{ wait: 'A moment, {{name}}.', choices: { 'Never mind': 'name' } }],
  order: [{ say: 'Order {{order_status.number}}.' }],
};

type Unstepped = ChatEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'step'> : never) : never;
const stepped = (event: Unstepped, step: number): ChatEvent => (event.kind === 'delivery' ? event : { ...event, step });

const answer = (text: string) => ({ kind: 'answer', text }) as const;
const ran = (variables: Record<string, unknown> = {}) => ({ kind: 'script', variables }) as const;
const failed = (why: string) => ({ kind: 'script', failed: why }) as const;
const delivery = (data: unknown, node = 'order') =>
  ({ kind: 'delivery', attribute: 'order_status', data, node }) as const;

/** The state after events, each of which has to be taken. */
function after(script: Script, ...events: readonly Unstepped[]): State {
  return events.reduce((state, event) => {
    const next = advance(script, state, stepped(event, state.step));
    return typeof next === 'string' ? expect.fail(`${event.kind}: ${next}`) : next;
  }, begin(script));
}

const textsOf = ({ messages }: State): string[] => messages.map(({ author, text }) => `${author}: ${text}`);

describe('the way through a script', () => {
  test('from the first step to the last', () => {
    const events = [ran({ customer: { plan: 'gold' } }), answer('Ada'), answer('red'), delivery({ number: 7 })];
    const state = after(EVERY_STEP, ...events);
    expect(textsOf(state)).toEqual([
      'bot: Hello.',
      'bot: Thank you for gold.',
      'bot: Who are you?',
      'visitor: Ada',
      'bot: Colour, Ada?',
      'visitor: red',
      'bot: Order 7.',
    ]);
    expect(state.messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(state).toMatchObject({ step: 4, variables: { name: 'Ada', order_status: { number: 7 } } });
    expect(state.at).toBeUndefined();
  });

  test.each([1, true, 'true', '', 0, false])('a condition on %j holds for nothing else', (value) => {
    const script: Script = {
      start: [
        { run_script: 'x', on_error: 'yes' },
        { go: 'yes', when: { variable: 'x', equals: value } },
        { say: 'no' },
      ],
      yes: [{ say: 'yes' }],
    };
    for (const other of [1, true, 'true', '', 0, false, null, undefined, [value], '1']) {
      expect(textsOf(after(script, ran({ x: other })))).toEqual([Object.is(other, value) ? 'bot: yes' : 'bot: no']);
    }
  });

  test('a custom script that failed, or brought too much, leaves a notice and goes on along its way for errors', () => {
    for (const [event, why] of [
      [failed('it failed (x)'), 'it failed (x)'],
      [ran({ far: 'x'.repeat(70_000) }), 'it brought more than a chat can hold'],
    ] as const) {
      expect(textsOf(after(EVERY_STEP, event))).toEqual([
        'bot: Hello.',
        `notice: A step of this chat did not work: ${why}.`,
        'bot: Who are you?',
      ]);
    }
  });

  test('data may come at any step, and overtakes a script and a question', () => {
    for (const events of [[], [ran()], [ran(), answer('Ada')], [ran(), answer('Ada'), answer('red')]]) {
      const state = after(EVERY_STEP, ...events, delivery({}, 'wait'));
      expect(state).toMatchObject({ step: events.length + 1, at: { node: 'wait', index: 0 } });
    }
  });

  test('a visitor who will not wait goes on, and the data may still come', () => {
    const state = after(EVERY_STEP, ran(), answer('Ada'), answer('red'), answer('Never mind'), delivery({ number: 7 }));
    expect(textsOf(state).slice(-3)).toEqual(['visitor: Never mind', 'bot: Who are you?', 'bot: Order 7.']);
  });
});

describe('what changes nothing', () => {
  const question = after(EVERY_STEP, ran(), answer('Ada'));
  const ended = after(EVERY_STEP, delivery({}));
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];

  test.each<[string, State, ChatEvent, string]>([
    ['an older step', question, stepped(answer('red'), 1), 'stale'],
    ['a step to come', question, stepped(answer('red'), 3), 'stale'],
    ['a script where an answer is awaited', question, stepped(ran(), 2), 'stale'],
    ['an answer where a script is awaited', begin(EVERY_STEP), stepped(answer('red'), 0), 'stale'],
    ['an answer where nothing can be chosen', begin({ start: [{ wait: '' }] }), stepped(answer('red'), 0), 'stale'],
    ['no choice', question, stepped(answer('Red'), 2), 'not_a_choice'],
    ['a name that every object has', question, stepped(answer('constructor'), 2), 'not_a_choice'],
    ['more data than can be kept', question, delivery('x'.repeat(70_000)), 'too_large'],
    ['data of 100,000 levels', question, delivery(deep), 'too_large'],
    ['an answer after the end', ended, stepped(answer('red'), 1), 'stale'],
    ['data after the end', ended, delivery({}), 'stale'],
  ])('%s', (_, state, event, refusal) => {
    expect(advance(EVERY_STEP, state, event)).toBe(refusal);
  });
});

test.each<[string, unknown, string]>([
  ['{{order_status.number}}', { number: 7 }, '7'],
  ['{{ order_status.number }}', { number: false }, 'false'],
  ['<{{order_status}}>', { a: [1, 'x'] }, '<{"a":[1,"x"]}>'],
  ['<{{order_status.0.a}}>', [{ a: 'first' }], '<first>'],
  ['<{{order_status.state}}>', { state: null }, '<>'],
  ['<{{order_status.gone.gone}}>', {}, '<>'],
  ['<{{}}{{.}}{{..}}>', { '': 'x' }, '<>'],
  ['{{order_status.text}}', { text: '{{order_status}} $& $1 {{' }, '{{order_status}} $& $1 {{'],
  ['{{{order_status.a}}}', { a: 1 }, '{1}'],
  ['<{{__proto__}}{{constructor.name}}{{order_status.__proto__}}{{order_status.text.length}}>', { text: 'x' }, '<>'],
])('the text %s', (text, data, expected) => {
  const script: Script = { start: [{ wait: '' }], order: [{ say: text }] };
  expect(textsOf(after(script, delivery(data)))).toEqual([`bot: ${expected}`]);
});

test.each(['__proto__', 'constructor', 'toString'])('a variable may be called %s, and is no more', (name) => {
  const state = after(EVERY_STEP, { kind: 'delivery', attribute: name, data: { polluted: 'yes' }, node: 'name' });
  expect(Object.keys(state.variables)).toEqual([name]);
  expect(Object.getPrototypeOf(state.variables)).toBe(Object.prototype);
});

describe('bounds', () => {
  test('a script in circles ends, and so does a way that leads nowhere', () => {
    const circle = begin({ start: [{ say: 'x' }, { go: 'start' }] });
    expect(textsOf(circle).at(-1)).toBe('notice: This chat went in circles, and has ended.');
    for (const node of ['gone', '__proto__']) {
      const lost = begin({ start: [{ go: node }] });
      expect(textsOf(lost)).toEqual(['notice: This chat has no next step, and has ended.']);
    }
  });

  test.each([
    ['messages', 'x', 498, 500],
    ['characters', 'x'.repeat(4000), 131, 135],
  ] as const)('a chat of too many %s ends', (_, text, least, most) => {
    const script: Script = { start: [{ ask: 'And?', as: 'answer' }, { go: 'start' }] };
    let state = begin(script);
    while (state.at !== undefined) {
      const next = advance(script, state, stepped(answer(text), state.step));
      state = typeof next === 'string' ? expect.fail(next) : next;
    }
    expect(textsOf(state).at(-1)).toBe('notice: This chat is too long, and has ended.');
    expect(state.messages.length).toBeGreaterThanOrEqual(least);
    expect(state.messages.length).toBeLessThanOrEqual(most);
  });
});

test('every node that the example names is there, and one can get to each', () => {
  const named = Object.values(EXAMPLE_SCRIPT).flatMap((steps) =>
    steps.flatMap((step) => [
      ...('go' in step ? [step.go] : []),
      ...('on_error' in step ? [step.on_error] : []),
      ...('choices' in step ? Object.values(step.choices ?? {}) : []),
    ]),
  );
  const nodes = new Set(['start', ...named, ...EXAMPLE_ENDPOINTS.map(({ node }) => node)]);
  expect(nodes).toEqual(new Set(Object.keys(EXAMPLE_SCRIPT)));
});
