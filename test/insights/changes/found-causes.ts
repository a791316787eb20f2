import type { MetricName } from '../../../src/figures/metrics/catalogue.ts';
import { desk, NOW, plantedDesk, WEEKS, type Planted } from './planted.ts';
import { DAY, explain, type WorldChat } from './worlds.ts';

// How often the causes that were planted are found, and others are invented.

/** What came of the desks of one kind. */
export interface Outcome {
  desks: number;
  /** Among what is named. */
  found: number;
  /** Named before all else. */
  first: number;
  /** Nothing was named. */
  silent: number;
}

export interface Invented {
  desks: number;
  /** The whole change was said to be more than chance, though nothing was planted. */
  changes: number;
  /** A part was named. */
  parts: number;
  /** A day was named on which the sandbox itself had an incident: as many chats in an hour as no ordinary one has. */
  incidents: number;
  /** Another day was named. */
  days: number;
  /** Any of these but the incidents. */
  any: number;
}

const METRICS = ['missed', 'wait', 'duration', 'rating', 'chats'] as const satisfies readonly MetricName[];
/** An incident brings 70 chats within an hour or so; the busiest ordinary hour of a medium world has about 30. */
const INCIDENT = 45;

/** Asks about desks with a planted cause. */
export function foundIn(seeds: readonly number[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const seed of seeds) {
    const planted = plantedDesk(seed);
    const outcome = outcomes.get(planted.what) ?? { desks: 0, found: 0, first: 0, silent: 0 };
    outcomes.set(planted.what, outcome);
    outcome.desks += 1;
    const named = namedIn(planted);
    if (named.length === 0) outcome.silent += 1;
    if (named.includes(true)) outcome.found += 1;
    if (named[0] === true) outcome.first += 1;
  }
  return outcomes;
}

/** Whether each thing that is named is what was planted, in order. */
function namedIn({ chats, metric, by, key }: Planted): boolean[] {
  const explained = explain(chats, WEEKS, metric);
  const countries = [...new Set(chats.map(({ country }) => country))].sort();
  const odd = explained?.oddDay;
  return [
    ...(odd === undefined ? [] : [by === 'day' && odd.which === 1 && odd.block === key]),
    ...(explained?.causes ?? []).map(
      (cause) =>
        cause.by !== 'load' &&
        cause.by.name === by &&
        (by === 'country' ? countries[cause.part?.key ?? -1] : cause.part?.key) === key,
    ),
  ];
}

/** Asks about desks without a cause, the sandbox's own and others. */
export function inventedIn(seeds: readonly number[]): ReadonlyMap<string, Invented> {
  const outcomes = new Map<string, Invented>();
  for (const seed of seeds) {
    const metric = METRICS[Math.floor(seed / 2) % METRICS.length] ?? 'missed';
    const kind = `${seed % 2 === 0 ? "sandbox's world" : 'over-dispersed desk'}, ${metric}`;
    const none = { desks: 0, changes: 0, parts: 0, incidents: 0, days: 0, any: 0 };
    const outcome = outcomes.get(kind) ?? none;
    outcomes.set(kind, outcome);
    outcome.desks += 1;
    const chats = desk(seed);
    const explained = explain(chats, WEEKS, metric);
    if (explained === undefined) continue;
    const { isBeyondChance, causes, oddDay } = explained;
    const isIncident = oddDay !== undefined && busiestHour(chats, oddDay) >= INCIDENT;
    const isDay = oddDay !== undefined && !isIncident;
    if (isBeyondChance) outcome.changes += 1;
    if (causes.length > 0) outcome.parts += 1;
    if (isIncident) outcome.incidents += 1;
    if (isDay) outcome.days += 1;
    if (isBeyondChance || causes.length > 0 || isDay) outcome.any += 1;
  }
  return outcomes;
}

function busiestHour(
  chats: readonly WorldChat[],
  { which, block }: { readonly which: number; readonly block: number },
) {
  const start = NOW - (which === 1 ? 7 : 14) * DAY + block * DAY;
  const counts = new Map<number, number>();
  for (const { requestedAt } of chats) {
    const hour = Math.floor((requestedAt - start) / 3_600_000);
    if (hour >= 0 && hour < 24) counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** Sums outcomes up. */
export function sumOf<Of extends Outcome | Invented>(outcomes: Iterable<Of>, key: keyof Of): number {
  return [...outcomes].reduce((sum, outcome) => sum + Number(outcome[key]), 0);
}

/** A table of outcomes, a line each. */
export function tableOf(outcomes: ReadonlyMap<string, object>): string {
  return [...outcomes]
    .map(
      ([name, outcome]) =>
        `${name}: ${Object.entries(outcome)
          .map(([key, value]) => `${key} ${value}`)
          .join(', ')}`,
    )
    .join('\n');
}
