import { trusted } from '../../model/text/trusted-text.ts';
import { requireScope } from '../../model/tool-scopes.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { VisitorsOfCountry } from '../../archive/records/visitors/visitor-countries.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../desk.ts';
import { renderError } from '../error-words.ts';
import type { AskedQuestion } from '../question.ts';
import { coverageWords, type Asking } from '../words/coverage-words.ts';

/** The number of countries that are named where nobody comes from the one that is asked for. */
const MAX_COUNTRIES = 10;

/** Who comes from a country, as far as the list of visitors is at hand: a chat's row tells no place. */
export interface VisitorsFrom {
  readonly visitors: VisitorsOfCountry;
  /** The coverage of the list of visitors, or why it could not be read. */
  readonly covered: Coverage | ChatOperationsError;
}

/** Reads the list of visitors, as far as time allows, and finds those from a country. */
export async function visitorsFrom(country: string, desk: Desk, question: AskedQuestion): Promise<VisitorsFrom> {
  requireScope('visitors:read', desk.caller, trusted`The argument country`);
  const { visitors } = desk.archive;
  let covered: VisitorsFrom['covered'];
  try {
    covered = await visitors.cover(question);
  } catch (error) {
    if (question.signal.aborted || !(error instanceof ChatOperationsError)) throw error;
    covered = error;
  }
  return { visitors: await visitors.fromCountry(country), covered };
}

/** Whether the whole list of visitors is at hand: else more chats may be of the country. */
export function areRead({ covered }: VisitorsFrom): boolean {
  return !(covered instanceof ChatOperationsError) && isComplete(covered);
}

/** Whether nobody can tell who comes from the country, because no record of a visitor was read yet. */
export function isUnread(from: VisitorsFrom): boolean {
  return from.visitors.countOfAny === 0 && !areRead(from);
}

/** Says what the countries of chats rest on; nothing where they rest on nothing. */
export function countryCoverageWords(from: VisitorsFrom, asking: Asking, zone: Zone): OwnText | undefined {
  return isUnread(from) ? undefined : countriesRestWords(from.covered, asking, zone);
}

/** Says which visitors' records countries are of; `covered` is their list, or why it could not be read. */
export function countriesRestWords(covered: VisitorsFrom['covered'], asking: Asking, zone: Zone): OwnText {
  return covered instanceof ChatOperationsError
    ? safe`Countries are those of visitors that were read before. ${renderError(covered)}`
    : safe`Countries are those of the visitors' latest records: ${coverageWords(covered, { what: safe`visitors`, isAside: true }, asking, zone)}`;
}

/**
 * Says why nobody at hand comes from the country: that the list of visitors is not read, and when to ask again, or which countries
 * most come from. Undefined where somebody does.
 */
export async function noSuchCountryWords(
  from: VisitorsFrom,
  zone: Zone,
  { archive }: Desk,
  question: AskedQuestion,
): Promise<OwnText | undefined> {
  if (from.visitors.count > 0) return undefined;
  if (isUnread(from)) return unreadWords(from, question, zone);
  const most = await archive.visitors.commonCountries(MAX_COUNTRIES);
  const names = most.map((one) => safe`${question.redactor.field(one.country, 60)} (${one.visitors})`);
  return names.length === 0
    ? safe`No visitor's country is at hand. Leave country out.`
    : safe`No visitor at hand comes from a country of this name. Most come from:\n${enclosed(joinSafe(names, ', '))}`;
}

function unreadWords({ covered }: VisitorsFrom, asking: Asking, zone: Zone): OwnText {
  const why =
    covered instanceof ChatOperationsError
      ? renderError(covered)
      : coverageWords(covered, { what: safe`visitors` }, asking, zone);
  return safe`Which visitors come from there is not known, because the list of visitors is not at hand. ${why}`;
}
