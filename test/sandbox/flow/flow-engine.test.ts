import {
  anything,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  type Arbitrary,
  integer,
  jsonValue,
  oneof,
  option,
  property,
  record,
  string,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  begin,
  type FlowEvent,
  MAXIMUM_CHARACTERS,
  MAXIMUM_MESSAGES,
  MAXIMUM_RUN,
  type State,
} from '../../../src/sandbox/flow/flow-engine.ts';
import type { Flow } from '../../../src/sandbox/flow/flow.ts';
import { ASKING, EVERY_NODE } from './flows.ts';
import { runs } from '../../support/runs.ts';

const textsOf = ({ messages }: State): string[] => messages.map(({ author, text }) => `${author}: ${text}`);

/** The state after some events, each of which has to be taken; their steps are filled in. */
function after(flow: Flow, ...events: readonly Unstepped[]): State {
  return events.reduce((state, event) => {
    const outcome = advance(flow, state, stepped(event, state.step));
    expect(outcome.result).toBe('taken');
    return outcome.state;
  }, begin(flow));
}

type Unstepped = FlowEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'step'> : never) : never;
const stepped = (event: Unstepped, step: number): FlowEvent =>
  event.kind === 'delivery' || event.kind === 'left' ? event : { ...event, step };

const answer = (text: string) => ({ kind: 'answer', text }) as const;
const ran = (variables?: Record<string, unknown>) => ({ kind: 'script_ran', ...(variables && { variables }) }) as const;
const failed = (why: string) => ({ kind: 'script_failed', why }) as const;
const delivery = (data: unknown, node = 'order') =>
  ({ kind: 'delivery', attribute: 'order_status', data, node }) as const;

describe('the way through a flow', () => {
  test('from the first node to the last', () => {
    const asked = after(EVERY_NODE, ran());
    expect(textsOf(asked)).toEqual(['bot: Hello.', 'bot: Who are you?']);
    const state = after(EVERY_NODE, ran(), answer('Ada'), answer('blue'));
    expect(state).toMatchObject({ step: 3, now: { kind: 'waiting' }, variables: { name: 'Ada', colour: 'blue' } });
    const ended = after(EVERY_NODE, ran(), answer('Ada'), answer('blue'), delivery({ number: 7 }));
    expect(textsOf(ended)).toEqual([
      'bot: Hello.',
      'bot: Who are you?',
      'visitor: Ada',
      'bot: Colour, Ada?',
      'visitor: blue',
      'bot: Order 7.',
      'bot: Goodbye, Ada.',
    ]);
    expect(ended.messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ended).toMatchObject({ step: 4, now: { kind: 'ended' }, variables: { order_status: { number: 7 } } });
  });

  test.each([
    [{ customer: { plan: 'gold' } }, ['bot: Thank you for gold.']],
    [{ customer: { plan: 'silver' } }, []],
    [{ customer: { plan: ['gold'] } }, []],
    [{ customer: 'gold' }, []],
    [{ 'customer.plan': 'gold' }, []],
  ])('with the variables %j, the condition goes its way', (variables, expected) => {
    expect(textsOf(after(EVERY_NODE, ran(variables)))).toEqual(['bot: Hello.', ...expected, 'bot: Who are you?']);
  });

  test.each([1, true, 'true', '', 0, false])('a condition on %j holds for nothing else', (value) => {
    const flow: Flow = {
      start: 'script',
      nodes: {
        script: { type: 'run_script', script: 'x', next: 'if', on_error: 'no' },
        if: { type: 'condition', variable: 'x', equals: value, then: 'yes', otherwise: 'no' },
        yes: { type: 'end', text: 'yes' },
        no: { type: 'end', text: 'no' },
      },
    };
    for (const other of [1, true, 'true', '', 0, false, null, undefined, [value], '1']) {
      const said = Object.is(other, value) ? 'bot: yes' : 'bot: no';
      expect(textsOf(after(flow, ran({ x: other })))).toEqual([said]);
    }
  });

  test('a script that failed leaves a notice, and goes on along its other way', () => {
    expect(textsOf(after(EVERY_NODE, failed('it failed')))).toEqual([
      'bot: Hello.',
      'notice: A step of this chat did not work: it failed.',
      'bot: Who are you?',
    ]);
  });

  test('data may come at any node, and overtakes a script and a question', () => {
    for (const events of [[], [ran()], [ran(), answer('Ada')], [ran(), answer('Ada'), answer('red')]]) {
      const before = after(EVERY_NODE, ...events);
      const { result, state } = advance(EVERY_NODE, before, delivery({ number: 9 }, 'wait'));
      expect({ result, now: state.now, step: state.step }).toEqual({
        result: 'taken',
        now: { kind: 'waiting', node: 'wait' },
        step: events.length + 1,
      });
    }
  });
});

