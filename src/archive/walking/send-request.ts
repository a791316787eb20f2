import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { RequestContext } from '../../upstream/client.ts';
import { requestFor, type WorkContext } from '../sharing/shared-work.ts';

/** An answer of the service, and the moment when it was asked for: what it says is as old as that, however long it took. */
export interface Sent<Answer> {
  readonly answer: Answer;
  readonly at: EpochMillis;
}

/** Makes a request on behalf of a piece of work. Throws what `ask` throws. */
export async function sendRequest<Answer>(
  work: WorkContext,
  clock: Clock,
  ask: (context: RequestContext) => Promise<Answer>,
): Promise<Sent<Answer>> {
  let at = clock();
  const answer = await requestFor(work, (context) =>
    ask({
      ...context,
      onAnswer: (sentAt) => {
        at = sentAt;
      },
    }),
  );
  return { answer, at };
}
