import type { Steps } from '../../src/model/slices.ts';

/** Goes through a computation without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
