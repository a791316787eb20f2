import { isInputRequiredResult, ProtocolError, type ServerContext } from '@modelcontextprotocol/server';
import type { CallEnd, CallUnderWay, ObservedCall, Observer } from '../answers/observer.ts';
import { ChatOperationsError, ScopeMissing, TooManyCalls } from '../model/errors.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { loaded } from '../model/loaded.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { traceIdIn } from './trace-context.ts';

/** The name under which an OpenTelemetry SDK of whoever runs the program is found, where one was loaded before it. */
const OPEN_TELEMETRY = Symbol.for('opentelemetry.js.api.1');

/** Reports one call to the observer and, if this process is traced, to the trace. */
interface CallAudit {
  /** Runs the answer inside the trace, so that the requests it sends belong to the trace. */
  readonly within: <T>(answer: () => T) => T;
  /** Returns what the answer is given once its turn has come. Where turns are limited, the time that it waited is part of it. */
  readonly underWay: (isLimited: boolean) => CallUnderWay;
  /** Reports the answer. */
  readonly answered: (answer: unknown) => void;
  /** Reports the error. */
  readonly failed: (error: unknown) => void;
}

/** Begins the report of a call. Throws ProgramReplaced if the trace cannot be loaded. */
export async function beginAudit(
  call: ObservedCall,
  observer: Observer | undefined,
  context: ServerContext,
): Promise<CallAudit> {
  const begun = performance.now();
  const took = (): Seconds => seconds((performance.now() - begun) / 1000);
  const trace =
    OPEN_TELEMETRY in globalThis ? (await loaded(() => import('./trace.ts'))).beginTrace(call, context) : undefined;
  let upstreamRequests = 0;
  const end = (ended: Pick<CallEnd, 'outcome' | 'error'>): void => {
    trace?.end(ended);
    const traceId = trace?.traceId ?? traceIdIn(context);
    observer?.ended(call, omitUndefined({ ...ended, took: took(), upstreamRequests, traceId }));
  };
  return {
    within: (answer) => (trace === undefined ? answer() : trace.within(answer)),
    underWay: (isLimited) => ({
      waited: isLimited ? took() : seconds(0),
      spent: () => {
        upstreamRequests += 1;
      },
    }),
    answered: (answer) => end({ outcome: isInputRequiredResult(answer) ? 'asked' : 'ok' }),
    failed: (error) => end(context.mcpReq.signal.aborted ? { outcome: 'cancelled' } : endOf(error)),
  };
}

function endOf(error: unknown): Pick<CallEnd, 'outcome' | 'error'> {
  if (error instanceof ScopeMissing || error instanceof TooManyCalls) return { outcome: 'refused', error: error.name };
  if (error instanceof ChatOperationsError) return { outcome: 'error', error: error.name };
  return { outcome: 'error', error: error instanceof ProtocolError ? 'ProtocolError' : 'Bug' };
}
