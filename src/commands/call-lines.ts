import { CallBook, type CallBookOptions } from '../archive/care/call-book.ts';
import type { CallLine } from '../archive/care/calls.ts';
import type { Observer } from '../answers/observer.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { epochMillis, type Clock } from '../model/time/units.ts';
import type { Log } from './log.ts';
import { isoText } from '../model/text/trusted-text.ts';

/** The lines of the calls to one account. */
export interface CallLines {
  readonly observer: Observer;
  /** Writes what is noted. */
  readonly close: () => Promise<void>;
}

/** Makes a line of each call that it observes, kept by `keep`. */
export function callLinesOf(
  keep: CallBookOptions['keep'],
  clock: Clock,
  log: Pick<Log, 'failure' | 'warn'>,
): CallLines {
  const book = new CallBook({
    keep,
    failed: log.failure,
    lost: (calls) => log.warn(`${calls} calls have no line in the audit: the archive could not be written.`),
  });
  return {
    observer: {
      ended: ({ kind, name, caller }, { outcome, error, took, upstreamRequests }) => {
        const millis = Math.round(took * 1000);
        const at = epochMillis(clock() - millis);
        book.note(omitUndefined({ at, caller: caller.id, kind, name, outcome, error, upstreamRequests, millis }));
      },
    },
    close: () => book.close(),
  };
}

/** A line as a record for programs. */
export function callData({ at, upstreamRequests, ...line }: CallLine): Readonly<Record<string, unknown>> {
  return { at: isoText(at), ...line, upstream_requests: upstreamRequests };
}
