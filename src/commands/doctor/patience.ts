import { ChatOperationsError } from '../../model/errors.ts';
import { trusted, type DeskText } from '../../model/text/trusted-text.ts';
import { after, seconds, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';

/** The longest that a person waits for one test of the service. */
const PATIENCE = seconds(15);

/** How time passes for a test of the service. */
export interface Timing {
  readonly clock: Clock;
  /** Returns a signal that is aborted after this time; by default that of the system. */
  readonly stopAfter?: ((duration: Seconds) => AbortSignal) | undefined;
}

/** The error for a service that gave no answer within the time for a test. */
export class NotResponding extends ChatOperationsError {
  readonly advice = trusted`Check that the service is running and that the address (base_url) is that of its REST API. A proxy or firewall in between can also hold back its answers.`;
  constructor(host: DeskText) {
    super(trusted`${host} is not responding: no answer within ${PATIENCE} seconds.`);
  }
}

/** The end of a test: until when it may wait, and the signal that stops it then. */
export interface TestEnd {
  readonly signal: AbortSignal;
  readonly deadline: EpochMillis;
}

/** Runs a test of the service. When the time for it is over, its signal is aborted with NotResponding. */
export async function withPatience<Result>(
  host: DeskText,
  { clock, stopAfter = (duration) => AbortSignal.timeout(duration * 1000) }: Timing,
  test: (end: TestEnd) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  stopAfter(PATIENCE).addEventListener('abort', () => stop.abort(new NotResponding(host)));
  return test({ signal: stop.signal, deadline: after(clock(), PATIENCE) });
}
