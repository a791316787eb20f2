import type { Cause, Explained } from '../../insights/changes/explained.ts';
import { dayText } from '../../figures/groupings/day.ts';
import type { MetricName } from '../../figures/metrics/catalogue.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import { isAgentId } from '../../model/chat-columns.ts';
import type { AgentId } from '../../model/ids.ts';

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
): string {
  const { from, to, hour } = asked.period;
  // No question names an hour but the last one, which is another one by then.
  if (hour !== undefined) return 'Ask next: the same of a longer period, such as today.';
  if (oddDay !== undefined) {
    return `Ask next: ${ofDay(firsts[oddDay.which] + oddDay.block, asked)}: when it was.`;
  }
  const [first] = causes;
  if (first !== undefined) return `Ask next: ${ofCause(first, asked)}`;
  const longer = longerThan(asked.period);
  if (chance === undefined) {
    return longer === undefined
      ? `Ask next: ${ofDays(asked, [], 'day')}: since when.`
      : `Ask next: the same of a longer period, such as ${longer}.`;
  }
  const surer = longer && `the same with period ${longer}, which tells smaller changes from chance`;
  const [heavy] = heaviest;
  if (!isBeyondChance && heavy !== undefined) {
    const day = firsts[heavy.which] + heavy.block;
    const happened = `what happened on ${dayText(day)}: ${ofDay(day, asked)}`;
    return surer === undefined ? `Ask next: ${happened}.` : `Ask next: ${surer}; or ${happened}.`;
  }
  if (isBeyondChance) return `Ask next: ${ofDays(asked, [], from === to ? 'hour' : 'day')}: since when.`;
  const goesOn = `get_support_performance with period last_90_days${alike(asked)}, ${metricsOf(asked)}, group_by ["week"]: whether it goes on.`;
  return surer === undefined ? `Ask next: ${goesOn}` : `Ask next: ${surer}; or ${goesOn}`;
}

/** A named period that is longer; undefined where there is none. */
function longerThan(period: Period): string | undefined {
  const days = lengthInDays(period);
  return days < 30 ? 'last_30_days' : days < 90 ? 'last_90_days' : undefined;
}

/** Of whom, in which zone and within what time the question was. */
function alike({ agent, serviceLevel, period: { zone } }: AskedChange): string {
  const of = agent === undefined ? '' : `, agent "${agent}"`;
  const within = serviceLevel === undefined ? '' : `, service_level_seconds ${serviceLevel}`;
  return `${of}, timezone "${zone.id}"${within}`;
}

function metricsOf({ metric }: AskedChange, more: readonly MetricName[] = []): string {
  const names = [...new Set([...more, metric])].map((name) => `"${name}"`);
  return `metrics [${names.join(', ')}]`;
}

function ofDay(day: number, asked: AskedChange): string {
  return `get_support_performance with from and to ${dayText(day)}${alike(asked)}, ${metricsOf(asked, ['chats'])}, group_by ["hour"]`;
}

function ofDays(asked: AskedChange, more: readonly MetricName[], by: 'hour' | 'day' | 'weekday'): string {
  const { from, to } = asked.period;
  return `get_support_performance with from ${from}, to ${to}${alike(asked)}, ${metricsOf(asked, more)}, group_by ["${by}"]`;
}

function ofCause({ by, part }: Cause, asked: AskedChange): string {
  const which = by === 'load' ? 'load' : by.name;
  const { from, to } = asked.period;
  const days = `get_support_performance with from ${from}, to ${to}`;
  switch (which) {
    case 'agent': {
      const agent = part !== undefined && isAgentId(part.key) ? part.key : undefined;
      return agent === undefined
        ? `${ofDays(asked, ['chats'], 'day')}: since when.`
        : `${ofDays({ ...asked, agent }, ['chats'], 'day')}: since when.`;
    }
    case 'hour': {
      const hour = part?.key ?? 0;
      return `${days}, hours "${hour}-${hour + 1}"${alike(asked)}, ${metricsOf(asked, ['chats', 'missed', 'wait'])}, group_by ["day"]; then the same by agent: who was there.`;
    }
    case 'load':
      return `${ofDays(asked, ['chats', 'missed', 'wait'], 'hour')}: when too many came for those who were there.`;
    case 'country':
      return `${days}${alike(asked)}, ${metricsOf(asked, ['chats'])}, group_by ["country", "day"]: since when.`;
    default:
      return `${ofDays(asked, ['chats'], which === 'weekday' ? 'weekday' : 'day')}: when it was.`;
  }
}
