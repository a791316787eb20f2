import { agent } from './agent.ts';
import { country } from './country.ts';
import { day } from './day.ts';
import { endedBy } from './ended-by.ts';
import type { Grouping } from './grouping.ts';
import { hour } from './hour.ts';
import { month } from './month.ts';
import { rating } from './rating.ts';
import { startedBy } from './started-by.ts';
import { transferred } from './transferred.ts';
import { visitor } from './visitor.ts';
import { week } from './week.ts';
import { weekday } from './weekday.ts';

/** Every grouping, in the order in which they are told; in a picture of two of them, the first one lies across. */
export const GROUPINGS = [
  day,
  hour,
  week,
  month,
  weekday,
  rating,
  startedBy,
  endedBy,
  transferred,
  country,
  agent,
  visitor,
] as const satisfies readonly Grouping[];

export type GroupingName = (typeof GROUPINGS)[number]['name'];

/** Groupings by their names, in the order in which they are named. */
export function groupingsNamed(names: readonly GroupingName[]): Grouping[] {
  return names.flatMap((name) => GROUPINGS.filter((grouping) => grouping.name === name));
}
