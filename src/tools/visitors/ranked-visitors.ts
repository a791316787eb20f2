import { CodeCounts, codesLine, readCode } from '../../answers/codes.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { Asked, Loaded } from '../../answers/rows/list.ts';
import { coverVisitors, mostComeFrom, visitorsFrom, type VisitorsFrom } from '../../answers/selection/chat-country.ts';
import { redactorAbout } from '../../answers/selection/known-visitor.ts';
import { findVisitors } from '../../answers/selection/lookup.ts';
import { coverChats } from '../../answers/cover-part.ts';
import type { ToolQuestion } from '../../answers/tool.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { NO_CHATS, VisitorTally } from '../../insights/visitors/visitor-figures.ts';
import { utcDaysOf, type Period } from '../../model/calendar/period.ts';
import { isComplete } from '../../model/coverage.ts';
import type { VisitorId } from '../../model/ids.ts';
import { inSlices, slices } from '../../model/slices.ts';
import { trusted, type CallerText } from '../../model/text/trusted-text.ts';
import type { ChatCodes } from '../../model/records.ts';
import { requireScope } from '../../model/tool-scopes.ts';
import { latestOf, servedSince } from './served-since.ts';
import type { Ranking, ShownVisitor, VisitorRow } from './visitor-record.ts';
import { totalsText } from './visitor-totals.ts';

/** The visitors that query and country leave; all where one of them is absent. */
export interface Selected {
  readonly named?: ReadonlySet<VisitorId> | undefined;
  readonly from?: VisitorsFrom | undefined;
}

interface Choice {
  readonly order: Ranking;
  readonly query?: CallerText | undefined;
  readonly country?: CallerText | undefined;
}

/**
 * Ranks visitors by their chats of a period, or by their unanswered messages, of any age. The list of visitors is loaded only for a
 * filter: it is long, and chats name their visitors, too.
 */
export async function rankedVisitors(
  { order, query, country }: Choice,
  { period }: Asked<VisitorRow, Selected>,
  desk: Desk,
  question: ToolQuestion,
): Promise<Loaded<VisitorRow, ShownVisitor, Selected>> {
  if (period === undefined) throw new TypeError('a ranking needs a period');
  const { archive } = desk;
  const { shown } = archive;
  requireScope(order === 'waiting' ? 'offline:read' : 'chats:read', desk.caller, trusted`The order ${order}`);
  const messages = order === 'waiting' ? await archive.offlineMessages.cover(question) : undefined;
  const days = utcDaysOf(period, desk.clock());
  // Beside messages, chats are a part of the answer.
  const chats = await (messages ? coverChats(days, desk, question) : archive.chats.cover(days, undefined, question));
  // Only now: what was loaded may tell what codes mean.
  const book = await codebookOf(desk);
  const tally = await tallied(period, book, desk, question);
  const from = country === undefined ? undefined : await visitorsFrom(country, desk, question);
  const listed = from?.coverage ?? (query === undefined ? undefined : await coverVisitors(desk, question));
  const isListed = listed !== undefined && isComplete(listed);
  const named = query === undefined ? undefined : await namedBy(query, isListed, desk);
  const waiting = await archive.visitors.waiting();
  const chatsCovered = { what: 'chats', coverage: chats, count: tally.counts.chats, period } as const;
  const countries = from?.visitors.count === 0 && isListed ? await mostComeFrom(desk, question) : undefined;
  const totals = await totalsText({
    order,
    isFiltered: listed !== undefined,
    period,
    tally,
    chats,
    waiting: waiting.size,
    messages: messages ?? (await archive.offlineMessages.coverageOf()),
    shown,
  });
  function* rows(): Generator<VisitorRow> {
    for (const visitorId of (messages ? waiting : tally.figures).keys()) {
      const figures = shown.chats === 'none' ? undefined : (tally.figures.get(visitorId) ?? NO_CHATS);
      yield { visitorId, figures, waiting: waiting.get(visitorId) };
    }
  }
  return {
    rows: rows(),
    context: { named, from },
    covers: {
      ...(messages === undefined
        ? { coverage: chatsCovered }
        : {
            coverage: { what: 'offline messages', coverage: messages },
            ...(shown.chats !== 'none' && { chats_coverage: chatsCovered }),
          }),
      ...(listed && { visitors_coverage: { what: 'visitors', coverage: listed } }),
    },
    show: (rows) => shownVisitors(rows, book, desk, question),
    ...(totals !== '' && { summary: { words: () => `\n${totals}` } }),
    ...(countries && { instead: () => countries }),
    notes: () => [
      ...(order === 'waiting' && shown.chats !== 'none' ? [SERVED_BY] : []),
      ...[codesLine(codesOf(tally, book), book, 'chat')].filter((line) => line !== undefined),
      ...(query === undefined
        ? []
        : [`Names are those of the ${isListed ? 'list of visitors' : 'visitors, chats and messages loaded so far'}.`]),
    ],
  };
}

