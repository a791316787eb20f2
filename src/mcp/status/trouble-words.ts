import type { Zone } from '../../model/calendar/zone.ts';
import { known, mapKnown } from '../../model/known.ts';
import { deskBlock, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Trouble } from '../../upstream/client.ts';
import { isoTime, timeWords } from '../words/quantities.ts';

/** Why the service could not be asked lately, as data. */
export function troubleData(
  { error, at }: Trouble,
  zone: Zone,
): { readonly message: OwnText; readonly advice: OwnText; readonly at?: OwnText } {
  return {
    message: deskBlock(error.message, 1500),
    advice: deskBlock(error.advice, 1500),
    ...known({ at: mapKnown(at, (at) => isoTime(zone, at)) }),
  };
}

/** The same in words, and what is answered meanwhile. */
export function troubleWords({ error, at }: Trouble, zone: Zone): OwnText {
  const when = at === undefined ? safe`` : safe` (at ${timeWords(zone, at)})`;
  return safe`**Nothing new can be read${when}: ${deskBlock(error.message, 1500)}** ${deskBlock(error.advice, 1500)} What is at hand, as below, is answered all the same`;
}
