import { createHmac } from 'node:crypto';
import type { CallerId } from '../../model/caller.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { EndedCall, Watcher } from './watching.ts';

/** A line of the log: words of the program and the settings, numbers, and names that an administrator gave. */
export type LogRequest = (line: Readonly<Record<string, unknown>>) => void;

const MARK_LENGTH = 16;

/**
 * Writes a line of each request: what it was, how it was answered, who asked and what was called. A subject of an authorization server
 * may be an email: it is told as a keyed sum, the same for the same subject, made with `key`.
 */
export function requestLog(log: LogRequest, key: Uint8Array): Watcher {
  const callerIn = (caller: CallerId): string => {
    const [, kind] = /^(oauth|oauth-client):/.exec(caller) ?? [];
    if (kind === undefined) return caller;
    return `${kind}:${createHmac('sha256', key).update(`caller ${caller}`).digest('hex').slice(0, MARK_LENGTH)}`;
  };
  return {
    streamBegan: () => undefined,
    streamEnded: () => undefined,
    answered: ({ path, method, status, caller, milliseconds, bytes }, calls) => {
      const called = calls.map(callIn);
      const trace = calls.find(({ end }) => end.traceId !== undefined)?.end.traceId;
      log(
        omitUndefined({
          method,
          path,
          status,
          ms: Math.round(milliseconds),
          bytes,
          caller: caller && callerIn(caller),
          calls: called.length === 0 ? undefined : called,
          trace_id: trace,
        }),
      );
    },
  };
}

function callIn({ call: { kind, name, account }, end }: EndedCall): Readonly<Record<string, unknown>> {
  const { outcome, error, took, upstreamRequests } = end;
  const ms = Math.round(took * 1000);
  return omitUndefined({ [kind]: name, account, outcome, error, ms, upstream_requests: upstreamRequests });
}
