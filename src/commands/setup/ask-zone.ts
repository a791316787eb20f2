import { clockWords, zoneOfMachine } from '../doctor/check-settings.ts';
import { zoneNameOf } from '../../model/calendar/zone-name.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Dialogue } from './dialogue.ts';
import { flawOf, type SettingsDraft } from './settings-draft.ts';

/** Asks for the zone in which days and hours are counted, and shows its clock. Throws Cancelled. */
export async function askZone(
  draft: SettingsDraft,
  given: string | undefined,
  { dialogue, clock }: { readonly dialogue: Dialogue; readonly clock: Clock },
): Promise<void> {
  if (given !== undefined && flawOf('timezone', given) !== undefined) {
    // Says what is wrong with it, and which are close.
    zoneNameOf(given);
  }
  let zone = given ?? draft.textOf('timezone') ?? zoneOfMachine();
  for (;;) {
    const isRight = await dialogue.confirm(
      `In ${zone} it is now ${clockWords(zoneNameOf(zone), clock)}. Count the days and hours of the desk there?`,
      true,
    );
    if (isRight) break;
    zone = await dialogue.find('Time zone of the desk', Intl.supportedValuesOf('timeZone'), zone);
  }
  draft.set('timezone', zone);
  dialogue.good(`Days and hours are those of ${zone}, where it is now ${clockWords(zoneNameOf(zone), clock)}`);
}
