import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { SeenAgent, SeenOfflineMessages } from '../../model/codes.ts';
import { confidenceOf, wilsonInterval } from '../../figures/statistics/confidence.ts';
import type { Agreement, Likely, Proof } from '../../model/codebook/codebook.ts';
import { commonValues, countByValue, evidenceOf, ofText, sum, witnessed, type CodeEvidence } from './code-evidence.ts';
import { mainValues, otherOfTwo } from './likelihood.ts';
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
    const because = trusted`messages with a reply have ${value}`;
    proofs.set(value, { meaning: 'read', agreement, because });
    proofs.set(unread, { meaning: 'unread', agreement, because });
  }
  return evidenceOf(
    seen,
    (value) => [
      trusted`${replied.get(value) ?? 0} of them with a reply`,
      trusted`${waiting.get(value) ?? 0} without one that had just come in`,
    ],
    proofs,
    likelyUnread(seen, replied, waiting),
  );
}

/**
 * Answered messages mostly have the one value, and of the other value few are answered. Nothing of what has just come in
 * may speak against it.
 */
function likelyUnread(
  seen: ReadonlyMap<number, number>,
  replied: ReadonlyMap<number, number>,
  waiting: ReadonlyMap<number, number>,
): ReadonlyMap<number, Likely<'read' | 'unread'>> {
  const values = mainValues(seen);
  const [one, other] = values.toSorted((a, b) => shareIn(replied, seen, b) - shareIn(replied, seen, a));
  if (one === undefined || other === undefined || values.length > 2) return new Map();
  const [read, unread] = [one, other].map((value): Agreement => ({
    n: seen.get(value) ?? 0,
    agreeing: replied.get(value) ?? 0,
  }));
  if (read === undefined || unread === undefined || wilsonInterval(read)[0] <= wilsonInterval(unread)[1])
    return new Map();
  const newest = sum(waiting.values());
  if (newest > 0 && 2 * (waiting.get(other) ?? 0) < newest) return new Map();
  const because = trusted`${ofText(read)} loaded messages with ${one} have a reply, ${ofText(unread)} with ${other}`;
  return new Map<number, Likely<'read' | 'unread'>>([
    [one, { meaning: 'read', because }],
    [other, { meaning: 'unread', because }],
  ]);
}

function shareIn(part: ReadonlyMap<number, number>, whole: ReadonlyMap<number, number>, value: number): number {
  return (part.get(value) ?? 0) / (whole.get(value) ?? 1);
}

/** Whether most of what has just come in carries a value. */
function isNew(value: number, waiting: ReadonlyMap<number, number>): boolean {
  const all = sum(waiting.values());
  return all >= MIN_NEW && 2 * (waiting.get(value) ?? 0) > all;
}

/**
 * `enabled`: who is online, or logged in within the last day, has an enabled account. Another value is not proven to
 * be "disabled" by that: it may be an account that was never used. Likely it is, where none of these is at work.
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
    likelyEnabled(seen, atWork),
  );
}

/** With fewer agents at work, all of them may have the same value by chance. */
const FEWEST_AT_WORK = 3;

function likelyEnabled(
  seen: ReadonlyMap<number, number>,
  atWork: ReadonlyMap<number, number>,
): ReadonlyMap<number, Likely<'enabled' | 'disabled'>> {
  const [value, ...more] = [...atWork.keys()];
  const count = sum(atWork.values());
  if (value === undefined || more.length > 0 || count < FEWEST_AT_WORK) return new Map();
  const because = trusted`all ${count} agents at work (online, or logged in within a day) have ${value}`;
  return new Map<number, Likely<'enabled' | 'disabled'>>([
    [value, { meaning: 'enabled', because }],
    ...otherOfTwo(seen, value, { meaning: 'disabled' as const, because }),
  ]);
}

function isAtWork({ status, lastLoginAt, seenAt }: SeenAgent): boolean {
  return status?.toLowerCase() === 'online' || (lastLoginAt !== undefined && seenAt - lastLoginAt < MILLIS_PER_DAY);
}