describe('a way on from waiting', () => {
  const flow: Flow = {
    start: 'wait',
    nodes: {
      wait: { type: 'wait_for_webhook', otherwise: { text: 'Never mind', next: 'menu' } },
      menu: { type: 'question', text: 'What else?', variable: 'wish', next: 'wait' },
      order: { type: 'message', text: 'Order {{order_status.number}}.', next: 'menu' },
    },
  };

  test('the visitor says so, and the data may still come', () => {
    const state = after(flow, answer('Never mind'), delivery({ number: 7 }));
    expect(textsOf(state)).toEqual(['visitor: Never mind', 'bot: What else?', 'bot: Order 7.', 'bot: What else?']);
    expect(state.variables).toEqual({ order_status: { number: 7 } });
  });

  test('nothing else is said there, and nothing at all where there is no way on', () => {
    const waiting = begin(flow);
    expect(advance(flow, waiting, { ...answer('Hello?'), step: 0 })).toEqual({
      result: 'not_a_choice',
      state: waiting,
    });
    expect(advance(flow, waiting, { ...answer('Never mind'), step: 1 }).result).toBe('stale');
    const patient = after(EVERY_NODE, ran(), answer('Ada'), answer('red'));
    expect(advance(EVERY_NODE, patient, { ...answer('Never mind'), step: 3 })).toEqual({
      result: 'stale',
      state: patient,
    });
  });
});

test('a visitor who has left takes nothing any more, whatever was awaited', () => {
  for (const events of [[], [ran()], [ran(), answer('Ada'), answer('red')]]) {
    const before = after(EVERY_NODE, ...events);
    const left = after(EVERY_NODE, ...events, { kind: 'left' });
    expect(left).toEqual({ ...before, step: before.step + 1, now: { kind: 'ended' } });
    expect(advance(EVERY_NODE, left, { kind: 'left' })).toEqual({ result: 'stale', state: left });
    expect(advance(EVERY_NODE, left, delivery({})).result).toBe('stale');
  }
});

describe('what changes nothing', () => {
  const question = after(EVERY_NODE, ran(), answer('Ada'));
  const atEnd = after(EVERY_NODE, delivery({}, 'bye'));

  test.each<[string, State, FlowEvent, string]>([
    ['an older step', question, { ...answer('red'), step: 1 }, 'stale'],
    ['a step to come', question, { ...answer('red'), step: 3 }, 'stale'],
    ['a step below zero', question, { ...answer('red'), step: -1 }, 'stale'],
    ['a step that is no number', question, { ...answer('red'), step: NaN }, 'stale'],
    ['a script where an answer is awaited', question, { ...ran(), step: 2 }, 'stale'],
    ['an answer where a script is awaited', begin(EVERY_NODE), { ...answer('red'), step: 0 }, 'stale'],
    ['no choice', question, { ...answer('Red'), step: 2 }, 'not_a_choice'],
    ['more data than can be kept', question, delivery('x'.repeat(70_000)), 'too_large'],
    ['an answer after the end', atEnd, { ...answer('red'), step: 1 }, 'stale'],
    ['data after the end', atEnd, delivery({}), 'stale'],
  ])('%s', (_, state, event, result) => {
    const outcome = advance(EVERY_NODE, state, event);
    expect(outcome.result).toBe(result);
    expect(outcome.state).toBe(state);
  });

  test('data that is nested 100,000 levels deep', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(advance(EVERY_NODE, question, delivery(deep))).toEqual({ result: 'too_large', state: question });
    expect(textsOf(after(EVERY_NODE, ran({ deep })))).toContain(
      'notice: A step of this chat did not work: it brought more than a chat can hold.',
    );
  });
});

