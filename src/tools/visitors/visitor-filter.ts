import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { VisitorId } from '../../model/ids.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import {
  countryBasisWords,
  coverVisitors,
  isUnread,
  noSuchCountryWords,
  visitorsFrom,
} from '../../answers/selection/chat-country.ts';
import { findVisitors } from '../../answers/selection/lookup.ts';
import type { VisitorArguments } from './visitor-arguments.ts';

/** Whom the filters of a question leave. */
export interface VisitorFilter {
  readonly matches: (visitorId: VisitorId) => boolean;
  /** The coverage of the list of visitors, where the filters rest on it. */
  readonly coverage?: Coverage;
  /** What the filters rest on, in words. */
  readonly words?: OwnText | undefined;
  /** Whether nobody can tell who is meant, because the list of visitors that tells countries is not loaded. */
  readonly isUnread: boolean;
  /** Why nobody is left, where it is for the country. */
  readonly noSuchCountry?: OwnText | undefined;
}

/**
 * Whom a question means by name and country. The list of visitors is read for it; who is known from chats and messages alone is found by
 * name, too, while the list is not whole.
 */
export async function visitorFilter(
  { query, country }: VisitorArguments,
  desk: Desk,
  question: AskedQuestion,
): Promise<VisitorFilter> {
  if (query === undefined && country === undefined) return { matches: () => true, isUnread: false };
  const from = country === undefined ? undefined : await visitorsFrom(country, desk, question);
  const coverage = from?.coverage ?? (await coverVisitors(desk, question));
  const named = query === undefined ? undefined : await desk.archive.visitors.ids({ query });
  if (query !== undefined && !isComplete(coverage)) {
    const contacts = await desk.archive.visitors.contactsMatching(query);
    for (const { visitorId } of findVisitors(query, contacts)) named?.add(visitorId);
  }
  return {
    matches: (visitorId) =>
      (named === undefined || named.has(visitorId)) && (from === undefined || from.visitors.has(visitorId) === true),
    coverage,
    words: from === undefined ? namesWords(coverage) : countryBasisWords(from),
    isUnread: from !== undefined && isUnread(from),
    noSuchCountry: from && (await noSuchCountryWords(from, desk, question)),
  };
}

function namesWords(coverage: Coverage): OwnText {
  return isComplete(coverage)
    ? safe`Names are those of the list of visitors.`
    : safe`Names are those of the visitors, chats and messages loaded so far.`;
}
