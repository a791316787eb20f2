import { isInputRequiredResult, ProtocolError } from '@modelcontextprotocol/server';
import { ChatOperationsError, ScopeMissing, TooManyCalls } from '../../model/errors.ts';
import { known } from '../../model/known.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import type { Served, ServedAccount } from '../../answers/desk.ts';
import type { CallContext, CallEnd, ObservedCall } from '../../answers/observer.ts';
import { loaded } from '../../model/loaded.ts';
import { traceIdIn } from './trace-context.ts';

/** The name under which an OpenTelemetry SDK of whoever runs the program is found, where one was loaded before it. */
const OPEN_TELEMETRY = Symbol.for('opentelemetry.js.api.1');

/** A call, and the account that it is about; undefined where it names none of those that its caller reaches. */
type NamedCall = Pick<ObservedCall, 'kind' | 'name'> & { readonly account: ServedAccount | undefined };

/**
 * Answers a call when its turn has come, and tells the observer how it ended. Throws what `answer` throws, and TooManyCalls.
 */
export async function observed<Answer>(
  { kind, name, account }: NamedCall,
  { caller, accounts, observer, callRate }: Served,
  context: CallContext,
  answer: (context: CallContext) => Promise<Answer>,
): Promise<Answer> {
  // What is about no account of theirs is counted with the first one's calls.
  const call: ObservedCall = { kind, name, account: (account ?? accounts[0]).name, caller };
  const begun = performance.now();
  const taken = (): Seconds => seconds((performance.now() - begun) / 1000);
  const { signal } = context.mcpReq;
  let upstreamRequests = 0;
  let failure: unknown;
  const trace =
    OPEN_TELEMETRY in globalThis ? (await loaded(() => import('./trace.ts'))).beginTrace(call, context) : undefined;
  const tell = (ended: Pick<CallEnd, 'outcome' | 'error'>): void => {
    trace?.end(ended);
    const traceId = trace?.traceId ?? traceIdIn(context);
    observer?.ended(call, known({ ...ended, took: taken(), upstreamRequests, traceId }));
  };
  try {
    await callRate?.turn(caller.id, signal, 'call');
    const underWay = {
      waited: callRate === undefined ? seconds(0) : taken(),
      spent: () => {
        upstreamRequests += 1;
      },
      failed: (error: unknown) => {
        failure = error;
      },
    };
    const answered = () => answer({ ...context, underWay });
    const result = await (trace === undefined ? answered() : trace.within(answered));
    tell(failure === undefined ? { outcome: isInputRequiredResult(result) ? 'asked' : 'ok' } : endOf(failure));
    return result;
  } catch (error) {
    tell(signal.aborted ? { outcome: 'cancelled' } : endOf(failure ?? error));
    throw error;
  }
}

function endOf(failure: unknown): Pick<CallEnd, 'outcome' | 'error'> {
  if (failure instanceof ChatOperationsError) {
    const isRefused = failure instanceof ScopeMissing || failure instanceof TooManyCalls;
    return { outcome: isRefused ? 'refused' : 'error', error: failure.name };
  }
  return { outcome: 'error', error: failure instanceof ProtocolError ? 'ProtocolError' : 'Bug' };
}
