import { agentNumberOf, type Labels } from './label-words.ts';
import type { Change, Explained } from './read-change.ts';

/** Says what to ask next: the days of the first cause by hour, or since when it has been so. */
export function nextWords(
  { name, periods, agent }: Change,
  explained: Explained,
  { date }: Labels,
  serviceLevel?: number,
): string {
  const { period } = periods[1];
  // No question names an hour but the last one, which is another one by then.
  if (period.hour !== undefined) return 'Ask next: the same of a longer period, such as today.';
  const [first] = explained.causes;
  const [from, to] =
    first?.days === undefined ? [period.from, period.to] : [date(first.days[0] ?? 0), date(first.days.at(-1) ?? 0)];
  const whose = agent?.agentId ?? agentNumberOf(first, explained);
  const of = whose === undefined ? '' : `, agent "${whose}"`;
  const within = serviceLevel === undefined ? '' : `, service_level_seconds ${serviceLevel}`;
  const metrics = [...new Set(['chats', name])].map((one) => `"${one}"`).join(', ');
  const by = from === to ? 'hour' : 'day';
  return `Ask next: get_support_performance with from ${from}, to ${to}${of}, timezone "${period.zone.id}"${within}, metrics [${metrics}], group_by ["${by}"]: when it was.`;
}
