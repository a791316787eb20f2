import { ChatOperationsError } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import { after, seconds, type EpochMillis } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { SECONDS_BEHIND } from '../../model/progress.ts';

/** The part of an answer's time that an estimate may wait. */
export const PART_OF_TIME = 1 / 3;

/**
 * Reads what makes an answer better but is no condition for it, with everybody's questions first. Waits for a `part` of the time
 * for an answer; until `answeredAt`, what is read may be read for the person. While something is read behind an earlier answer,
 * it does not wait again, so that several questions in a row take no longer than one, unless the part is all of it. Throws what
 * is a bug, and when the question is cancelled.
 */
export async function readBehind(
  read: (question: Question, answeredAt: EpochMillis) => Promise<unknown>,
  part: number,
  desk: Desk,
  question: AskedQuestion,
): Promise<void> {
  const now = desk.clock();
  const isFirst = desk.memory.readingsBehind === 0;
  const left = seconds(
    isFirst || part === 1 ? Math.max(0, Math.min((question.deadline - now) / 1000, desk.answerWithin * part)) : 0,
  );
  let isWaiting = true;
  const behind: Question = {
    ...question,
    priority: 'background',
    deadline: after(now, SECONDS_BEHIND),
    progressed: (progress) => {
      if (isWaiting) question.progressed(progress);
    },
  };
  const reading = read(behind, after(now, left)).catch((error: unknown) => {
    if (isWaiting && (question.signal.aborted || !(error instanceof ChatOperationsError))) throw error;
  });
  desk.memory.readingsBehind += 1;
  void reading
    .finally(() => {
      desk.memory.readingsBehind -= 1;
    })
    .catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, left * 1000);
  });
  try {
    await Promise.race([reading, waited]);
  } finally {
    isWaiting = false;
    clearTimeout(timer);
  }
}