/** Why a visitor may be served here whose message is not served later in the list of messages, which checks fewer days. */
const SERVED_BY =
  '"Served on" considers every loaded chat; "served later" in list_offline_messages considers only chats from the last 7 days.';

/** Sums up the chats of a period that are loaded, by visitor. */
async function tallied(
  { start, end }: Period,
  book: Codebook,
  { archive }: Desk,
  { signal }: ToolQuestion,
): Promise<VisitorTally> {
  const tally = new VisitorTally(book);
  for await (const day of archive.chats.columns({ start, end })) {
    if (slices.isOver()) await slices.next(signal);
    await inSlices(tally.add(day), signal);
  }
  return tally;
}

/** Who is called so: by the list of visitors, and by chats and messages, too, while it is incomplete. */
async function namedBy(query: CallerText, isListed: boolean, { archive }: Desk): Promise<ReadonlySet<VisitorId>> {
  const named = await archive.visitors.ids({ query });
  if (isListed) return named;
  const others = findVisitors(query, await archive.visitors.contactsMatching(query));
  return new Set([...named, ...others.map(({ visitorId }) => visitorId)]);
}

/** The codes of the chats. A rating is a value of its own: only where its code stands for none, or may, does it have a meaning. */
function codesOf(tally: VisitorTally, book: Codebook): CodeCounts<ChatCodes>[] {
  const isUnknown = !tally.areRatingsRead;
  const counts = [
    new CodeCounts<ChatCodes>('is_missed', ({ missedCode }) => missedCode),
    new CodeCounts<ChatCodes>('rating', ({ ratingCode }) =>
      isUnknown || readCode(book, 'rating', ratingCode) !== undefined ? ratingCode : undefined,
    ),
  ];
  for (const { codes, chats } of tally.codes) for (const count of counts) count.add(codes, chats);
  return counts;
}

async function shownVisitors(
  rows: readonly VisitorRow[],
  book: Codebook,
  desk: Desk,
  { redactor }: ToolQuestion,
): Promise<readonly ShownVisitor[]> {
  const { visitors } = desk.archive;
  const ids = rows.map(({ visitorId }) => visitorId);
  const [contacts, contexts] = [await visitors.contacts(ids), await visitors.contexts(ids)];
  const latest = await latestOf(ids, book, desk);
  const waiting = new Map(rows.flatMap((row) => (row.waiting ? [[row.visitorId, row.waiting] as const] : [])));
  const served = await servedSince(waiting, latest, desk);
  return rows.map((row) => {
    const { visitorId } = row;
    const [contact, context] = [contacts.get(visitorId) ?? {}, contexts.get(visitorId) ?? {}];
    return {
      ...row,
      contact,
      context,
      latest: latest.get(visitorId) ?? {},
      served: served.get(visitorId),
      redactor: redactorAbout(contact, context, redactor),
    };
  });
}
