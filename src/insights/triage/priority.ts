import type { Seconds } from '../../model/time/units.ts';

/** The known facts of a message that nobody has answered. What it says is not among them: whoever reads it judges that. */
export interface MessageFacts {
  readonly age: Seconds;
  /** Messages of the same visitor before it that nobody has answered. */
  readonly unansweredBefore: number;
  /** Whether an email or a phone number of the visitor is known. */
  readonly hasAddress: boolean;
  /** The time since the visitor's latest missed chat before it. */
  readonly missedChatBefore?: Seconds | undefined;
  /** The time until the visitor's latest chat after it that an agent took. */
  readonly servedAfter?: Seconds | undefined;
}

/** A part of a score, with what speaks for it or against it. */
export type Evidence = { readonly points: number } & (
  | { readonly kind: 'age'; readonly age: Seconds }
  | { readonly kind: 'attempts'; readonly unansweredBefore: number }
  | { readonly kind: 'missed_chat'; readonly before: Seconds }
  | { readonly kind: 'served_since'; readonly after: Seconds }
  | { readonly kind: 'no_address' }
);

/** The place of a message in the order of work, and the evidence for it. */
export interface Priority {
  /** The sum of its evidence, in whole points: at most MAX_SCORE, and below 0 where more speaks against it. */
  readonly score: number;
  /** The evidence that counts most first, that against it last. */
  readonly evidence: readonly Evidence[];
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What is an emergency at all is most of the time one of the last hours; what is old has mostly settled itself. */
const POINTS_OF_AGE = [
  { under: 8 * HOUR, points: 60 },
  { under: DAY, points: 50 },
  { under: 3 * DAY, points: 35 },
  { under: 7 * DAY, points: 25 },
  { under: 30 * DAY, points: 15 },
  { under: Infinity, points: 5 },
] as const;

const POINTS_OF_ATTEMPT = 6;
const MAX_POINTS_OF_ATTEMPTS = 12;
const POINTS_OF_MISSED_CHAT = 8;
/** A chat that was missed longer before a message was hardly its beginning. */
const MISSED_WITHIN = DAY;
/** The score of a new message of somebody who wrote before and whose chat was missed. */
export const MAX_SCORE = POINTS_OF_AGE[0].points + MAX_POINTS_OF_ATTEMPTS + POINTS_OF_MISSED_CHAT;

const POINTS_OF_SERVED = -40;
const POINTS_WITHOUT_ADDRESS = -15;

/** Scores how soon a message should be read, by its facts alone. */
export function priorityOf(message: MessageFacts): Priority {
  const evidence = evidenceOf(message).toSorted((one, other) => other.points - one.points);
  return { score: evidence.reduce((sum, { points }) => sum + points, 0), evidence };
}

function evidenceOf({ age, unansweredBefore, hasAddress, missedChatBefore, servedAfter }: MessageFacts): Evidence[] {
  const points = POINTS_OF_AGE.find(({ under }) => age < under)?.points ?? 0;
  const evidence: Evidence[] = [{ kind: 'age', points, age }];
  if (unansweredBefore > 0) {
    const points = Math.min(MAX_POINTS_OF_ATTEMPTS, POINTS_OF_ATTEMPT * unansweredBefore);
    evidence.push({ kind: 'attempts', points, unansweredBefore });
  }
  if (missedChatBefore !== undefined && missedChatBefore < MISSED_WITHIN) {
    evidence.push({ kind: 'missed_chat', points: POINTS_OF_MISSED_CHAT, before: missedChatBefore });
  }
  if (servedAfter !== undefined) {
    evidence.push({ kind: 'served_since', points: POINTS_OF_SERVED, after: servedAfter });
  }
  if (!hasAddress) evidence.push({ kind: 'no_address', points: POINTS_WITHOUT_ADDRESS });
  return evidence;
}
