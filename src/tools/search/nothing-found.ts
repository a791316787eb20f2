import type { WordQuery } from '../../archive/words/word-query.ts';
import type { SearchedPeriod, SearchSelection } from '../../archive/search/transcript-search.ts';
import type { Role } from '../../insights/codes/authorship.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { joinSafe, ownWord, safe, type OwnText, callerLine } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import type { TranscriptCoverage } from '../../answers/selection/selected-transcripts.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { counted, timeWords } from '../../answers/words/quantities.ts';

const MAX_TERMS_EXPLAINED = 8;

/** Says why a search found nothing, and what to try: `count` chats have the words, whoever said them. */
export async function nothingFound(
  query: WordQuery,
  author: Role | undefined,
  count: number,
  selection: SearchedPeriod,
  { coverage, have, of }: TranscriptCoverage,
  zone: Zone,
  { archive: { search } }: Desk,
): Promise<OwnText> {
  if (of === 0) {
    return noneWords(
      safe`chat of this period`,
      safe`No chat was requested in this period. Try a longer one.`,
      coverage,
    );
  }
  if (have === 0) return safe`No transcript of this period is at hand yet, so there is nothing to search in.`;
  if (author !== undefined && count > 0) {
    return safe`${counted(count, 'chat')} of this period ${count === 1 ? safe`has` : safe`have`} these words, but none where all of them were said by ${ownWord(author)}. Leave said_by out to see them.`;
  }
  const { agentId, country, city, ...period } = selection;
  if (country !== undefined || city !== undefined) {
    const { count: anywhere } = await search.rank(query, { ...period, agentId }, 'newest');
    if (anywhere > 0) {
      return safe`${counted(anywhere, 'chat')} of this period ${anywhere === 1 ? safe`has` : safe`have`} these words, but none from that place. Places are compared as they are written in transcripts, such as "United Kingdom"; leave country and city out to see them.`;
    }
  }
  const elsewhere = await search.count(query, { agentId });
  if (elsewhere.newest !== undefined) {
    return safe`Not in this period, but in ${counted(elsewhere.count, 'chat')} outside of it; the newest was requested at ${timeWords(zone, elsewhere.newest)} (${ownWord(zone.id)}). Ask with from and to.`;
  }
  const unknown = await unknownTerms(query, { agentId }, search);
  const which = unknown.length === 0 ? safe`all of that together` : joinSafe(unknown, ', ');
  if (have < of / 2) {
    return safe`None of the few transcripts at hand has ${which}, which is too early to say that nobody wrote it.`;
  }
  return safe`No transcript at hand has ${which}. Try fewer words, other ones, or the beginning of one (refund*).`;
}

/** Which of several words are nowhere at all: mostly a slip. */
async function unknownTerms(
  { wanted, ...query }: WordQuery,
  selection: SearchSelection,
  search: Desk['archive']['search'],
): Promise<OwnText[]> {
  const unknown: OwnText[] = [];
  for (const term of wanted.slice(0, MAX_TERMS_EXPLAINED)) {
    const { count } = await search.count({ ...query, wanted: [term], unwanted: [] }, selection);
    if (count === 0) unknown.push(safe`"${callerLine(CallerText.parse(term.words.join(' ')), 60)}"`);
  }
  return unknown;
}
