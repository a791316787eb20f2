import type { TriagePriority } from '../../model/decided-here.ts';
import type { Seconds } from '../../model/time/units.ts';
import { findWordGroups } from './told-words.ts';
import type { UsualReplyTime } from './usual-reply-time.ts';
import { GROUP_NAMES, WORD_GROUPS, type WordGroup } from './vocabulary/word-groups.ts';

/** The known facts of a message that nobody has answered. */
export interface MessageFacts {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly age: Seconds;
  /** Messages of the same visitor before it that nobody has answered. */
  readonly unansweredBefore: number;
  /** All messages and chats of the same visitor before it. */
  readonly contactsBefore: number;
  /** The time since the visitor's latest missed chat before it. */
  readonly missedChatBefore?: Seconds | undefined;
}

/** A part of a score, with what speaks for it. */
export type Evidence = { readonly points: number } & (
  | { readonly kind: WordGroup; readonly said: string }
  | { readonly kind: 'tone'; readonly capitals: boolean; readonly exclamations: number }
  | {
      readonly kind: 'age';
      readonly age: Seconds;
      readonly longerThan: 'median' | 'p90';
      readonly usual: UsualReplyTime;
    }
  | { readonly kind: 'attempts'; readonly unansweredBefore: number }
  | { readonly kind: 'missed_chat'; readonly before: Seconds }
  | { readonly kind: 'returning'; readonly contactsBefore: number }
);

/** The priority of a message, and the evidence for it. */
export interface Priority {
  /** Whole points from 0 to 100: the sum of its evidence. */
  readonly score: number;
  readonly level: TriagePriority;
  /** The evidence that counts most first, that against it last. */
  readonly evidence: readonly Evidence[];
}

const MIN_POINTS = { urgent: 45, soon: 18 } as const;
const MAX_POINTS = 100;

/** Of a longer text the beginning is read: nobody states an emergency behind so much else. */
const MAX_CHARACTERS = 4000;

/** Scores how soon a message should be answered. */
export function priorityOf(message: MessageFacts, usual: UsualReplyTime): Priority {
  const text = `${message.subject ?? ''}\n${message.text ?? ''}`.slice(0, MAX_CHARACTERS);
  const found = [...evidenceOfWords(text), ...evidenceOfTone(text), ...evidenceOfHistory(message, usual)];
  const evidence: Evidence[] = [];
  let score = 0;
  for (const one of found.sort((a, b) => b.points - a.points)) {
    const points = Math.min(MAX_POINTS, Math.max(0, score + one.points)) - score;
    if (points !== 0) evidence.push({ ...one, points });
    score += points;
  }
  return { score, level: levelOf(score), evidence };
}

function levelOf(score: number): TriagePriority {
  if (score >= MIN_POINTS.urgent) return 'urgent';
  return score >= MIN_POINTS.soon ? 'soon' : 'can_wait';
}

/** The groups that name a message's matter. Who mentions several of them is in no greater need than who mentions one. */
const MATTERS: readonly WordGroup[] = [
  'safety',
  'fraud',
  'standstill',
  'summons',
  'stranded',
  'outage',
  'health',
  'legal',
  'money',
  'cancellation',
  'goods',
  'access',
  'booking',
  'paperwork',
];
const POINTS_OF_FURTHER_MATTER = 2;

function evidenceOfWords(text: string): Evidence[] {
  const told = findWordGroups(text);
  const gravest = MATTERS.filter((group) => told.has(group)).reduce<WordGroup | undefined>(
    (one, other) => (one === undefined || WORD_GROUPS[other].points > WORD_GROUPS[one].points ? other : one),
    undefined,
  );
  return GROUP_NAMES.flatMap((kind) => {
    const said = told.get(kind);
    const { beside } = WORD_GROUPS[kind];
    if (said === undefined || (beside !== undefined && !beside.some((group) => told.has(group)))) return [];
    const isFurther = MATTERS.includes(kind) && kind !== gravest;
    return [{ kind, points: isFurther ? POINTS_OF_FURTHER_MATTER : WORD_GROUPS[kind].points, said }];
  });
}

/** The letters from which capitals are loud: in shorter texts they are names and abbreviations. */
const MIN_LETTERS = 12;
/** The share of capital letters in words of them from which a text is loud. */
const LOUD_SHARE = 0.25;
const LOUD_WORD = /(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu;

/** Tells whether a text is written loudly: in capital letters, or with many exclamation marks. */
function evidenceOfTone(text: string): Evidence[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const loud = (text.match(LOUD_WORD) ?? []).reduce((sum, word) => sum + word.length, 0);
  const capitals = letters >= MIN_LETTERS && loud > letters * LOUD_SHARE;
  const exclamations = text.match(/[!！]/g)?.length ?? 0;
  const points = (capitals ? 2 : 0) + (exclamations >= 3 ? 1 : 0);
  return points === 0 ? [] : [{ kind: 'tone', points, capitals, exclamations }];
}

const WEEK = 7 * 86_400;

function evidenceOfHistory(
  { age, unansweredBefore, contactsBefore, missedChatBefore }: MessageFacts,
  usual: UsualReplyTime,
): Evidence[] {
  const evidence: Evidence[] = [];
  if (age > usual.p90) evidence.push({ kind: 'age', points: 10, age, longerThan: 'p90', usual });
  else if (age > usual.median) evidence.push({ kind: 'age', points: 5, age, longerThan: 'median', usual });
  if (unansweredBefore > 0) {
    evidence.push({ kind: 'attempts', points: Math.min(12, 6 * unansweredBefore), unansweredBefore });
  }
  if (missedChatBefore !== undefined && missedChatBefore < WEEK) {
    evidence.push({ kind: 'missed_chat', points: 6, before: missedChatBefore });
  }
  if (contactsBefore > 0) evidence.push({ kind: 'returning', points: 2, contactsBefore });
  return evidence;
}
