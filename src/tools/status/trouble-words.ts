import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { momentText } from '../../model/words/time.ts';
import { deskBlock } from '../../privacy/cleaned-text.ts';
import type { Trouble } from '../../upstream/client.ts';
import { adviceWords } from '../../answers/words/advice-words.ts';

/** What is said of a refusal that only others on the archive met: it says nothing of the login that this server has. */
const REFUSED_BEFORE = 'The service refused the login of an earlier start, or of another server on this archive.';
const TRY_NOW = 'This server has not tried its own login yet: ask any question to try it, once.';

/** Why the last request failed, as data. */
export function troubleData(
  { error, at }: Trouble,
  zone: Zone,
): { readonly message: string; readonly advice: string; readonly at?: string } {
  return {
    message: at === undefined ? REFUSED_BEFORE : deskBlock(error.message, 1500),
    advice: at === undefined ? TRY_NOW : adviceWords(error),
    ...omitUndefined({ at: mapKnown(at, (at) => zone.iso(at)) }),
  };
}

/** The same in words, and what is answered meanwhile. */
export function troubleWords({ error, at }: Trouble, zone: Zone): string {
  if (at === undefined) return `**${REFUSED_BEFORE}** ${TRY_NOW}`;
  return `**Nothing can be loaded (${momentText(zone, at, 'without year')}): ${deskBlock(error.message, 1500)}** ${adviceWords(error)} Questions are answered from what is loaded`;
}
