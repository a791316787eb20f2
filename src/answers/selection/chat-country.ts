import { joinMixed, mixed } from '../../privacy/quoted.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { requireScope } from '../../model/tool-scopes.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { VisitorsOfCountry } from '../../archive/records/visitors/visitor-countries.ts';
import { mapInSlices } from '../../model/slices.ts';
import { groupedText } from '../../model/words/number.ts';
import { enclosed } from '../../privacy/boundary.ts';
import type { Covered } from '../closing.ts';
import type { Desk } from '../desk.ts';
import type { AskedQuestion } from '../question.ts';
import { coverPart } from '../cover-part.ts';

/** The number of countries that are named where nobody comes from the one that is asked for. */
const MAX_COUNTRIES = 10;

/** Who comes from a country, as far as the list of visitors is loaded: a chat's row has no place. */
export interface VisitorsFrom {
  readonly visitors: VisitorsOfCountry;
  /** The coverage of the list of visitors. */
  readonly coverage: Coverage;
}

/** Loads the list of visitors, as far as time allows, and finds those from a country. */
export async function visitorsFrom(country: string, desk: Desk, question: AskedQuestion): Promise<VisitorsFrom> {
  requireScope('visitors:read', desk.caller, trusted`The argument country`);
  const coverage = await coverVisitors(desk, question);
  return { visitors: await desk.archive.visitors.fromCountry(country), coverage };
}

/** Loads the list of visitors as a part of an answer, whose other parts are there without it. */
export function coverVisitors({ archive: { visitors } }: Desk, question: AskedQuestion): Promise<Coverage> {
  return coverPart(visitors.cover(question), () => visitors.coverageOf(), question);
}

/** The list of visitors as a part of what an answer rests on. */
export function coveredVisitors(coverage: Coverage | undefined): Covered[] {
  return coverage === undefined ? [] : [{ what: 'visitors', coverage }];
}

/** Whether the whole list of visitors is loaded: else more chats may be of the country. */
function areRead({ coverage }: VisitorsFrom): boolean {
  return isComplete(coverage);
}

/** Whether nobody can tell who comes from the country, because no record of a visitor was read yet. */
export function isUnread(from: VisitorsFrom): boolean {
  return from.visitors.countOfAny === 0 && !areRead(from);
}

/** Says which visitors' records the countries of chats are of; nothing where none is loaded. */
export function countryBasisWords(from: VisitorsFrom): string | undefined {
  return isUnread(from) ? undefined : countriesRestWords(from.coverage);
}

/** The same of the list of visitors alone. */
export function countriesRestWords(coverage: Coverage): string {
  return isComplete(coverage)
    ? `Countries are those of the visitors' latest records.`
    : 'Countries are those of the visitors loaded so far.';
}

/**
 * Says why no loaded visitor comes from the country: that the list of visitors is not loaded, or which countries most come from.
 * Undefined if there are visitors from it.
 */
export async function noSuchCountryWords(
  from: VisitorsFrom,
  desk: Desk,
  question: AskedQuestion,
): Promise<string | undefined> {
  if (from.visitors.count > 0) return undefined;
  if (isUnread(from)) {
    return 'Which visitors come from there is unknown, because the list of visitors is not loaded.';
  }
  const most = await mostComeFrom(desk, question);
  return most === undefined
    ? `No visitor's country is loaded. Leave country out.`
    : `No loaded visitor comes from a country of this name. ${most}`;
}

/** The countries that most visitors come from; undefined where none is loaded. */
export async function mostComeFrom(
  { archive }: Desk,
  { redactor }: Pick<AskedQuestion, 'redactor'>,
): Promise<string | undefined> {
  const most = await archive.visitors.commonCountries(MAX_COUNTRIES);
  // A name may take long to redact.
  const names = await mapInSlices(
    most,
    ({ country, visitors }) => mixed`${redactor.field(country, 60)} (${groupedText(visitors)})`,
  );
  return names.length === 0 ? undefined : `Most come from:\n${enclosed(joinMixed(names, ', '))}`;
}
