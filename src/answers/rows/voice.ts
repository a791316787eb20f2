import type { Codebook } from '../../insights/codes/codebook.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { enclosed } from '../../privacy/boundary.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { SafeText } from '../../privacy/safe-text.ts';
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
  /** The form of a stranger's text as data: in a boundary for programs, plain for views. */
  readonly quotedData: (text: SafeText) => string;
}

/** The same for a view, which renders strangers' texts as text alone. */
export function forView(voice: Voice): Voice {
  return { ...voice, quotedData: (text) => text };
}

/** The most characters of a stranger's text in a line. */
const LONGEST_TEXT = 240;

/** Returns how an answer to a question speaks, in its zone. What was loaded for it may tell what codes mean. */
export async function voiceFor(desk: Desk, { redactor }: Pick<AskedQuestion, 'redactor'>, zone: Zone): Promise<Voice> {
  const book = await codebookOf(desk);
  return { zone, now: desk.clock(), redactor, book, textLength: LONGEST_TEXT, quotedData: enclosed };
}
