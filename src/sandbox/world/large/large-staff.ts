import { names } from '../people/names.ts';
import type { Random } from '../random.ts';
import { createAgent, type Employee, paces, people } from '../people/staff.ts';
import { weekday } from '../time.ts';
import type { Workday } from './workdays.ts';

/** An employee of a shop that hires and loses people. */
export interface Colleague extends Employee {
  /** Epoch ms; everybody comes and goes between two workdays. */
  joinedAt: number;
}

const SHIFT_HOURS = 5;
const MAXIMUM_CHATS = 3;
/** The number of those at work from the first day. */
const FOUNDERS = 40;
/** The number of those who stay; among them somebody is on duty at every hour of the week. */
const FAITHFUL = 10;
const roundTheClock = [4, 9, 14, 19, 23];
/** The start hours of the shifts, around the busiest hours. With five hours each, no shift goes past the end of its workday. */
const startHours = [8, 12, 9, 14, 7, 13, 10, 15, 11, 16, 9, 13, 18, 6, 12, 17, 8, 14, 20, 10];
const mondayToFriday = [0, 1, 2, 3, 4];
const saturdayToWednesday = [5, 6, 0, 1, 2];

/** Hires `count` people over all workdays; the roles are those of `createStaff`. */
export function createLargeStaff(random: Random, count: number, workdays: readonly Workday[]): Colleague[] {
  const nameOf = drawNames(random, count);
  const dayAt = (share: number): number => workdays[Math.floor(share * workdays.length)]?.from ?? 0;
  let agentId = 1040;
  return Array.from({ length: count }, (_, index): Colleague => {
    agentId += random.integer(1, 9);
    const joined = index < FOUNDERS ? 0 : (0.98 * (index - FOUNDERS)) / (count - FOUNDERS);
    const leaves = index >= FAITHFUL && index % 3 === 0 && joined < 0.9;
    const leftAt = leaves ? dayAt(joined + 0.05 + (0.93 - joined) * random.next()) : undefined;
    const [firstName, lastName] = nameOf[index] ?? random.pick(people);
    const joinedAt = dayAt(joined);
    const year = new Date(joinedAt).getUTCFullYear();
    return {
      agent: createAgent(random, MAXIMUM_CHATS, {
        agentId,
        firstName,
        lastName,
        role: index === 0 ? 'Super Admin' : index === 1 || index % 13 === 0 ? 'Admin' : 'Agent',
        createdInYear: index < FOUNDERS ? Math.min(2016 + Math.floor(index / 6), year) : year,
        enabled: leftAt === undefined,
      }),
      pace: paces[index % paces.length] ?? 1,
      weekdays: (index < FAITHFUL ? index < FAITHFUL / 2 : index % 3 !== 2) ? mondayToFriday : saturdayToWednesday,
      startHour:
        (index < FAITHFUL ? roundTheClock[index % roundTheClock.length] : startHours[index % startHours.length]) ?? 9,
      hours: SHIFT_HOURS,
      joinedAt,
      leftAt,
    };
  });
}

/** The staff on duty on a workday; on the last one, which may be longer than a day, all who are still there. */
export function rosterOf(staff: readonly Colleague[], { from }: Workday, isLast: boolean): Colleague[] {
  return staff.filter(
    ({ joinedAt, leftAt = Infinity, weekdays }) =>
      joinedAt <= from && from < leftAt && (isLast || weekdays.includes(weekday(from))),
  );
}

/** Names that differ, each with an email address of its own. */
function drawNames(random: Random, count: number): (readonly [first: string, last: string])[] {
  const drawn = new Map(people.map((person) => [person.join(' '), person]));
  const languages = [names.en, names.de, names.es, names.fr, names.pt, names.nb];
  while (drawn.size < count) {
    const { first, last } = random.pick(languages);
    const [[firstName], [lastName]] = [random.pick(first), random.pick(last)];
    drawn.set(`${firstName} ${lastName}`, [firstName, lastName]);
  }
  return [...drawn.values()];
}
