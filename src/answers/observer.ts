import type { ServerContext } from '@modelcontextprotocol/server';
import type { AccountName, Caller } from '../model/caller.ts';
import type { Seconds } from '../model/time/units.ts';

/** A call of a client: of a tool, a resource or a prompt. Nothing of its arguments or of its answer is in here. */
export interface ObservedCall {
  readonly kind: 'tool' | 'resource' | 'prompt';
  /** As the catalogue has it. */
  readonly name: string;
  readonly account: AccountName;
  readonly caller: Caller;
}

/**
 * How a call ended: `refused` where the caller may not do that, or calls too often; `asked` where a person is asked first, and the
 * client calls again with the reply.
 */
export type CallOutcome = 'ok' | 'error' | 'refused' | 'cancelled' | 'asked';

/** The end of a call, and what it took. */
export interface CallEnd {
  readonly outcome: CallOutcome;
  /** The class of what went wrong: one of `model/errors.ts`, `ProtocolError`, or `Bug` for anything else. */
  readonly error?: string;
  readonly took: Seconds;
  /** The upstream requests that were sent for it. */
  readonly upstreamRequests: number;
  /** The trace that it is part of, as the client named it: 32 hexadecimal digits. */
  readonly traceId?: string;
}

/** Called for every call when it ends. Whatever it throws would fail the call. */
export interface Observer {
  ended(call: ObservedCall, end: CallEnd): void;
}

/** A call while it is answered. */
export interface CallUnderWay {
  /** The time that it waited for its turn, which is part of the time that its answer may take. */
  readonly waited: Seconds;
  /** Called for each upstream request that is sent for it. */
  readonly spent: () => void;
}

/** What a call comes with. */
export type CallContext = ServerContext & { readonly underWay: CallUnderWay };