describe('texts', () => {
  const flow = (text: string): Flow => ({
    start: 'wait',
    nodes: { wait: { type: 'wait_for_webhook' }, order: { type: 'end', text } },
  });
  const shown = (text: string, data: unknown): string | undefined =>
    advance(flow(text), begin(flow(text)), delivery(data)).state.messages[0]?.text;

  test.each<[string, unknown, string]>([
    ['{{order_status.number}}', { number: 7 }, '7'],
    ['{{ order_status.number }}', { number: false }, 'false'],
    ['<{{order_status}}>', { a: [1, 'x'] }, '<{"a":[1,"x"]}>'],
    ['<{{order_status.0.a}}>', [{ a: 'first' }], '<first>'],
    ['<{{order_status.state}}>', { state: null }, '<>'],
    ['<{{order_status.gone.gone}}>', {}, '<>'],
    ['<{{}}{{.}}{{..}}>', { '': 'x' }, '<>'],
    ['{{order_status.text}}', { text: '{{order_status}} $& $1 {{' }, '{{order_status}} $& $1 {{'],
    ['{{order_status.a', { a: 1 }, '{{order_status.a'],
    ['{{{order_status.a}}}', { a: 1 }, '{1}'],
    ['<{{__proto__}}{{constructor.name}}{{order_status.__proto__}}{{order_status.constructor.name}}>', {}, '<>'],
    ['<{{toString}}{{order_status.toString.length}}{{order_status.text.length}}>', { text: 'x' }, '<>'],
  ])('%s', (text, data, expected) => {
    expect(shown(text, data)).toBe(expected);
  });

  test.each<[string, unknown, string]>([
    ['Welcome back, {{order_status.name}}. And you?', { name: 'نور' }, 'Welcome back, \u2068نور\u2069. And you?'],
    ['שלום {{order_status.name}}!', { name: 'ACME Inc.' }, 'שלום \u2068ACME Inc.\u2069!'],
    ['Hello {{order_status.name}}{{order_status.gone}}!', { name: '\u202Enamow' }, 'Hello \u2068\u202Enamow\u2069!'],
    ['Hello {{order_status.name}}!', { name: '\u2069\u2067up\u2069\u2069' }, 'Hello \u2068up\u2069!'],
    ['{{order_status.name}}', { name: 'نور' }, 'نور'],
    ['Hello {{order_status.name}}!', { name: 'Zoë 🫖' }, 'Hello Zoë 🫖!'],
  ])('right and left are kept apart: %s with %j', (text, data, expected) => {
    expect(shown(text, data)).toBe(expected);
  });

  test('a long one is cut, and never in the middle of a character', () => {
    const text = shown('{{order_status}}', `${'x'.repeat(19_999)}😀${'y'.repeat(5000)}`) ?? '';
    expect(text).toHaveLength(20_001);
    expect(text.isWellFormed()).toBe(true);
    expect(text.endsWith('…')).toBe(true);
  });

  test('many braces are read quickly', () => {
    const text = '{{'.repeat(50_000);
    expect(shown(text, {})).toHaveLength(20_001);
  });
});

describe('variables', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s, and are no more', (name) => {
    const variables: unknown = JSON.parse(`{"${name}":{"polluted":"yes"}}`);
    expect(variables).toSatisfy((value: object) => Object.hasOwn(value, name));
    const { result, state } = advance(EVERY_NODE, begin(EVERY_NODE), {
      kind: 'delivery',
      attribute: name,
      data: { polluted: 'yes' },
      node: 'name',
    });
    expect(result).toBe('taken');
    expect(Object.keys(state.variables)).toEqual([name]);
    expect(Object.getPrototypeOf(state.variables)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});

describe('bounds', () => {
  const message = (next: string) => ({ type: 'message', text: 'x', next }) as const;

  test('a flow in circles ends', () => {
    const state = begin({ start: 'a', nodes: { a: message('b'), b: message('a') } });
    expect(state.now.kind).toBe('ended');
    expect(state.messages).toHaveLength(MAXIMUM_RUN + 1);
    expect(textsOf(state).at(-1)).toBe('notice: This chat went in circles, and has ended.');
  });

  test('a circle of conditions ends without a word but that', () => {
    const state = begin({
      start: 'a',
      nodes: { a: { type: 'condition', variable: 'x', equals: 1, then: 'a', otherwise: 'a' } },
    });
    expect(textsOf(state)).toEqual(['notice: This chat went in circles, and has ended.']);
  });

  test('a way that leads nowhere ends', () => {
    expect(textsOf(begin({ start: 'a', nodes: { a: message('__proto__') } }))).toEqual([
      'bot: x',
      'notice: This chat has no next step, and has ended.',
    ]);
  });

  test('a chat that goes on and on ends', () => {
    let state = begin(ASKING);
    for (let count = 0; count < MAXIMUM_MESSAGES && state.now.kind !== 'ended'; count += 1) {
      state = advance(ASKING, state, stepped(answer('more'), state.step)).state;
    }
    expect(state.now.kind).toBe('ended');
    expect(state.messages.length).toBeLessThanOrEqual(MAXIMUM_MESSAGES);
    expect(state.messages.length).toBeGreaterThan(MAXIMUM_MESSAGES - 5);
    expect(textsOf(state).at(-1)).toBe('notice: This chat is too long, and has ended.');
  });

  test.each([
    ['visitor', ASKING, answer('x'.repeat(4000)), 4000],
    [
      'webhook',
      { start: 'wait', nodes: { wait: { type: 'wait_for_webhook' }, told: { ...message('wait'), text: '{{said}}' } } },
      { kind: 'delivery', attribute: 'said', data: 'x'.repeat(18_000), node: 'told' },
      18_000,
    ],
  ] as const)('long texts end a chat sooner: those of the %s', (_, flow, event, length) => {
    let state = begin(flow);
    let count = 0;
    while (state.now.kind !== 'ended') {
      state = advance(flow, state, stepped(event, state.step)).state;
      count += 1;
    }
    expect(count).toBeLessThanOrEqual(MAXIMUM_CHARACTERS / length + 2);
    expect(count).toBeGreaterThan(MAXIMUM_CHARACTERS / length - 2);
    expect(textsOf(state).at(-1)).toBe('notice: This chat is too long, and has ended.');
    expect(state.messages.length).toBeLessThan(MAXIMUM_MESSAGES / 2);
  });
});

