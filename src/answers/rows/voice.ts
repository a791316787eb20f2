import type { Codebook } from '../../model/codebook/codebook.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { codebookOf, type Desk } from '../desk.ts';
import type { AskedQuestion } from '../question.ts';

/** What the words and the data of one answer depend on. */
export interface Voice {
  readonly zone: Zone;
  readonly now: EpochMillis;
  readonly redactor: Redactor;
  readonly book: Codebook;
  /** The most characters of one text that a stranger wrote. */
  readonly textLength: number;
}

/** The most characters of a stranger's text in a line. */
const LONGEST_TEXT = 240;

/** Returns how an answer to a question speaks, in its zone. What was loaded for it may tell what codes mean. */
export async function voiceFor(desk: Desk, { redactor }: Pick<AskedQuestion, 'redactor'>, zone: Zone): Promise<Voice> {
  const book = await codebookOf(desk);
  return { zone, now: desk.clock(), redactor, book, textLength: LONGEST_TEXT };
}
