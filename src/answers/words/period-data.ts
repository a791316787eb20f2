import { z } from 'zod';
import type { Period } from '../../model/calendar/period.ts';

/** A period as data: its days; of an hour also its moments; the second is not included. */
export const PeriodShape = z.strictObject({
  from: z.string(),
  to: z.string(),
  start_at: z.string().optional(),
  end_at: z.string().optional(),
  timezone: z.string(),
});

export function periodData({ from, to, zone, hour, start, end }: Period): z.input<typeof PeriodShape> {
  return {
    from,
    to,
    ...(hour !== undefined && { start_at: zone.iso(start), end_at: zone.iso(end) }),
    timezone: zone.id,
  };
}
