import { type Days, numberOfDays, plusDays, startOfDay, wallTime } from '../../oracle/calendar.ts';
import type { Inquiry } from './matrix-inquiry.ts';

// What the questions of a matrix may cost, counted from the world's own rows.

/**
 * The most that a walk may cost through a list of which nothing is known. Beside its pages it asks for the end, once more where that is the
 * last page again, and for page 1 again. A list of a few pages, or in no order, is read twice; and in a longer one the last
 * page is looked for first, by doubling and halving.
 */
export function walkOf({ dialect }: Pick<Inquiry, 'dialect'>, rows: number, isOrdered = isInOrder(dialect)): number {
  const pages = Math.max(1, Math.ceil(rows / dialect.page_size));
  const end = dialect.past_end === 'last_page' ? 2 : 1;
  if (pages <= 3) return 2 * (pages + end) + 1;
  return (isOrdered ? pages : 2 * pages) + 2 * Math.ceil(Math.log2(pages)) + 4 + end;
}

const isInOrder = (dialect: Inquiry['dialect']): boolean => dialect.order !== 'shuffled';

/** The most that unread days of chats may cost: a walk for each run of them, and perhaps one for its last day. */
export function costOfDays(inquiry: Inquiry, { from, to }: Days, zone: string, agent?: number): number {
  const { desk, dialect, read, chats } = inquiry;
  const today = wallTime('UTC', desk.service.clock.now).day;
  const dayOf = (at: number) => wallTime('UTC', at).day;
  const end = Math.min(startOfDay(zone, plusDays(to, 1)) - 1, desk.service.clock.now);
  const [firstDay, lastDay] = [dayOf(startOfDay(zone, from)), dayOf(end)];
  const count = numberOfDays({ from: firstDay, to: lastDay });
  const days = Array.from({ length: count }, (_, index) => plusDays(firstDay, index));
  const missing = days.filter((day) => !read.days.has(day));
  if (agent === undefined) for (const day of missing) read.days.add(day);
  const rowsFrom = (from: string, to: string): number =>
    chats.filter(
      ({ requestedAt, startedAt = requestedAt, agentId, transferredFrom }) =>
        (agent === undefined || agentId === agent || transferredFrom === agent) &&
        [requestedAt, startedAt].some((at) => dayOf(at) >= from && dayOf(at) <= to),
    ).length;
  return missing
    .filter((day) => !missing.includes(plusDays(day, 1)))
    .map((last) => {
      const start = missing.findLast((day) => day <= last && !missing.includes(plusDays(day, -1))) ?? last;
      const whole = walkOf(inquiry, rowsFrom(start, plusDays(last, 1)));
      const isProven = last === today || (dialect.date_to === 'inclusive' && agent === undefined);
      return isProven ? whole : whole + walkOf(inquiry, rowsFrom(last, plusDays(last, 2)));
    })
    .reduce((sum, cost) => sum + cost, 0);
}

/** The cost of a record or a list that is paid for once. */
export function costOnce({ read }: Inquiry, record: string, price: number): number {
  if (read.records.has(record)) return 0;
  read.records.add(record);
  return price;
}

export function costOfAgents(inquiry: Inquiry): number {
  return costOnce(inquiry, 'agents', walkOf(inquiry, inquiry.desk.service.world.agents.length, false));
}

export function costOfOfflineMessages(inquiry: Inquiry): number {
  return costOnce(inquiry, 'offline messages', walkOf(inquiry, inquiry.desk.service.world.offlineMessages.length));
}
