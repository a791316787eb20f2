import { plain } from './names.ts';
import type { Random } from '../random.ts';
import { DAY, HOUR, hourOfDay, MINUTE, startOfDay, weekday } from '../time.ts';
import type { Agent, Shop } from '../world-records.ts';
import type { WorldPlan } from '../world-plan.ts';

/** An agent and their way to work, which is a part of the world that the service does not show. */
export interface Employee {
  agent: Agent;
  /** The time that everything takes, as a multiple of an ordinary colleague's: 0.7 is fast, 1.8 is slow. */
  pace: number;
  /** Weekdays on duty, Monday 0. */
  weekdays: readonly number[];
  /** First hour on duty, UTC. */
  startHour: number;
  hours: number;
  /** When a disabled colleague left, epoch ms. */
  leftAt: number | undefined;
}

// Two who share a first name, and two who share a last name.
const people: readonly (readonly [first: string, last: string])[] = [
  ['Miriam', 'Castellanos'],
  ['Jonas', 'Eriksen'],
  ['Anna', 'Keller'],
  ['Anna', 'Petrova'],
  ['Rashid', 'Anwar'],
  ['Claire', 'Dupont'],
  ['Tomás', 'Ferreira'],
  ['Yuki', 'Tanaka'],
  ['Declan', 'O’Rourke'],
  ['Beatriz', 'Ferreira'],
  ['Samir', 'Haddad'],
  ['Ingrid', 'Solberg'],
  ['Marcus', 'Bell'],
  ['Zoë', 'van Dijk'],
  ['Lukas', 'Hofer'],
  ['Fatou', 'Diallo'],
  ['Jonas', 'Lindgren'],
  ['Paula', 'Reyes'],
  ['Grzegorz', 'Nowak'],
  ['Emily', 'Ashworth'],
  ['Nour', 'Mansour'],
  ['Bruno', 'Almeida'],
  ['Katja', 'Schröder'],
  ['Aiko', 'Mori'],
  ['Pierre', 'Lambert'],
  ['Sofía', 'Navarro'],
  ['Henrik', 'Dahl'],
  ['Leila', 'Karimi'],
  ['Oscar', 'Bianchi'],
  ['Maja', 'Horvat'],
];
const designations = ['Customer care', 'Customer care', 'Senior agent', 'Billing', 'Technical support', 'Not set', ''];
const notes = ['Not set', '', 'Speaks German and French', 'Part time', 'Spanish, Portuguese', 'Evenings only'];
const DISABLED = 4;
/** The most chats that an agent has at once. */
const MAXIMUM_CHATS = 3;
/** The paces of the colleagues, in turn. */
const paces = [1, 0.7, 1.7, 0.85, 1.2, 1.1];

/** Hires the staff: a Super Admin first, then an Admin, then agents, one of whom has left. `signIn` sets who is online. */
export function createStaff(
  random: Random,
  { agents, shiftHours }: Pick<WorldPlan, 'agents' | 'shiftHours'>,
  from: number,
  now: number,
): Employee[] {
  let agentId = 1040;
  return Array.from({ length: agents }, (_, index) => {
    const { firstName, lastName } = nameOf(index);
    agentId += random.integer(1, 9);
    const leaves = index === DISABLED;
    const leads = index < 2 || index % 13 === 0;
    return {
      agent: {
        agentId,
        firstName,
        lastName,
        email: `${plain(firstName)}.${plain(lastName)}@shop.example.com`,
        phone: random.chance(0.3) ? '' : `+44 20 7946 0${random.integer(100, 999)}`,
        role: index === 0 ? 'Super Admin' : leads ? 'Admin' : 'Agent',
        status: 'Offline',
        lastLoginAt: 0,
        concurrentChatLimit: random.integer(1, MAXIMUM_CHATS),
        createdInYear: Math.min(2019 + Math.floor(index / 4), new Date(from).getUTCFullYear()),
        designation: index === 0 ? 'Head of support' : random.pick(designations),
        additionalInfo: random.pick(notes),
        enabled: !leaves,
      },
      pace: paces[index % paces.length] ?? 1,
      // Every day has about as many on duty as any other at work, fewer at the weekend.
      weekdays: index % 4 === 3 ? [2, 3, 4, 5, 6] : [0, 1, 2, 3, 4],
      startHour: [7, 12, 9, 15, 10, 20, 6, 13, 17, 8][index % 10] ?? 9,
      hours: shiftHours,
      leftAt: leaves ? Math.round(from + 0.6 * (now - from)) : undefined,
    };
  });
}

/** A name of its own for each of 120: those after the first 30 have a colleague's first name with another's last name. */
function nameOf(index: number): Pick<Agent, 'firstName' | 'lastName'> {
  const shift = 7 * Math.floor(index / people.length);
  const [firstName = ''] = people[index % people.length] ?? [];
  const [, lastName = ''] = people[(index + shift) % people.length] ?? [];
  return { firstName, lastName };
}

/** One login a role. The agent's password has a colon and an umlaut, which Basic authentication must survive. */
export function createLogins(agents: readonly Agent[]): Shop['account'] {
  const emailOf = (role: Agent['role']): string => agents.find((agent) => agent.role === role)?.email ?? '';
  return {
    superAdmin: { email: emailOf('Super Admin'), password: 'sandbox-super-admin' },
    admin: { email: emailOf('Admin'), password: 'sandbox-admin' },
    agent: { email: emailOf('Agent'), password: 'sandbox:ägent' },
  };
}

/** Whether an employee takes chats at `at`: on a shift, and before they left. */
function isOnDuty(employee: Employee, at: number): boolean {
  return !hasLeft(employee, at) && isOnShift(employee, at);
}

/** Whether an employee has left for good. */
export function hasLeft({ leftAt }: Employee, at: number): boolean {
  return leftAt !== undefined && at >= leftAt;
}

/** Whether `at` is in a shift of the employee, also past midnight: the same throughout an hour. */
export function isOnShift(employee: Employee, at: number): boolean {
  const sinceStart = (hourOfDay(at) - employee.startHour + 24) % 24;
  return sinceStart < employee.hours && employee.weekdays.includes(weekday(at - sinceStart * HOUR));
}

/** The colleague who answers from a telephone when nobody is on duty that day. */
export function isOnCall(employees: readonly Employee[], employee: Employee, at: number): boolean {
  const remaining = employees.filter(({ leftAt }) => leftAt === undefined);
  return remaining[Math.floor(at / DAY) % remaining.length] === employee;
}

/** Sets status and last login as they are at `now`, given who still has a chat running. */
export function signIn(random: Random, employees: readonly Employee[], busy: ReadonlySet<number>, now: number): void {
  for (const employee of employees) {
    const { agent } = employee;
    const onDuty = isOnDuty(employee, now);
    agent.status = agent.enabled && (onDuty || busy.has(agent.agentId)) ? 'Online' : 'Offline';
    const until = employee.leftAt ?? now;
    const lastShift = lastStart(employee, until);
    agent.lastLoginAt = Math.min(lastShift + random.integer(-20, 20) * MINUTE, until - MINUTE);
  }
}

/** The last start of a shift before `at`, epoch ms. */
function lastStart(employee: Employee, at: number): number {
  let start = startOfDay(at) + employee.startHour * HOUR;
  while (start > at || !employee.weekdays.includes(weekday(start))) start -= DAY;
  return start;
}