describe('whatever the flow and the events', () => {
  const id = constantFrom('a', 'b', 'c', '__proto__', 'gone');
  const name = constantFrom('x', 'y', 'x.y', '__proto__', 'constructor');
  const text = oneof(constant('{{x}} {{x.y}} {{__proto__.a}}'), string());
  const node: Arbitrary<Flow['nodes'][string]> = oneof(
    record({ type: constant('message' as const), text, next: id }),
    record({
      type: constant('question' as const),
      text,
      variable: name,
      next: id,
    }),
    record({
      type: constant('question' as const),
      text,
      variable: name,
      choices: array(constantFrom('yes', 'no'), { minLength: 1, maxLength: 2 }),
      next: id,
    }),
    record({
      type: constant('condition' as const),
      variable: name,
      equals: oneof(constant('yes'), boolean(), integer({ min: 0, max: 2 })),
      then: id,
      otherwise: id,
    }),
    record({ type: constant('run_script' as const), script: string(), next: id, on_error: id }),
    record({ type: constant('wait_for_webhook' as const) }),
    record({ type: constant('wait_for_webhook' as const), otherwise: record({ text: constant('no'), next: id }) }),
    record({ type: constant('end' as const), text }),
  );
  const flows: Arbitrary<Flow> = record({ start: id, nodes: dictionary(id, node, { minKeys: 1, maxKeys: 4 }) });
  /** Of the present one, mostly. */
  const away = oneof({ weight: 8, arbitrary: constant(0) }, integer({ min: -2, max: 2 }));
  const moves = record({
    away,
    event: oneof<Arbitrary<Unstepped>[]>(
      record({ kind: constant('answer' as const), text: oneof(constantFrom('yes', 'no'), string()) }),
      record({ kind: constant('script_ran' as const) }),
      record({ kind: constant('script_ran' as const), variables: dictionary(name, jsonValue()) }),
      record({ kind: constant('script_failed' as const), why: string() }),
      record({ kind: constant('left' as const) }),
      record({
        kind: constant('delivery' as const),
        attribute: name,
        data: oneof(
          jsonValue(),
          anything({ maxDepth: 2 }).filter((value) => typeof value !== 'bigint'),
        ),
        node: option(id, { nil: 'a' }),
      }),
    ),
  });

  test('steps only grow, what is not taken changes nothing, nothing is unbounded, and the same gives the same', () => {
    assert(
      property(flows, array(moves, { maxLength: 40 }), (flow, played) => {
        const play = (): State =>
          played.reduce((state, { away, event }) => {
            const { result, state: next } = advance(flow, state, stepped(event, state.step + away));
            if (result !== 'taken') {
              expect(next).toBe(state);
              return state;
            }
            expect(state.now.kind).not.toBe('ended');
            if (event.kind !== 'delivery' && event.kind !== 'left') expect(away).toBe(0);
            expect(next.step).toBe(state.step + 1);
            expect(next.messages.slice(0, state.messages.length)).toEqual(state.messages);
            // The visitor's own message or a notice before, and a notice after what may run without input.
            expect(next.messages.length - state.messages.length).toBeLessThanOrEqual(MAXIMUM_RUN + 2);
            expect(next.messages.length).toBeLessThanOrEqual(MAXIMUM_MESSAGES);
            expect(next.messages.map(({ id }) => id)).toEqual(next.messages.map((_, index) => index + 1));
            expect(JSON.stringify(next.variables).length).toBeLessThanOrEqual(64 * 1024);
            if (next.now.kind !== 'ended') expect(Object.keys(flow.nodes)).toContain(next.now.node);
            return next;
          }, begin(flow));
        expect(play()).toEqual(play());
      }),
      { seed: 7, numRuns: runs(400) },
    );
  });
});
