import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { startProcess } from '../support/program.ts';
import { startSessionProcess } from '../support/session.ts';

// The program brings its own copy of the interfaces of OpenTelemetry, and finds the SDK that was loaded before it.

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const preload = join(desk.folder, 'tracing.mjs');
await writeFile(
  preload,
  `import { trace, propagation } from ${JSON.stringify(import.meta.resolve('@opentelemetry/api'))};
  const spanOf = (name, parent) => ({
    spanContext: () => ({ traceId: parent?.traceId ?? '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
    setAttribute() { return this; },
    setStatus() { return this; },
    recordException() {},
    end() { process.stderr.write('span ' + name + ' in ' + (parent?.traceId ?? 'none') + '\\n'); },
  });
  trace.setGlobalTracerProvider({
    getTracer: () => ({ startSpan: (name, options, within) => spanOf(name, trace.getSpanContext(within)) }),
  });
  propagation.setGlobalPropagator({
    extract: (within, carrier) => {
      const [, traceId, spanId] = (carrier.traceparent ?? '').split('-');
      return traceId === undefined ? within : trace.setSpanContext(within, { traceId, spanId, traceFlags: 1 });
    },
  });`,
);
const traced = { ...desk.environment, NODE_OPTIONS: `--import=${preload}` };

test('over HTTP a call belongs to the trace of its metadata, else to that of its request', async () => {
  await using server = startProcess(['http', '--port', '0', '--log-level', 'info', ...desk.flags], traced);
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  const params = { name: 'list_support_agents', arguments: {} };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const call = async (meta: object, traceparent: string): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, ...meta } });
    await (await fetch(url, { method: 'POST', headers: { ...headers, traceparent }, body })).text();
  };
  await call({}, `00-${TRACE}-b7ad6b7169203331-01`);
  await server.said(new RegExp(`^span tools/call list_support_agents in ${TRACE}$`, 'm'));
  await call({ _meta: { traceparent: `00-${'a'.repeat(32)}-b7ad6b7169203331-01` } }, `00-${TRACE}-b7ad6b7169203331-01`);
  await server.said(/^span tools\/call list_support_agents in a{32}$/m);
  await server.said(new RegExp(`"trace_id":"${TRACE}"`));
});

test('over stdio, too', async () => {
  await using session = await startSessionProcess(desk.flags, traced);
  await session.call('list_support_agents', {});
  await session.program.said(/^span tools\/call list_support_agents in none$/m);
});
