import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { SeenAgent, SeenOfflineMessages } from '../../model/codes.ts';
import { confidenceOf, wilsonInterval, type Agreement } from '../statistics/confidence.ts';
import {
  commonValues,
  countByValue,
  evidenceOf,
  sum,
  witnessed,
  type CodeEvidence,
  type Proof,
} from './code-evidence.ts';
import { trusted } from '../../model/text/trusted-text.ts';

// The codes of which the lists of offline messages and of agents tell something (specification, section 2).

/** The fewest messages that have just come in: they only have to show that the value is not the other one. */
const MIN_NEW = 3;

/**
 * `unread`: who replies has read the message, so the value that nearly all answered messages carry is "read", and of
 * two values the other one "unread", if most of what has just come in carries that: on a desk that answers from
 * elsewhere, it is the answered messages that stay unread.
 */
export function unreadEvidence(messages: readonly SeenOfflineMessages[]): CodeEvidence<'unread'> {
  const codeOf = ({ unreadCode }: SeenOfflineMessages) => unreadCode;
  const countOf = ({ count }: SeenOfflineMessages) => count;
  const seen = countByValue(messages, codeOf, countOf);
  const replied = countByValue(
    messages.filter((message) => message.replied),
    codeOf,
    countOf,
  );
  const waiting = countByValue(
    messages.filter((message) => message.isRecent && !message.replied),
    codeOf,
    countOf,
  );
  const shareOf = (value: number): Agreement => ({ n: seen.get(value) ?? 0, agreeing: replied.get(value) ?? 0 });
  const read = witnessed(replied);
  const [unread, ...others] = commonValues(seen).filter((value) => value !== read?.value);
  const proofs = new Map<number, Proof<'read' | 'unread'>>();
  if (
    read !== undefined &&
    unread !== undefined &&
    others.length === 0 &&
    wilsonInterval(shareOf(unread))[1] < confidenceOf(shareOf(read.value)) &&
    isNew(unread, waiting)
  ) {
    const { value, agreement } = read;
    proofs.set(value, { meaning: 'read', agreement, because: trusted`messages with a reply` });
    proofs.set(unread, { meaning: 'unread', agreement, because: trusted`messages with a reply are not` });
  }
  return evidenceOf(
    seen,
    (value) => [
      trusted`${replied.get(value) ?? 0} of them with a reply`,
      trusted`${waiting.get(value) ?? 0} without one that had just come in`,
    ],
    proofs,
  );
}

/** Whether most of what has just come in carries a value. */
function isNew(value: number, waiting: ReadonlyMap<number, number>): boolean {
  const all = sum(waiting.values());
  return all >= MIN_NEW && 2 * (waiting.get(value) ?? 0) > all;
}

/**
 * `enabled`: who is online, or logged in within the last day, has an enabled account. Another value is not proven to
 * be "disabled" by that: it may be an account that was never used.
 */
export function enabledEvidence(agents: readonly SeenAgent[]): CodeEvidence<'enabled'> {
  const codeOf = ({ enabledCode }: SeenAgent) => enabledCode;
  const seen = countByValue(agents, codeOf, () => 1);
  const atWork = countByValue(agents.filter(isAtWork), codeOf, () => 1);
  const enabled = witnessed(atWork);
  return evidenceOf(
    seen,
    (value) => [trusted`${atWork.get(value) ?? 0} of them at work (online, or logged in within a day)`],
    enabled === undefined
      ? new Map()
      : new Map([
          [enabled.value, { meaning: 'enabled', agreement: enabled.agreement, because: trusted`agents at work` }],
        ]),
  );
}

function isAtWork({ status, lastLoginAt, seenAt }: SeenAgent): boolean {
  return status?.toLowerCase() === 'online' || (lastLoginAt !== undefined && seenAt - lastLoginAt < MILLIS_PER_DAY);
}
