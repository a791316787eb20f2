import { secondsBetween, type Seconds } from '../model/units.ts';
import type { ChatMessage } from '../model/records.ts';
import type { Role } from './authorship.ts';

/** What a transcript shows at a glance. Absent: it did not happen, or cannot be told. */
export interface TranscriptDigest {
  readonly messages: Readonly<Record<Role, number>>;
  /** From the visitor's first message to the first one by a human agent after it; bots do not count. */
  readonly firstResponseSeconds?: Seconds;
  /** Whether the last one to write was the visitor, so that something may be unanswered. */
  readonly endsWithVisitor?: boolean;
}

/** Digests a transcript whose messages are in time order. */
export function digestTranscript(messages: readonly ChatMessage[], roles: readonly Role[]): TranscriptDigest {
  const counts: Record<Role, number> = { visitor: 0, agent: 0, bot: 0, system: 0, unknown: 0 };
  for (const role of roles) counts[role] += 1;
  const question = messages.findIndex(({ at }, index) => roles[index] === 'visitor' && at !== undefined);
  const asked = messages[question]?.at;
  const answered = messages.find(
    ({ at }, index) => index > question && roles[index] === 'agent' && at !== undefined,
  )?.at;
  // Who wrote last, bots and the system aside. One who cannot be told may be either.
  const last = roles.findLast((role) => role === 'visitor' || role === 'agent' || role === 'unknown');
  return {
    messages: counts,
    ...(asked !== undefined && answered !== undefined && { firstResponseSeconds: secondsBetween(asked, answered) }),
    ...(last !== 'unknown' && { endsWithVisitor: last === 'visitor' }),
  };
}
