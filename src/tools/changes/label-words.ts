import { agent as byAgent } from '../../figures/groupings/agent.ts';
import { GROUPINGS } from '../../figures/groupings/catalogue.ts';
import { dayNumber, dayText } from '../../figures/groupings/day.ts';
import { WEEKDAYS } from '../../figures/groupings/wall-clock.ts';
import type { Stream } from '../../insights/changes/numbers.ts';
import type { Cause } from '../../insights/changes/cause.ts';
import { OTHERS, type View } from '../../insights/changes/parts.ts';
import { parseLocalDate } from '../../model/calendar/zone.ts';
import { weekdayDayText } from '../../model/words/time.ts';
import { Quoted } from '../../privacy/quoted.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentNames, groupLabel, type GroupLabel } from '../performance/group-words.ts';
import type { Change, Explained } from './read-change.ts';

/** What the parts of a change are called, in data and in words. */
export interface Labels {
  readonly of: (by: View | Stream, key: number) => { readonly key: string; readonly label: GroupLabel };
  /** A day of the table: `Sat 14 Nov`, and as a date. */
  readonly day: (day: number) => string;
  readonly date: (day: number) => string;
}

/** Labels the parts of a change by the names of agents, and what strangers call their countries. */
export async function labelsOf(
  { explained, agents, periods }: Change,
  { archive }: Desk,
  { redactor }: AskedQuestion,
): Promise<Labels> {
  const names = { agents: agentNames(await archive.agents.all(), agents), visitors: new Map(), redactor };
  const { period } = periods[1];
  const firstDay = dayNumber(new Date(period.from));
  const date = (one: number) => dayText(firstDay + one);
  const day = (one: number) => weekdayDayText(parseLocalDate(date(one)), period.from.slice(0, 4));
  return {
    day,
    date,
    of: (by, key) => {
      if (key === OTHERS) return { key: 'others', label: own('others') };
      switch (by) {
        case 'all':
          return { key: 'all', label: own('all chats') };
        case 'day':
          return { key: date(key), label: own(day(key)) };
        case 'weekday':
          return { key: `${key}`, label: own(WEEKDAYS[key] ?? '') };
        case 'hour': {
          const text = `${key}`.padStart(2, '0');
          return { key: text, label: own(`${text}:00`) };
        }
        default: {
          const { keys, originals } = explained?.named.get(by) ?? {};
          const original = originals?.[key - 1] ?? Number.NaN;
          if (keys === undefined) return { key: `${key}`, label: own(`${key}`) };
          return { key: keys.text(original), label: groupLabel([keys.label(original)], names) };
        }
      }
    },
  };
}

function own(words: string): GroupLabel {
  return { text: new Quoted(words), own: words };
}

/** What a grouping is called: `agent`, `started by`. */
export function viewWords(by: View | Stream): string {
  return GROUPINGS.find(({ name }) => name === by)?.label ?? byAgent.label;
}

/** The id of the agent whom a cause is about. */
export function agentNumberOf(cause: Cause | undefined, { named }: Explained): number | undefined {
  if (cause === undefined || !('by' in cause) || cause.by !== 'agent') return undefined;
  return named.get('agent')?.originals[cause.key - 1];
}
