import type { ChatOperationsError } from '../model/errors.ts';
import type { ProgramText } from '../model/text/trusted-text.ts';
import type { EpochMillis, Seconds } from '../model/time/units.ts';
import type { Endpoint } from './endpoints.ts';

/** The failure of the last request: nobody answers, or the login is refused. */
export interface Trouble {
  readonly error: ChatOperationsError;
  /** Absent where another process on the archive met it, and this one has not tried its login. */
  readonly at?: EpochMillis;
}

/** The requests that the service allows to all processes on an archive, as far as it is known, and those of this process. */
export interface Budget {
  /** The most requests in a minute: the setting, or less where the service refused more. */
  readonly perMinute: number;
  readonly source: 'setting' | 'learned';
  readonly usedLastMinute: number;
  /** The time for which nobody asks, because the service refused a request. */
  readonly pausedFor: Seconds;
  /** The shape of the last refusal that did not say how long to wait, without a value of it. */
  readonly untoldRefusal?: { readonly shape: ProgramText };
  /** Absent where the last request was answered, and before the first one. */
  readonly trouble?: Trouble;
  /** The endpoints that were seen to allow less than the rest. */
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly perMinute: number }[];
  readonly here: RequestCounts;
}

/** The requests of one process since it began. */
export interface RequestCounts {
  /** Those that were sent, retries included. */
  readonly requests: number;
  /** Those that were refused for being too many. */
  readonly refusals: number;
  /** Those that were sent again because the service gave no usable answer. */
  readonly retries: number;
  /** The questions that wait for one. */
  readonly waiting: number;
}
