import { expect, test } from 'vitest';
import { fieldsOf, Flow } from '../../../src/sandbox/flow/flow.ts';
import { smallWorld } from '../desk.ts';
import { ASKING, EVERY_NODE } from './flows.ts';

test.each([EVERY_NODE, ASKING])('a flow is data: it survives a way through JSON', (flow) => {
  expect(Flow.parse(JSON.parse(JSON.stringify(flow)))).toEqual(flow);
});

test('in the flow of each bot of the world, every node can be reached, from the start or from an endpoint', () => {
  for (const { flow, endpoints } of smallWorld().bots) {
    expect(Flow.parse(flow)).toEqual(flow);
    const reached = new Set<string>();
    const waiting = [flow.start, ...endpoints.map(({ node }) => node)];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      const node = flow.nodes[id];
      if (node?.type === 'wait_for_webhook' && node.otherwise) waiting.push(node.otherwise.next);
      for (const value of Object.values(node ?? {})) {
        if (typeof value === 'string' && Object.hasOwn(flow.nodes, value)) waiting.push(value);
      }
    }
    expect([...reached].toSorted()).toEqual(Object.keys(flow.nodes).toSorted());
  }
});

test('the fields of a variable that a flow uses are those that it shows or looks at, each once', () => {
  expect(fieldsOf(EVERY_NODE, 'customer')).toEqual(['plan']);
  expect(fieldsOf(EVERY_NODE, 'order_status')).toEqual(['number']);
  expect(fieldsOf(EVERY_NODE, 'name')).toEqual([]);
});

test.each([
  ['a start that does not exist', { start: 'nowhere', nodes: {} }, 'start leads to nowhere, which does not exist'],
  ['a name that only objects have', { start: 'constructor', nodes: {} }, 'start leads to constructor'],
  [
    'each way that leads nowhere',
    {
      start: 'a',
      nodes: {
        a: { type: 'condition', variable: 'x', equals: 1, then: 'b', otherwise: 'here' },
        here: { type: 'run_script', script: 'x', next: 'a', on_error: 'there' },
      },
    },
    'a leads to b, which does not exist',
  ],
  [
    'a way on from waiting that leads nowhere',
    { start: 'a', nodes: { a: { type: 'wait_for_webhook', otherwise: { text: 'No', next: 'b' } } } },
    'a leads to b, which does not exist',
  ],
  ['an unknown type', { start: 'a', nodes: { a: { type: 'jump', next: 'a' } } }, 'type'],
  ['a question without any choice', { start: 'a', nodes: { a: { ...ASKING.nodes['ask'], choices: [] } } }, 'choices'],
])('%s is refused', (_, flow, words) => {
  const { error } = Flow.safeParse(flow);
  expect(error?.issues.map(({ path, message }) => [...path, message].join(' ')).join('; ')).toContain(words);
});
