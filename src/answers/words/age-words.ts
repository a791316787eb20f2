import type { Coverage } from '../../model/coverage.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { timeWords } from './quantities.ts';

/**
 * The age of what may still change, since that is what decides whether to call again; of days that are
 * settled, and not read again, the day of the oldest look.
 */
export function agesWords({ asOf, changingAsOf }: Pick<Coverage, 'asOf' | 'changingAsOf'>, zone: Zone): OwnText {
  if (asOf === undefined) return safe`never read`;
  const at = (moment: EpochMillis): OwnText => safe`as of ${timeWords(zone, moment)} ${ownWord(zone.id)}`;
  if (changingAsOf === undefined) return safe`${at(asOf)} (settled)`;
  const oldest = ownWord(zone.dateOf(asOf));
  return changingAsOf === asOf ? at(asOf) : safe`${at(changingAsOf)} (settled days: ${oldest} or later)`;
}
