import type { DayRange, UtcDay } from '../../model/time/day.ts';
import type { AgentId } from '../../model/ids.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { Look } from './freshness.ts';
import { revisionOf } from '../tables/revision.ts';
import type { CoveredDayRow } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { Tables } from '../tables/tables.ts';

/** The ranges whose looks are kept: those that a desk asks about again and again. */
const MAX_RANGES = 16;

/** A look at a day, with the number of rows that it could not read. */
export interface DayLook extends Look {
  readonly rejected: number;
}

/** The latest look at each of some days. */
export type Looks = ReadonlyMap<UtcDay, DayLook>;

/** The looks at some days, at all agents or at one, the latest of each day last. */
const LOOKS = statement((tables, given: Given<DayRange & { agentId: AgentId | 0 }>) =>
  tables
    .coveredDays()
    .where('day', '>=', given.value('from'))
    .where('day', '<=', given.value('to'))
    .where('agent_id', 'in', [0, given.value('agentId')])
    .orderBy('looked_at')
    .selectAll(),
);

interface Kept {
  readonly revision: number;
  readonly looks: Looks;
  /** The moment of the last of them. */
  readonly latest: EpochMillis | undefined;
}

/** The looks at days of chats, kept while nobody has another one. */
export class DayLooks {
  readonly #tables: Tables;
  readonly #clock: Clock;
  /** The looks by their range, the one that was asked about last at the end. */
  readonly #kept = new Map<string, Kept>();

  constructor(tables: Tables, clock: Clock) {
    this.#tables = tables;
    this.#clock = clock;
  }

  /** The latest look at each day of a range, at all agents or at this one. */
  async at({ from, to }: DayRange, agentId: AgentId | undefined): Promise<Looks> {
    const revision = await revisionOf(this.#tables, 'looks');
    const key = [from, to, agentId ?? 0].join(' ');
    const known = this.#kept.get(key);
    const now = this.#clock();
    this.#kept.delete(key);
    if (known?.revision === revision && (known.latest ?? now) <= now) {
      this.#kept.set(key, known);
      return known.looks;
    }
    const rows = await LOOKS(this.#tables, { from, to, agentId: agentId ?? 0 });
    // One that has yet to come was timed by a clock that was wrong.
    const past = rows.filter((row) => row.looked_at <= now);
    const looks = new Map(past.map((row) => [row.day, lookIn(row)]));
    if (past.length === rows.length) this.#keep(key, { revision, looks, latest: rows.at(-1)?.looked_at });
    return looks;
  }

  #keep(key: string, looks: Kept): void {
    this.#kept.set(key, looks);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MAX_RANGES) this.#kept.delete(oldest);
  }
}

function lookIn(row: CoveredDayRow): DayLook {
  return {
    at: row.looked_at,
    openChats: row.open_chats,
    isFlawed: row.rejected > 0 || row.vanished_chats > 0 || row.basis === 'capped',
    basis: row.basis,
    rejected: row.rejected,
  };
}
