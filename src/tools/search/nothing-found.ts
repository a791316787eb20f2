import type { Term, WordQuery } from '../../archive/words/word-query.ts';
import type { SearchedPeriod, SearchSelection } from '../../archive/search/transcript-search.ts';
import type { Desk } from '../../answers/desk.ts';
import { quotation } from '../../model/text/trusted-text.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { wholeMomentText } from '../../model/words/time.ts';
import { cut } from '../../privacy/quoted.ts';

const MAX_TERMS_EXPLAINED = 8;
/** In characters. */
const MAX_QUOTED = 300;

/** Says what to try where a search finds nothing: `anyhow` chats have the words from any author. */
export async function nothingFoundWords(
  query: WordQuery,
  anyhow: number,
  { agentId, visitorId, country, city, ...period }: SearchedPeriod,
  { archive: { search }, zone }: Desk,
): Promise<string> {
  if (anyhow > 0) return `Without said_by: ${groupedText(anyhow)}.`;
  if (country !== undefined || city !== undefined) {
    const { count } = await search.rank(query, { ...period, agentId, visitorId }, 'newest');
    if (count > 0) {
      return `Without country and city: ${groupedText(count)}. Places are compared as transcripts have them, such as "United Kingdom".`;
    }
  }
  const elsewhere = await search.count(query, { agentId, visitorId });
  if (elsewhere.newest !== undefined) {
    const newest = wholeMomentText(zone, elsewhere.newest);
    return `Outside this period: ${counted(elsewhere.count, 'chat')}, the newest of ${newest} (${zone.id}). Use from and to.`;
  }
  const unknown = query.wanted.length === 1 ? [] : await unknownTerms(query, { agentId, visitorId }, search);
  const nowhere = unknown.length === 0 ? '' : `No loaded transcript has ${quotedTerms(unknown)}. `;
  return `${nowhere}Try fewer words, a synonym, or the beginning of a word (${beginningOf(query)}*).`;
}

/** Which of several words are nowhere at all: mostly a slip. */
async function unknownTerms(
  { wanted, ...query }: WordQuery,
  selection: SearchSelection,
  search: Desk['archive']['search'],
): Promise<Term[]> {
  const unknown: Term[] = [];
  for (const term of wanted.slice(0, MAX_TERMS_EXPLAINED)) {
    const { count } = await search.count({ ...query, wanted: [term], unwanted: [] }, selection);
    if (count === 0) unknown.push(term);
  }
  return unknown;
}

/** Such words in quotes, as far as there is room: what was searched for may be long, and its letters may come apart into more. */
function quotedTerms(terms: readonly Term[]): string {
  const quoted: string[] = [];
  let room = MAX_QUOTED;
  for (const { words } of terms) {
    const term = `“${cut(words.map((word) => quotation(word, 60)).join(' '), 60)}”`;
    room -= term.length + 2;
    if (room < 0) break;
    quoted.push(term);
  }
  const others = terms.length - quoted.length;
  return `${quoted.join(', ')}${others === 0 ? '' : ` and ${others} more`}`;
}

/** The beginning of the first long word that is looked for, as an example. */
function beginningOf({ wanted }: WordQuery): string {
  const long = wanted.flatMap(({ words }) => words).find((word) => /^\p{L}{6,}$/u.test(word));
  return long === undefined ? 'refund' : Array.from(long).slice(0, 4).join('');
}
