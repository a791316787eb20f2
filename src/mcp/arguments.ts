import { z } from 'zod';
import { PERIOD_NAMES, resolvePeriod, type Period, type PeriodChoice } from '../model/period.ts';
import { zoneOf } from '../model/zone.ts';
import type { Desk } from './desk.ts';

// The arguments that several tools share. Descriptions are paid for by every user with every request: few words.

export const periodArguments = {
  period: z.enum(PERIOD_NAMES).optional().describe('Default last_7_days (ends yesterday). Weeks start on Monday.'),
  from: z.string().max(10).optional().describe('First day, yyyy-MM-dd, instead of period.'),
  to: z.string().max(10).optional().describe('Last day, included; default today.'),
  timezone: z.string().max(64).optional().describe('IANA zone of days and hours.'),
};

export const agentArgument = z.string().min(1).max(200).optional().describe('Id, email or name.');
export const visitorArgument = z.string().min(1).max(200).describe('Id, email, phone or name.');

export const pageArguments = {
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().max(2000).optional().describe('next_cursor of the previous answer.'),
};

/** An id as JSON number. Text is refused with words, not coerced: an id that came as text was often cut or invented. */
export const idArgument = z.int().positive();

/**
 * The period of a page: the days of the first page, so that `last_7_days` stays the same over midnight; without any,
 * those of the question. Throws InvalidArgument.
 */
export function periodAt(
  args: PeriodChoice & { timezone?: string | undefined },
  days: readonly [string, string] | undefined,
  desk: Desk,
): Period {
  const period = periodOf(args, desk);
  const [from, to] = days ?? [period.from, period.to];
  return from === period.from && to === period.to ? period : periodOf({ from, to, timezone: args.timezone }, desk);
}

/** The period of a question, in its zone or in the desk's. Throws InvalidArgument. */
function periodOf(args: PeriodChoice & { timezone?: string | undefined }, desk: Desk): Period {
  return resolvePeriod(args, args.timezone === undefined ? desk.zone : zoneOf(args.timezone), desk.clock());
}
