import { contiguousRanges, daysOf, type DayRange, type UtcDay } from '../../model/time/day.ts';
import { eachInSlices } from '../../model/slices.ts';
import type { Clock } from '../../model/time/units.ts';
import { auditReadAgain } from '../care/audit.ts';
import { weeksOf } from '../tables/day-sums.ts';
import type { AccountTables } from '../tables/tables.ts';

/**
 * Checks the chats of days against their sums before they are told: each day once in a process. A day that is not as it was kept is taken
 * for unread, with a line of the audit, so that the question reads it again.
 */
export class DayChecks {
  readonly #tables: AccountTables;
  readonly #clock: Clock;
  readonly #checked = new Set<UtcDay>();

  constructor(tables: AccountTables, clock: Clock) {
    this.#tables = tables;
    this.#clock = clock;
  }

  /** Throws ArchiveUnusable. */
  async check(range: DayRange): Promise<void> {
    const unchecked = contiguousRanges(daysOf(range).filter((day) => !this.#checked.has(day)));
    for (const days of unchecked) {
      // Of long periods, too, nothing is found at once: questions ask the service in the order in which they came.
      if (await this.#tables.holdsChatsOf(days)) await eachInSlices(weeksOf(days), (week) => this.#checkWeek(week));
      for (const day of daysOf(days)) this.#checked.add(day);
    }
  }

  async #checkWeek(week: DayRange): Promise<void> {
    // Another process may write while it is read: then it is looked at again while nobody does.
    if ((await this.#tables.flawedDays(week)).length > 0) await this.#readAgain(week);
  }

  #readAgain(part: DayRange): Promise<void> {
    return this.#tables.transaction(async (tables) => {
      const days = await tables.flawedDays(part);
      if (days.length === 0) return;
      await tables.takeForUnread(days);
      await auditReadAgain(tables, days, this.#clock());
    });
  }
}
