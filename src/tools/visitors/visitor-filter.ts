import { isComplete, type Coverage } from '../../model/coverage.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { renderError } from '../../answers/error-words.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import {
  countryCoverageWords,
  isUnread,
  noSuchCountryWords,
  visitorsFrom,
} from '../../answers/selection/chat-country.ts';
import { findVisitors } from '../../answers/selection/lookup.ts';
import { coverageWords } from '../../answers/words/coverage-words.ts';
import type { VisitorArguments } from './visitor-arguments.ts';

/** Whom the filters of a question leave. */
export interface VisitorFilter {
  readonly matches: (visitorId: VisitorId) => boolean;
  /** What the filters rest on, in words. */
  readonly words?: OwnText | undefined;
  /** Whether nobody can tell who is meant, because the list of visitors that tells countries is not at hand. */
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
  zone: Zone,
  desk: Desk,
  question: AskedQuestion,
): Promise<VisitorFilter> {
  if (query === undefined && country === undefined) return { matches: () => true, isUnread: false };
  const from = country === undefined ? undefined : await visitorsFrom(country, desk, question);
  const covered = from?.covered ?? (await listRead(desk, question));
  const named = query === undefined ? undefined : await desk.archive.visitors.ids({ query });
  if (query !== undefined && (covered instanceof ChatOperationsError || !isComplete(covered))) {
    const contacts = await desk.archive.visitors.contactsMatching(query);
    for (const { visitorId } of findVisitors(query, contacts)) named?.add(visitorId);
  }
  return {
    matches: (visitorId) =>
      (named === undefined || named.has(visitorId)) && (from === undefined || from.visitors.has(visitorId) === true),
    words: from === undefined ? namesWords(covered, question, zone) : countryCoverageWords(from, question, zone),
    isUnread: from !== undefined && isUnread(from),
    noSuchCountry: from && (await noSuchCountryWords(from, zone, desk, question)),
  };
}

async function listRead({ archive }: Desk, question: AskedQuestion): Promise<Coverage | ChatOperationsError> {
  try {
    return await archive.visitors.cover(question);
  } catch (error) {
    if (question.signal.aborted || !(error instanceof ChatOperationsError)) throw error;
    return error;
  }
}

function namesWords(covered: Coverage | ChatOperationsError, question: AskedQuestion, zone: Zone): OwnText {
  return covered instanceof ChatOperationsError
    ? safe`Names are those of chats and messages at hand. ${renderError(covered)}`
    : safe`Names are those of the list of visitors: ${coverageWords(covered, { what: safe`visitors`, isAside: true }, question, zone)}`;
}
