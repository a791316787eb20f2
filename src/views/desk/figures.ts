import type { FigureView, Group, Performance } from '../answers.ts';
import type { Arguments } from '../host.ts';

/** What lists of chats are shown when a number is pressed. */
export type OpenChats = (title: string, args: Arguments) => void;

interface Behind {
  readonly title: string;
  readonly chats: Arguments;
}

/** The chats behind a figure; a metric is absent where list_chats cannot find just these, or put them in this order. */
const BEHIND: Readonly<Record<string, Behind>> = {
  chats: { title: 'All chats', chats: {} },
  missed: { title: 'Missed chats', chats: { missed: true } },
  served: { title: 'Served chats', chats: { missed: false } },
  wait: { title: 'Served chats, the longest wait first', chats: { missed: false, order: 'longest_wait' } },
  service_level: { title: 'Served chats, the longest wait first', chats: { missed: false, order: 'longest_wait' } },
  duration: { title: 'Served chats, the longest first', chats: { missed: false, order: 'longest' } },
  rating: { title: 'Rated chats, the lowest rating first', chats: { rated: true, order: 'lowest_rating' } },
  transferred: { title: 'Transferred chats', chats: { transferred: true } },
};

/** What a desk looks at first. */
export const MAIN_METRICS = [
  'chats',
  'missed',
  'first_response',
  'wait',
  'service_level',
  'rating',
  'duration',
  'transferred',
];

export const AGENT_METRICS = ['chats', 'wait', 'first_response', 'duration', 'rating', 'concurrency'];

/** A figure among those of an answer or a group; undefined where nothing is known of it. */
export function figureIn(figures: readonly FigureView[], metric: string): FigureView | undefined {
  const found = figures.find((figure) => figure.metric === metric);
  return found?.main && found;
}

/** The number by which figures are ordered and shaded: of a share how many chats it is. */
export const weightOf = (figure: FigureView | undefined): number | undefined => (figure?.count ?? figure?.main)?.value;

/** What opens the chats behind a figure; undefined where no list shows them. */
export function behind(metric: string, args: Arguments, open: OpenChats): (() => void) | undefined {
  const { title, chats } = BEHIND[metric] ?? {};
  return title === undefined ? undefined : () => open(title, { ...args, ...chats });
}

/** The days of an answer as arguments: what stands for today may be another day by then. No days stand for an hour. */
export function daysOf({ period }: Pick<Performance, 'period'>): Arguments {
  const { from, to, timezone, start_at: start } = period;
  return start === undefined ? { from, to, timezone } : { period: 'last_hour', timezone };
}

/** The arguments of list_chats for the chats of a group; undefined where no argument finds them. */
export function chatsOfGroup(keys: readonly string[], by: readonly string[]): Arguments | undefined {
  return by.reduce<Arguments | undefined>((args, grouping, place) => {
    const found = ARGUMENTS_OF[grouping]?.(keys[place] ?? '');
    return args && found && { ...args, ...found };
  }, {});
}

const ARGUMENTS_OF: Readonly<Record<string, (key: string) => Arguments | undefined>> = {
  day: (day) => ({ from: day, to: day }),
  weekday: (weekday) => ({ weekdays: [weekday] }),
  hour: (hour) => ({ hours: `${Number(hour.slice(0, 2))}-${Number(hour.slice(0, 2)) + 1}` }),
  agent: (id) => (id === NO_AGENT ? undefined : { agent: id }),
  country: (country) => ({ country }),
  visitor: (visitor) => ({ visitor }),
};

/** The key of the chats that name no agent. */
export const NO_AGENT = 'none';

export const keysOf = ({ key }: Group): string[] => [key].flat();

export const nameOf = ({ label, quoted_label: quoted, key }: Group): string =>
  label ?? quoted ?? [key].flat().join(' · ');

/** Our own words as a heading begins. */
export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What a figure means: definitions of times are called by their unit. */
export const meaningOf = (metric: string, { definitions }: Performance): string | undefined =>
  definitions[metric] ?? definitions[`${metric}_seconds`];
