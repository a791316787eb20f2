import { MAY_SHOW_NOTHING } from '../../model/text/unseen.ts';

/** What a terminal may act on, or what changes the order of what is seen. Joiners of letters and emoji stay. */
const ACTED_ON = new RegExp(String.raw`[${MAY_SHOW_NOTHING}--[\u200C\u200D]]|[\u2028\u2029]`, 'gv');

/** Returns a line with which a terminal can do nothing but show it. */
export function harmless(line: string): string {
  return line.replaceAll('\t', ' ').replaceAll(ACTED_ON, '\uFFFD');
}
