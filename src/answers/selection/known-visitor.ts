import type { VisitorId } from '../../model/ids.ts';
import type { Chat, OfflineMessage, VisitorContact, VisitorContext } from '../../model/records.ts';
import { visitorIdIn } from '../../insights/visitors/matching-visitors.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { trusted, type CallerText } from '../../model/text/trusted-text.ts';
import { callerQuotation } from '../../privacy/cleaned-text.ts';
import { findVisitors, severalVisitors } from './lookup.ts';
import { coverageOfPart, type Covered } from '../closing.ts';
import type { Desk } from '../desk.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { AskedQuestion } from '../question.ts';

/** Returns what the archive holds of a visitor, newest first, without reading anything. */
export async function knownOf(
  visitorId: VisitorId | undefined,
  desk: Desk,
): Promise<{ readonly chats: readonly Chat[]; readonly offlineMessages: readonly OfflineMessage[] }> {
  if (visitorId === undefined) return { chats: [], offlineMessages: [] };
  return {
    chats: await desk.archive.chats.ofVisitor(visitorId),
    offlineMessages: await desk.archive.offlineMessages.find([visitorId]),
  };
}

/** The visitor that an argument names, among those whose records are loaded. Throws InvalidArgument, with candidates where there are several. */
export async function loadedVisitor(
  wanted: CallerText,
  desk: Desk,
  { redactor }: Pick<AskedQuestion, 'redactor'>,
): Promise<VisitorId> {
  const matches = findVisitors(wanted, await desk.archive.visitors.contactsMatching(wanted));
  if (matches.length > 1) throw await severalVisitors(wanted, matches, desk, redactor);
  const visitorId = matches[0]?.visitorId ?? visitorIdIn(wanted);
  if (visitorId !== undefined) return visitorId;
  throw new InvalidArgument(
    trusted`No visitor loaded so far matches ${callerQuotation(wanted, 100)}.`,
    'Check the spelling, or use the visitor id.',
  );
}

/** A redactor for texts of a visitor that knows where they are: numbers are written differently in each country. */
export function redactorAbout(
  visitor: VisitorContact,
  context: VisitorContext | undefined,
  redactor: Redactor,
): Redactor {
  return redactor.about({ ...visitor, ip: context?.ipAddress, country: context?.country });
}

/** The other records of a visitor beside one, as far as they are loaded. */
export function coveredOthers(visitorId: VisitorId, count: number): Covered {
  return {
    what: 'other records of this visitor',
    coverage: coverageOfPart(),
    count,
    rest: `get_visitor_stats visitor=${visitorId} loads more`,
  };
}

/** The redactors for texts of some visitors, as far as the list of visitors is loaded. */
export async function redactorsOf(
  visitors: readonly VisitorContact[],
  { archive }: Desk,
  { redactor }: Pick<AskedQuestion, 'redactor'>,
): Promise<(visitor: VisitorContact) => Redactor> {
  const contexts = await archive.visitors.contexts([...new Set(visitors.flatMap(({ visitorId }) => visitorId ?? []))]);
  return (visitor) =>
    redactorAbout(visitor, visitor.visitorId === undefined ? undefined : contexts.get(visitor.visitorId), redactor);
}
