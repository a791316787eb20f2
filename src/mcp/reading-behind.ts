import { ChatOperationsError } from '../model/errors.ts';
import type { Question } from '../model/question.ts';
import { after, seconds } from '../model/units.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';

/** What an estimate wants is waited for this part of the time for an answer. */
const PART_OF_TIME = 1 / 3;
/** After that, reading goes on behind the answer, so that the next one has it. */
const SECONDS_BEHIND = seconds(120);

/**
 * Reads what makes an answer better but is no condition for it, with everybody's questions first. `read` answers whether
 * it could try all; so does this, where that is known in the time that it is waited for. Throws what is a bug, and when
 * the question is cancelled.
 */
export async function readBehind(
  read: (question: Question) => Promise<boolean>,
  desk: Desk,
  question: AskedQuestion,
): Promise<boolean> {
  const now = desk.clock();
  let isWaiting = true;
  const reading = read({
    ...question,
    yields: true,
    deadline: after(now, SECONDS_BEHIND),
    progressed: (progress) => {
      if (isWaiting) question.progressed(progress);
    },
  }).catch((error: unknown) => {
    if (isWaiting && (question.signal.aborted || !(error instanceof ChatOperationsError))) throw error;
    return false;
  });
  const left = Math.max(0, Math.min((question.deadline - now) / 1000, desk.answerWithin * PART_OF_TIME));
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), left * 1000);
  });
  try {
    return await Promise.race([reading, waited]);
  } finally {
    isWaiting = false;
    clearTimeout(timer);
  }
}
