import { advertisedAs } from '../tool.ts';
import { z } from 'zod';
import { WEEKDAYS, type Hours, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { resolvePeriod, type OpenBeginning, type Period, type PeriodChoice } from '../../model/calendar/period.ts';
import { PERIOD_NAMES } from '../../model/calendar/period-name.ts';
import { CallerText, trusted } from '../../model/text/trusted-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { zoneOf, type Zone } from '../../model/calendar/zone.ts';
import { callerQuotation } from '../../privacy/cleaned-text.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Desk } from '../desk.ts';

// The arguments that several tools share. Descriptions are paid for by every user with every request: few words.

const DEFAULT_PERIOD = 'last_7_days';
const OTHER_PERIODS = PERIOD_NAMES.filter((name) => name !== DEFAULT_PERIOD).join(', ');

export const periodArguments = {
  period: CallerText.max(100)
    .optional()
    .describe(`Default ${DEFAULT_PERIOD}. Also ${OTHER_PERIODS}, 2026-11-06, 2026-W46, 2026-11 or 2026-Q3.`),
  from: CallerText.max(10).optional().describe('yyyy-MM-dd, inclusive.'),
  to: CallerText.max(10).optional(),
  timezone: CallerText.max(64).optional().describe("Default: the desk's."),
};

/** A person or a record. Models also give an id as a number. */
const whoArgument = z.preprocess(
  (given) => (typeof given === 'number' ? String(given) : given),
  CallerText.min(1).max(200),
);
export const agentArgument = whoArgument.optional().describe('Id, email or name.');
export const visitorArgument = whoArgument.describe('Id, email, phone or name.');

/** Countries are compared without case and accents, as the service writes them. */
export const countryArgument = CallerText.min(1).max(100).optional().describe('The whole name.');

/** In which colours a picture comes with an answer; none where it is left out. The first tool that has it spells it out. */
export const chartArgument = z.enum(['light', 'dark']).optional();
export const briefChartArgument = chartArgument.meta(advertisedAs({ type: 'string' }));

/**
 * Different names of a fixed list, at most `most`. It is advertised as the list that it is; a model that gives a text takes
 * it for a list of one, puts commas between, or writes the list as JSON, and no name has any of these characters.
 */
export function namesArgument<const Name extends string>(names: readonly Name[], most?: number) {
  const list = z.array(z.enum(names), 'must be a list of names').min(1, 'must have at least one name');
  return z.preprocess(
    (given) => differentOf(given, names.length),
    most === undefined ? list : list.max(most, `may have at most ${most} names`),
  );
}

/** A longer text is no list of names. */
const MAX_NAMES_LENGTH = 2000;

/** Returns the given names, each once: at most one more than there are valid ones, which is then refused. */
function differentOf(given: unknown, count: number): unknown {
  const parts = typeof given === 'string' ? partsOf(given) : given;
  return Array.isArray(parts) ? [...new Set<unknown>(parts)].slice(0, count + 1) : parts;
}

function partsOf(text: string): string[] {
  if (text.length > MAX_NAMES_LENGTH) return [text];
  return text
    .split(',')
    .map((part) => part.replaceAll(/["'[\]]/g, '').trim())
    .filter((part) => part !== '');
}

export const workingTimeArguments = {
  weekdays: namesArgument(WEEKDAYS).optional(),
  hours: z.string().max(40).optional().describe('Such as 9-17.'),
};

/** The times of the week that a question is limited to. Throws InvalidArgument. */
export function workingTimeOf({
  weekdays,
  hours,
}: {
  weekdays?: WorkingWeekdays;
  hours?: string | undefined;
}): WorkingTime {
  return omitUndefined({
    weekdays: mapKnown(weekdays, (weekdays) => new Set(weekdays)),
    hours: mapKnown(hours, hoursIn),
  });
}

type WorkingWeekdays = z.output<typeof workingTimeArguments.weekdays>;

function hoursIn(text: string): Hours {
  const [, from = '', until = ''] = /^\s*(\d{1,2})(?::00)?\s*[-–]\s*(\d{1,2})(?::00)?\s*$/.exec(text) ?? [];
  const hours = { from: Number(from), until: Number(until) };
  if (from !== '' && hours.from <= 23 && hours.until >= 1 && hours.until <= 24 && hours.from !== hours.until)
    return hours;
  throw new InvalidArgument(
    'hours must be two full hours, such as 9-17 (9:00 to 17:00) or 22-6 (over midnight).',
    'Leave it out for the whole day.',
  );
}

/** An id as JSON number. Text is refused with words, not coerced: an id that came as text was often cut or invented. */
const ID = 'must be a positive whole number';
export const idArgument = z.int(ID).positive(ID);

/**
 * The period of a question, in its zone or in the desk's. Throws InvalidArgument.
 * @param at when it was asked; of a page, when its first one was, so that all pages have the same period
 * @param beginning how a period begins if only its last day is named: as a question without any period does
 */
export function periodAt(
  args: PeriodChoice & { timezone?: CallerText | undefined },
  at: EpochMillis,
  desk: Desk,
  beginning: OpenBeginning = 'seven_days',
): Period {
  const zone = args.timezone === undefined ? desk.zone : zoneCalled(args.timezone);
  return resolvePeriod(args, zone, at, beginning);
}

/** The zone of a name. Throws InvalidArgument, with the closest names, when no zone has it. */
export function zoneCalled(name: CallerText): Zone {
  return zoneOf(name, trusted`There is no time zone ${callerQuotation(name, 64)}`);
}
