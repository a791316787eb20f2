import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { deskBlock, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Trouble } from '../../upstream/client.ts';
import { adviceWords } from '../../answers/words/advice-words.ts';
import { isoTime, timeWords } from '../../answers/words/quantities.ts';

/** What is told of a refusal that only others on the archive met: it tells nothing of the login that this server has. */
const REFUSED_BEFORE = safe`The chat service refused the login of an earlier start, or of another server on this archive.`;
const TRY_NOW = safe`This server has not tried its own login yet: ask any question to try it, once.`;

/** Why the service could not be asked lately, as data. */
export function troubleData(
  { error, at }: Trouble,
  zone: Zone,
): { readonly message: OwnText; readonly advice: OwnText; readonly at?: OwnText } {
  return {
    message: at === undefined ? REFUSED_BEFORE : deskBlock(error.message, 1500),
    advice: at === undefined ? TRY_NOW : adviceWords(error),
    ...omitUndefined({ at: mapKnown(at, (at) => isoTime(zone, at)) }),
  };
}

/** The same in words, and what is answered meanwhile. */
export function troubleWords({ error, at }: Trouble, zone: Zone): OwnText {
  if (at === undefined) return safe`**${REFUSED_BEFORE}** ${TRY_NOW}`;
  return safe`**Nothing new can be read (at ${timeWords(zone, at)}): ${deskBlock(error.message, 1500)}** ${adviceWords(error)} What is at hand, as below, is answered all the same`;
}
