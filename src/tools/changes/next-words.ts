import type { Cause, Explained } from '../../insights/changes/explained.ts';
import { dayText } from '../../insights/groupings/day.ts';
import type { MetricName } from '../../insights/metrics/catalogue.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import { isAgentId } from '../../model/chat-columns.ts';
import type { AgentId } from '../../model/ids.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';

/** What the question named, and the next one has to name, too. */
export interface AskedChange {
  readonly metric: MetricName;
  readonly period: Period;
  readonly agent: AgentId | undefined;
  readonly serviceLevel: number | undefined;
}

/** Says what to ask next, of what stands out first. */
export function nextWords(
  { causes, oddDay, chance, isBeyondChance, heaviest }: Explained,
  asked: AskedChange,
  firsts: readonly [number, number],
): OwnText {
  const { from, to, hour } = asked.period;
  // No question names an hour but the last one, which is another one by then.
  if (hour !== undefined) return safe`Ask next: the same of a longer period, such as today.`;
  if (oddDay !== undefined) {
    return safe`Ask next: ${ofDay(firsts[oddDay.which] + oddDay.block, asked)}: when it was.`;
  }
  const [first] = causes;
  if (first !== undefined) return safe`Ask next: ${ofCause(first, asked)}`;
  const longer = longerThan(asked.period);
  if (chance === undefined) {
    return longer === undefined
      ? safe`Ask next: ${ofDays(asked, [], 'day')}: since when.`
      : safe`Ask next: the same of a longer period, such as ${longer}.`;
  }
  const surer = longer && safe`the same with period ${longer}, which tells smaller changes from chance`;
  const [heavy] = heaviest;
  if (!isBeyondChance && heavy !== undefined) {
    const day = firsts[heavy.which] + heavy.block;
    const happened = safe`what happened on ${ownWord(dayText(day))}: ${ofDay(day, asked)}`;
    return surer === undefined ? safe`Ask next: ${happened}.` : safe`Ask next: ${surer}; or ${happened}.`;
  }
  if (isBeyondChance) return safe`Ask next: ${ofDays(asked, [], from === to ? 'hour' : 'day')}: since when.`;
  const goesOn = safe`get_support_performance with period last_90_days${alike(asked)}, ${metricsOf(asked)}, group_by ["week"]: whether it goes on.`;
  return surer === undefined ? safe`Ask next: ${goesOn}` : safe`Ask next: ${surer}; or ${goesOn}`;
}

/** A named period that is longer; undefined where there is none. */
function longerThan(period: Period): OwnText | undefined {
  const days = lengthInDays(period);
  return days < 30 ? safe`last_30_days` : days < 90 ? safe`last_90_days` : undefined;
}

/** Of whom, in which zone and within what time the question was. */
function alike({ agent, serviceLevel, period: { zone } }: AskedChange): OwnText {
  const of = agent === undefined ? safe`` : safe`, agent "${agent}"`;
  const within = serviceLevel === undefined ? safe`` : safe`, service_level_seconds ${serviceLevel}`;
  return safe`${of}, timezone "${ownWord(zone.id)}"${within}`;
}

function metricsOf({ metric }: AskedChange, more: readonly MetricName[] = []): OwnText {
  const names = [...new Set([...more, metric])].map((name) => safe`"${ownWord(name)}"`);
  return safe`metrics [${joinSafe(names, ', ')}]`;
}

function ofDay(day: number, asked: AskedChange): OwnText {
  return safe`get_support_performance with from and to ${ownWord(dayText(day))}${alike(asked)}, ${metricsOf(asked, ['chats'])}, group_by ["hour"]`;
}

function ofDays(asked: AskedChange, more: readonly MetricName[], by: 'hour' | 'day' | 'weekday'): OwnText {
  const { from, to } = asked.period;
  return safe`get_support_performance with from ${ownWord(from)}, to ${ownWord(to)}${alike(asked)}, ${metricsOf(asked, more)}, group_by ["${ownWord(by)}"]`;
}

function ofCause({ by, part }: Cause, asked: AskedChange): OwnText {
  const which = by === 'load' ? 'load' : by.name;
  const { from, to } = asked.period;
  const days = safe`get_support_performance with from ${ownWord(from)}, to ${ownWord(to)}`;
  switch (which) {
    case 'agent': {
      const agent = part !== undefined && isAgentId(part.key) ? part.key : undefined;
      return agent === undefined
        ? safe`${ofDays(asked, ['chats'], 'day')}: since when.`
        : safe`${ofDays({ ...asked, agent }, ['chats'], 'day')}: since when.`;
    }
    case 'hour': {
      const hour = part?.key ?? 0;
      return safe`${days}, hours "${hour}-${hour + 1}"${alike(asked)}, ${metricsOf(asked, ['chats', 'missed', 'wait'])}, group_by ["day"]; then the same by agent: who was there.`;
    }
    case 'load':
      return safe`${ofDays(asked, ['chats', 'missed', 'wait'], 'hour')}: when too many came for those who were there.`;
    case 'country':
      return safe`${days}${alike(asked)}, ${metricsOf(asked, ['chats'])}, group_by ["country", "day"]: since when.`;
    default:
      return safe`${ofDays(asked, ['chats'], which === 'weekday' ? 'weekday' : 'day')}: when it was.`;
  }
}
