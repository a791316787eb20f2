import { Temporal } from 'temporal-polyfill';
import { InvalidArgument } from '../errors.ts';
import { trusted, type ProgramText, type TrustedText, quotation, type CallerText } from '../text/trusted-text.ts';
import { isoDate } from '../time/day.ts';
import { epochMillis, type EpochMillis } from '../time/units.ts';
import { zoneNameOf, type ZoneName } from './zone-name.ts';

declare const localDate: unique symbol;
declare const isoTime: unique symbol;

/** A calendar day in some zone, `yyyy-MM-dd`. */
export type LocalDate = ProgramText & { readonly [localDate]: true };

/** An ISO 8601 time with the offset of its zone, to the second: `2026-11-20T08:15:00+01:00`. */
export type IsoTime = ProgramText & { readonly [isoTime]: true };

/** A time zone, as fast as a bulk of rows needs it. */
export interface Zone {
  /** The IANA name. */
  readonly id: ZoneName;
  /** Milliseconds to add to a moment to read local time off its UTC fields. */
  offsetAt(moment: EpochMillis): number;
  /** The first moment of a local day; where clocks skip midnight, the first moment that exists. */
  startOf(date: LocalDate): EpochMillis;
  dateOf(moment: EpochMillis): LocalDate;
  iso(moment: EpochMillis): IsoTime;
}

/** A stretch of time over which the offset does not change. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

function isLocalDate(text: string): text is LocalDate {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function isIsoTime(text: string): text is IsoTime {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/.test(text);
}

function asLocalDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError('not a date of the years 0 to 9999');
  return text;
}

/** A day of the calendar. */
export function localDateOf(day: Temporal.PlainDate): LocalDate {
  return asLocalDate(day.toString());
}

/** Checks `yyyy-MM-dd`. Throws InvalidArgument for another format or a day that no calendar has. */
export function parseLocalDate(text: CallerText | TrustedText): LocalDate {
  try {
    if (isLocalDate(text)) return localDateOf(Temporal.PlainDate.from(text, { overflow: 'reject' }));
  } catch {
    // Falls through to the same refusal: a day such as 30 February.
  }
  throw new InvalidArgument(
    trusted`"${quotation(text, 40)}" is not a date.`,
    'Use yyyy-MM-dd, such as 2026-02-28, or period.',
  );
}

const zones = new Map<string, Zone>();

/** Looks up an IANA zone. Throws InvalidArgument, which says so with `said` and names the closest, when there is none of that name. */
export function zoneOf(id: string, said?: TrustedText): Zone {
  const known = zones.get(id);
  if (known !== undefined) return known;
  const zone = createZone(zoneNameOf(id, said));
  zones.set(id, zone);
  return zone;
}

function createZone(id: ZoneName): Zone {
  const stretches: Stretch[] = [];
  let latest: Stretch | undefined;

  const stretchAt = (moment: number): Stretch => {
    // Rows come in the order of their times: mostly it is that of the row before.
    if (latest !== undefined && isIn(latest, moment)) return latest;
    latest = stretches.find((stretch) => isIn(stretch, moment)) ?? readStretch(id, moment);
    if (!stretches.includes(latest)) stretches.push(latest);
    return latest;
  };

  const offsetAt = (moment: EpochMillis): number => stretchAt(moment).offset;
  const dateOf = (moment: EpochMillis): LocalDate => asLocalDate(isoDate(moment + offsetAt(moment)));
  const startOf = (date: LocalDate): EpochMillis =>
    epochMillis(Temporal.PlainDate.from(date).toZonedDateTime(id).epochMilliseconds);

  return {
    id,
    offsetAt,
    dateOf,
    startOf,
    iso: (moment) => {
      const offset = offsetAt(moment);
      const text = `${new Date(moment + offset).toISOString().slice(0, 19)}${offsetText(offset)}`;
      if (!isIsoTime(text)) throw new RangeError('not a moment of the years 0 to 9999');
      return text;
    },
  };
}

function isIn({ from, until }: Stretch, moment: number): boolean {
  return moment >= from && moment < until;
}

function readStretch(id: string, moment: number): Stretch {
  const at = (millis: number) => Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(id);
  // The one before is looked for strictly before: a moment at which clocks change belongs to what it begins.
  const previous = at(moment + 1).getTimeZoneTransition('previous');
  const next = at(moment).getTimeZoneTransition('next');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at(moment).offsetNanoseconds / 1_000_000,
  };
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
