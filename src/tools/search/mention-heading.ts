import { periodWords } from '../../answers/rows/heading.ts';
import { periodText } from '../../answers/words/period-text.ts';
import type { TranscriptCoverage } from '../../answers/selection/selected-transcripts.ts';
import { ROLES, type Role } from '../../insights/codes/authorship.ts';
import type { Period } from '../../model/calendar/period.ts';
import { isComplete } from '../../model/coverage.ts';
import { quotation, type CallerText } from '../../model/text/trusted-text.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import type { Mentions } from './mention-counts.ts';
import type { Said } from './who-said.ts';

/** What a search found, of what. */
export interface Searched {
  readonly query: CallerText;
  readonly author: Role | undefined;
  /** Whose chats were searched: `with agent Ann Lee (12)`. */
  readonly of: readonly string[];
  readonly period: Period;
  readonly isZoned: boolean;
  readonly covered: TranscriptCoverage;
  readonly all: Mentions;
  /** The chats that may have the words, because it is not known who said them. */
  readonly undecided: number;
  /** Whether more chats may have the words. */
  readonly isPart: boolean;
}

const AUTHORS: Readonly<Record<Role, string>> = {
  visitor: 'visitors',
  agent: 'agents',
  bot: 'bots',
  system: 'the system',
  unknown: 'unknown authors',
};

/** The first line of a search: `“refund”, said by anyone, in 10 of 260 chats (10 visitors), Mon 23 Nov 2026`. */
export function searchHeading(found: Searched): string {
  const { query, author, of, undecided, isPart, covered } = found;
  const { chats: total, visitors, searched } = found.all;
  const days = periodWords({ ...found, dated: undefined });
  if (covered.of === 0) return `**${isComplete(covered.coverage) ? 'No chat' : 'No chat is loaded yet'}${days}.**`;
  if (covered.have === 0) return `**Nothing searched yet**: no transcript of ${periodText(found.period)} is loaded.`;
  const words = `“${quotation(query, 120).replaceAll(/[“”]/g, '"')}”`;
  const whose = of.map((phrase) => ` ${phrase}`).join('');
  // How many chats there are from a place is known of loaded transcripts alone.
  const isOfAll = searched === covered.have && covered.have < covered.of;
  const soFar = isOfAll
    ? `${groupedText(searched)} of ${groupedText(covered.of)} searched so far`
    : `${groupedText(searched)} searched so far`;
  const chats = counted(searched, 'chat');
  const isOpen = !isComplete(covered.coverage);
  if (total === 0) {
    const by = author === undefined ? '' : `, said by ${AUTHORS[author]},`;
    const none = undecided > 0 ? 'an unknown number' : '0';
    return `**${words}${by} in ${none} of ${isOpen ? `the ${chats}${whose} searched so far` : `${chats}${whose}`}${days}.**`;
  }
  const by = `, said by ${author === undefined ? 'anyone' : AUTHORS[author]},`;
  const people = counted(visitors.size, 'visitor');
  const where = isOpen
    ? `${counted(total, 'chat')}${whose} (${people}; ${soFar})`
    : `${groupedText(total)} of ${chats}${whose} (${people})`;
  return `**${words}${by} in ${isPart ? 'at least ' : ''}${where}${days}**`;
}

/** The number of chats in which a role said all of what is looked for; `several` where no role did alone. */
type AuthorCounts = ReadonlyMap<Role | 'several', number>;

/** Counts who said what is looked for, over chats. */
export function countAuthors(chats: Iterable<Said>): AuthorCounts {
  const counts = new Map<Role | 'several', number>();
  for (const { by } of chats) {
    for (const role of by.size === 0 ? (['several'] as const) : by) counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  return counts;
}

/** In how many chats each role said all of it: `Said by visitors in 6, by agents in 4.` */
export function authorsWords(counts: AuthorCounts, first: number | undefined): string {
  const parts = ROLES.flatMap((role) => {
    const count = counts.get(role) ?? 0;
    return count === 0 ? [] : [`by ${AUTHORS[role]} in ${groupedText(count)}`];
  });
  const several = counts.get('several') ?? 0;
  if (several > 0) parts.push(`by several together in ${groupedText(several)}`);
  return first === undefined
    ? `Said ${parts.join(', ')}.`
    : `Of the first ${groupedText(first)}, said ${parts.join(', ')}.`;
}
