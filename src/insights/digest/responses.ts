import { omitUndefined } from '../../model/omit-undefined.ts';
import { secondsBetween, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { mayHideParty, type Role } from '../codes/authorship.ts';

/** The times that the visitor of one chat waited for human agents; bots and the system neither ask nor answer. */
export interface Responses {
  /** Whether the visitor wrote at least once, at a known time. */
  readonly asked: boolean;
  /** From the visitor's first message to the first one of an agent after it; absent where there was none. */
  readonly first?: Seconds;
  /** For each run of the visitor's messages that an agent answered: from its first message to the answer. */
  readonly all: readonly Seconds[];
  /** Whether the visitor wrote last, so that nobody answered. */
  readonly dropped: boolean;
  /** The number of messages that visitor and agents wrote. */
  readonly messages: number;
}

/**
 * Measures the answers to a visitor, over messages in time order; undefined where some may be the visitor's or an agent's
 * and nobody can tell. Where both are known, an unknown author is a bot or the system. A message without a time measures
 * nothing, but tells who wrote.
 */
export function responsesOf(messages: readonly { at?: EpochMillis }[], roles: readonly Role[]): Responses | undefined {
  if (mayHideParty(roles)) return undefined;
  const all: Seconds[] = [];
  let first: Seconds | undefined;
  let askedAt: EpochMillis | undefined;
  let waitingSince: EpochMillis | undefined;
  for (const [index, { at }] of messages.entries()) {
    const role = roles[index];
    if (role === 'visitor') {
      askedAt ??= at;
      waitingSince ??= at;
    } else if (role === 'agent') {
      if (at !== undefined && askedAt !== undefined) first ??= secondsBetween(askedAt, at);
      if (at !== undefined && waitingSince !== undefined) all.push(secondsBetween(waitingSince, at));
      waitingSince = undefined;
    }
  }
  return {
    asked: askedAt !== undefined,
    ...omitUndefined({ first }),
    all,
    dropped: roles.findLast((role) => role === 'visitor' || role === 'agent') === 'visitor',
    messages: roles.filter((role) => role === 'visitor' || role === 'agent').length,
  };
}
