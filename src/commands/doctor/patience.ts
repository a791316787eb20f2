import { ChatOperationsError } from '../../model/errors.ts';
import { trusted, type DeskText } from '../../model/text/trusted-text.ts';
import { after, seconds, type Clock, type EpochMillis } from '../../model/time/units.ts';

/** The longest that a person waits for one test of the service. */
const PATIENCE = seconds(15);

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
  clock: Clock,
  test: (end: TestEnd) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new NotResponding(host)), PATIENCE * 1000);
  try {
    return await test({ signal: stop.signal, deadline: after(clock(), PATIENCE) });
  } finally {
    clearTimeout(timer);
  }
}
