import type { Cause, Explained } from '../../insights/changes/explained.ts';
import { dayText } from '../../insights/groupings/day.ts';
import type { MetricName } from '../../insights/metrics/catalogue.ts';
import type { Period } from '../../model/calendar/period.ts';
import { ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

/** Says what to ask next, of what stands out first. */
export function nextWords(
  { causes, oddDay, chance, isBeyondChance, heaviest }: Explained,
  metric: MetricName,
  { from, to }: Period,
  firsts: readonly [number, number],
): OwnText {
  const name = ownWord(metric);
  const days = safe`from ${ownWord(from)}, to ${ownWord(to)}`;
  if (oddDay !== undefined) {
    const day = ownWord(dayText(firsts[oddDay.which] + oddDay.block));
    return safe`Ask next: get_support_performance with from and to ${day}, metrics ["chats", "${name}"], group_by ["hour"]: when it was.`;
  }
  const [first] = causes;
  if (first !== undefined) return safe`Ask next: ${ofCause(first, name, days)}`;
  if (chance === undefined) return safe`Ask next: the same of a longer period, such as last_30_days.`;
  const [heavy] = heaviest;
  if (!isBeyondChance && heavy !== undefined) {
    const day = ownWord(dayText(firsts[heavy.which] + heavy.block));
    return safe`Ask next: the same with period last_30_days, which tells smaller changes from chance; or what happened on ${day}: get_support_performance with from and to ${day}, metrics ["chats", "${name}"], group_by ["hour"].`;
  }
  return isBeyondChance
    ? safe`Ask next: get_support_performance with ${days}, metrics ["${name}"], group_by ["${from === to ? safe`hour` : safe`day`}"]: since when.`
    : safe`Ask next: the same with period last_30_days, which tells smaller changes from chance; or get_support_performance with period last_90_days, metrics ["${name}"], group_by ["week"]: whether it goes on.`;
}

function ofCause({ by, part }: Cause, name: OwnText, days: OwnText): OwnText {
  const which = by === 'load' ? 'load' : by.name;
  switch (which) {
    case 'agent':
      return safe`get_support_performance with ${days}, that agent, metrics ["${name}", "chats"], group_by ["day"]: since when.`;
    case 'hour': {
      const hour = part?.key ?? 0;
      return safe`get_support_performance with ${days}, hours "${hour}-${hour + 1}", metrics ["chats", "missed", "wait"], group_by ["day"]; then the same by agent: who was there.`;
    }
    case 'load':
      return safe`get_support_performance with ${days}, metrics ["chats", "missed", "wait"], group_by ["hour"]: when too many came for those who were there.`;
    case 'country':
      return safe`get_support_performance with ${days}, metrics ["chats", "${name}"], group_by ["country", "day"]: since when.`;
    default:
      return safe`get_support_performance with ${days}, metrics ["chats", "${name}"], group_by ["${which === 'weekday' ? safe`weekday` : safe`day`}"]: when it was.`;
  }
}
