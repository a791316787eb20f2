import { z } from 'zod';
import { NO } from '../../model/codebook/code-states.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { epochMillis } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { ALL } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { Figure, Kind, Sums } from './figure.ts';
import { keysOfMetric } from './keys.ts';

/** How many different people there are on a day, on average, and in all. */
export const PEOPLE_A_DAY: Kind = {
  name: 'people a day',
  unit: 'number',
  main: 'mean',
  decimals: 2,
  columns: () => ': a day (different)',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z.strictObject({ mean: z.number(), n: z.number(), days: z.number() }).optional(),
  }),
};

/** The days of some chats, and the agents of those that were served. */
class AgentDays {
  /** The day on which each agent was last met. */
  #last: number[] = [];
  #day: number | undefined;
  #chats = 0;
  #days = 0;
  #different = 0;
  #met = 0;

  add(day: number, agent: number | undefined): void {
    this.#chats += 1;
    if (day !== this.#day) this.#days += 1;
    this.#day = day;
    if (agent === undefined || this.#last[agent] === day) return;
    if (this.#last[agent] === undefined) this.#different += 1;
    this.#last[agent] = day;
    this.#met += 1;
  }

  nextPeriod(): void {
    this.#last = [];
  }

  figure(periods: number): Figure | undefined {
    if (this.#days === 0) return undefined;
    const [n, days, mean] = [this.#different / periods, this.#days / periods, this.#met / this.#days];
    const text = groupedText(rounded(mean, 1));
    return {
      main: { value: mean, words: text, n: this.#chats },
      words: () => (days <= 1 ? text : `${text} a day (${groupedText(n)} different on ${counted(days, 'day')})`),
      cell: () => (days <= 1 ? text : `${text} (${groupedText(n)})`),
      data: (metric) => ({ [keysOfMetric(metric).figure]: { mean: rounded(mean, 2), n, days } }),
    };
  }
}

/** Counts the agents of served chats on each day that has a chat. Chats are added newest or oldest first: those of a day follow each other. */
export class AgentsADaySums implements Sums {
  readonly #zone: Zone;
  readonly #certainty = new Certainty();
  readonly #places = new Map<number, number>();
  readonly #groups = new Map<number, AgentDays>([[ALL, new AgentDays()]]);

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  nextPeriod(): void {
    for (const days of this.#groups.values()) days.nextPeriod();
  }

  /** `missed`: whether each chat was. */
  add(missed: Float64Array, { columns, rows }: ChatSelection, groups: Uint32Array): void {
    const places = columns.named.map(({ agentId }) => this.#placeOf(agentId));
    const all = this.#of(ALL);
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const state = missed[row] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (!this.#certainty.takes(group, state)) continue;
      const moment = columns.requests[row] ?? Number.NaN;
      const day = Math.floor((moment + this.#zone.offsetAt(epochMillis(moment))) / MILLIS_PER_DAY);
      const agent = state === NO ? places[(columns.agents[row] ?? 0) - 1] : undefined;
      all.add(day, agent);
      this.#of(group).add(day, agent);
    }
  }

  of(group: number, _agentId: number | undefined, periods: number): Figure | undefined {
    return this.#certainty.has(group) ? this.#groups.get(group)?.figure(periods) : undefined;
  }

  #of(group: number): AgentDays {
    const known = this.#groups.get(group) ?? new AgentDays();
    this.#groups.set(group, known);
    return known;
  }

  #placeOf(agentId: number): number {
    const place = this.#places.get(agentId) ?? this.#places.size;
    this.#places.set(agentId, place);
    return place;
  }
}
