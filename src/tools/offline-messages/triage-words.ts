import type { RecordedDecision, TriagePriority } from '../../model/decided-here.ts';
import { isPlainCategory } from '../../insights/triage/plain-category.ts';
import { Foreign } from '../../model/foreign.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { CallerText } from '../../model/text/trusted-text.ts';
import { joinMixed, mixed, plainText, Quoted } from '../../privacy/quoted.ts';
import { callerLine } from '../../privacy/cleaned-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';

const LEVEL_WORDS: Readonly<Record<TriagePriority, string>> = {
  urgent: 'urgent',
  soon: 'soon',
  can_wait: 'can wait',
};

/** A priority in words. */
export function levelWords(level: TriagePriority): string {
  return LEVEL_WORDS[level];
}

/** Note and draft of a decision as far as an answer has them. */
export interface DecisionTexts {
  readonly note?: Quoted;
  readonly draftReply?: Quoted;
}

/** Note and draft of a decision, each as `rendered` makes it. */
export async function decisionTexts(
  { note, draftReply }: Pick<RecordedDecision, 'note' | 'draftReply'>,
  rendered: (text: Foreign) => Promise<Quoted>,
): Promise<DecisionTexts> {
  return omitUndefined({
    note: await mapKnown(note, rendered),
    draftReply: await mapKnown(draftReply, rendered),
  });
}

/** Words a triage decision on one line. */
export function decisionWords(
  decision: Omit<RecordedDecision, 'offlineMessageId' | 'decidedAt'>,
  textLength: number,
  redactor: Redactor,
): Quoted {
  const { note, draftReply } = decision;
  const { line } = redactor.ofOurSide();
  const parts = [
    mixed`decided: ${decidedWords(decision, redactor)}`,
    ...(note === undefined ? [] : [mixed`note: ${line(note, textLength)}`]),
    ...(draftReply === undefined ? [] : [mixed`draft, not sent: ${line(draftReply, textLength)}`]),
  ];
  return joinMixed(parts, ' · ');
}

/** The category of a decision for our own words, where it needs no boundary. */
export function plainCategory({ category }: Pick<RecordedDecision, 'category'>, redactor: Redactor): string[] {
  return category !== undefined && isPlainCategory(category) ? [plainText(redactor.ofOurSide().field(category))] : [];
}

/** Says what a decision holds, with the category of the call alone: `soon, billing, with a note and a draft reply`. */
export function savedWords(
  { priority, category, note, draftReply }: Pick<RecordedDecision, 'priority' | 'category' | 'note' | 'draftReply'>,
  given: CallerText | undefined,
): string {
  const isShown = given !== undefined && isPlainCategory(new Foreign(given));
  const [first, ...others] = [
    ...(category === undefined || isShown ? [] : ['a category']),
    ...(note === undefined ? [] : ['a note']),
    ...(draftReply === undefined ? [] : ['a draft reply']),
  ];
  const facts = [
    levelWords(priority),
    ...(isShown ? [callerLine(given)] : []),
    ...(first === undefined ? [] : [others.reduce((words, other) => `${words} and ${other}`, `with ${first}`)]),
  ];
  return facts.join(', ');
}

/** Words the priority and category of a decision. */
export function decidedWords(
  { priority, category }: Pick<RecordedDecision, 'priority' | 'category'>,
  redactor: Redactor,
): Quoted {
  return category === undefined
    ? new Quoted(levelWords(priority))
    : mixed`${levelWords(priority)} · category ${redactor.ofOurSide().field(category)}`;
}
