import {
  context as active,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallEnd, ObservedCall } from '../answers/observer.ts';
import { carrierIn, headerCarrierIn } from './trace-context.ts';

/** A call's span: nothing of its arguments, its answer or its caller is in it. */
export interface CallTrace {
  readonly traceId: string;
  /** Answers the call as a part of the trace: what is asked for it belongs to it. */
  within<T>(answer: () => T): T;
  end(ended: Pick<CallEnd, 'outcome' | 'error'>): void;
}

const METHODS = { tool: 'tools/call', resource: 'resources/read', prompt: 'prompts/get' } as const;

/** Begins the span of a call, by the conventions of OpenTelemetry for MCP. It is part of the client's trace, where that names one. */
export function beginTrace({ kind, name, account }: ObservedCall, context: ServerContext): CallTrace {
  const method = METHODS[kind];
  const attributes: Attributes = {
    'mcp.method.name': method,
    'chat_operations.account': account,
    ...(kind === 'tool' && { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name }),
    ...(kind === 'prompt' && { 'gen_ai.prompt.name': name }),
  };
  const parent = parentOf(context);
  const span = trace
    .getTracer('chat-operations-mcp')
    .startSpan(`${method} ${name}`, { kind: SpanKind.SERVER, attributes }, parent);
  return {
    traceId: span.spanContext().traceId,
    within: (answer) => active.with(trace.setSpan(parent, span), answer),
    end: ({ outcome, error }) => {
      span.setAttribute('chat_operations.outcome', outcome);
      if (error !== undefined) {
        span.setAttribute('error.type', error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        // Its message may quote a stranger.
        span.recordException({ name: error });
      }
      span.end();
    },
  };
}

/** What the call says itself; else the span around it, as of an instrumented server; else what its HTTP request says. */
function parentOf(context: ServerContext): Context {
  const carrier = carrierIn(context);
  if (carrier !== undefined) return propagation.extract(ROOT_CONTEXT, carrier);
  const around = active.active();
  return trace.getSpan(around) === undefined ? propagation.extract(around, headerCarrierIn(context) ?? {}) : around;
}
