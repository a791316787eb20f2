import { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';
import { OwnText, ownWord } from '../../privacy/safe-text.ts';
import { isoTime } from './quantities.ts';

/** A period as data: its days; of an hour also its moments; the second is not included. */
export const PeriodShape = z.strictObject({
  from: OwnText,
  to: OwnText,
  start_at: OwnText.optional(),
  end_at: OwnText.optional(),
  timezone: OwnText,
});

export function periodData({ from, to, zone, hour, start, end }: Period): z.input<typeof PeriodShape> {
  return {
    from: ownWord(from),
    to: ownWord(to),
    ...(hour !== undefined && { start_at: isoTime(zone, start), end_at: isoTime(zone, end) }),
    timezone: ownWord(zone.id),
  };
}
