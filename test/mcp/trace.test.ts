import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServer, startService, type Desk, type Service } from './desk.ts';

// Whoever runs the program may load an OpenTelemetry SDK before it: then each call is a span of the trace that its client named.

interface Ended {
  readonly name: string;
  readonly parent: SpanContext | undefined;
  readonly baggage: string | undefined;
  readonly attributes: Attributes;
  readonly exceptions: unknown[];
  isEnded: boolean;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const spans: Ended[] = [];

/** A tracer as small as it can be, of the interfaces that an SDK has. */
function spanOf(name: string, attributes: Attributes, within: Context): Span {
  const parent = trace.getSpanContext(within);
  const baggage = propagation.getBaggage(within)?.getEntry('desk')?.value;
  const ended: Ended = { name, parent, baggage, attributes: { ...attributes }, exceptions: [], isEnded: false };
  spans.push(ended);
  const span: Span = {
    spanContext: () => ({ traceId: parent?.traceId ?? '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
    setAttribute: (key, value) => {
      if (value !== undefined) ended.attributes[key] = value;
      return span;
    },
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: () => span,
    updateName: () => span,
    end: () => {
      ended.isEnded = true;
    },
    isRecording: () => true,
    recordException: (exception) => void ended.exceptions.push(exception),
  };
  return span;
}

const storage = new AsyncLocalStorage<Context>();

beforeAll(() => {
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan: (name, options, within = ROOT_CONTEXT) => spanOf(name, options?.attributes ?? {}, within),
      startActiveSpan: () => {
        throw new Error('it is not used');
      },
    }),
  });
  propagation.setGlobalPropagator({
    fields: () => ['traceparent', 'baggage'],
    inject: () => undefined,
    extract: (within, carrier, getter) => {
      const [, traceId = '', spanId = ''] = String(getter.get(carrier, 'traceparent') ?? '').split('-');
      const [key = '', value = ''] = String(getter.get(carrier, 'baggage') ?? '').split('=');
      const traced =
        traceId === '' ? within : trace.setSpanContext(within, { traceId, spanId, traceFlags: 1, isRemote: true });
      return key === '' ? traced : propagation.setBaggage(traced, propagation.createBaggage({ [key]: { value } }));
    },
  });
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (within, work, self, ...args) => storage.run(within, () => work.call(self, ...args)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
});
afterAll(() => {
  trace.disable();
  propagation.disable();
  context.disable();
  // The tests of this process that come after know nothing of it.
  Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'));
});

let service: Service;
let desk: Desk;
const traceIds: (string | undefined)[] = [];
beforeAll(async () => {
  service = startService();
  desk = await openServer(service, { observer: { ended: (_, { traceId }) => void traceIds.push(traceId) } });
});
afterAll(async () => {
  await desk.close();
  await service.close();
});
beforeEach(() => {
  spans.length = 0;
  traceIds.length = 0;
});

const META = { traceparent: `00-${TRACE}-${PARENT}-01`, baggage: 'desk=north' };

test('a call is a span of the trace that its client names, without anything of its arguments', async () => {
  await desk.client.callTool({ name: 'list_support_agents', arguments: {}, _meta: META });
  await desk.client.callTool({ name: 'list_chats', arguments: { from: 'ottilie@example.org' }, _meta: META });
  await desk.client.readResource({ uri: 'chat://definitions', _meta: META });
  expect(spans.map(({ name }) => name)).toEqual([
    'tools/call list_support_agents',
    'tools/call list_chats',
    'resources/read definitions',
  ]);
  expect(spans[0]).toEqual({
    name: 'tools/call list_support_agents',
    parent: { traceId: TRACE, spanId: PARENT, traceFlags: 1, isRemote: true },
    baggage: 'north',
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'list_support_agents',
      'chat_operations.account': 'desk',
      'chat_operations.outcome': 'ok',
    },
    exceptions: [],
    isEnded: true,
  });
  expect(spans[1]).toMatchObject({
    attributes: { 'error.type': 'InvalidArgument', 'chat_operations.outcome': 'error' },
    exceptions: [{ name: 'InvalidArgument' }],
    isEnded: true,
  });
  expect(JSON.stringify(spans)).not.toContain('ottilie');
  expect(traceIds).toEqual([TRACE, TRACE, TRACE]);
});

test.each([
  '',
  'x',
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01\r\nx: y`,
  'a'.repeat(100_000),
  7,
  {},
])('what is no trace begins a new one: %j', async (traceparent) => {
  await desk.client.callTool({ name: 'list_support_agents', arguments: {}, _meta: { traceparent } });
  expect(spans).toMatchObject([{ parent: undefined, isEnded: true }]);
});
