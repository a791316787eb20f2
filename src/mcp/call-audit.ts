import { isInputRequiredResult, ProtocolError, type ServerContext } from '@modelcontextprotocol/server';
import type { CallEnd, CallUnderWay, ObservedCall, Observer } from '../answers/observer.ts';
import { ChatOperationsError, ScopeMissing, TooManyCalls } from '../model/errors.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { loaded } from '../model/loaded.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { traceIdIn } from './trace-context.ts';

/** The name under which an OpenTelemetry SDK of whoever runs the program is found, where one was loaded before it. */
const OPEN_TELEMETRY = Symbol.for('opentelemetry.js.api.1');

/** A call for those who are told how it ended: an observer, and a trace where somebody traces this process. */
interface CallAudit {
  /** Answers the call as a part of the trace: what is asked for it belongs to it. */
  readonly within: <T>(answer: () => T) => T;
  /** Returns what those who answer it are given, once its turn has come; where turns are limited, with the time that it waited. */
  readonly underWay: (isLimited: boolean) => CallUnderWay;
  /** Tells of its answer. */
  readonly answered: (answer: unknown) => void;
  /** Tells of what went wrong. */
  readonly failed: (error: unknown) => void;
}

/** Begins to tell of a call. Throws ProgramReplaced where it is to be traced. */
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
