import { requireScope } from '../../model/tool-scopes.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Shown } from '../../model/shown.ts';
import { VisitorTally } from '../../insights/visitors/visitor-figures.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import { utcDaysOf, type Period } from '../../model/calendar/period.ts';
import { FirstInOrder } from '../../model/first-in-order.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { inSlices, slices } from '../../model/slices.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { periodAt } from '../../answers/selection/arguments.ts';
import { coverPart } from '../../answers/cover-part.ts';
import { readCursor, writeCursor, type Position } from '../../answers/cursor.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import { enclosedRows, pageOf } from '../../answers/paging.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { codesWords } from '../../answers/words/code-words.ts';
import { closingLine, type Covered } from '../../answers/closing.ts';
import { coverageData } from '../../answers/coverage-data.ts';
import { agesWords } from '../../answers/words/age-words.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { counted, periodWords } from '../../answers/words/quantities.ts';
import { coveredVisitors } from '../../answers/selection/chat-country.ts';
import { visitorFilter } from './visitor-filter.ts';
import { orderWords, rankedData, rankedLine, takenWords, tieWords, type RankedRow } from './ranked-visitor-words.ts';
import { areTied, comparing, isBehind, placeOf, rankedBy, type RankedVisitor, type Ranking } from './ranking.ts';
import { latestOf, servedSince } from './served-since.ts';
import { filterWords, type AskedVisitors, type VisitorArguments, type VisitorsAnswer } from './visitor-arguments.ts';

/** The codes on which the order, or the figures in a row, rest. */
const CODES = ['is_missed', 'rating'] as const;

/**
 * Ranks visitors by their chats of a period, or by their offline messages that wait for a reply, of any age. The list of visitors is read
 * only for a filter: it is long, and chats name their visitors, too.
 */
export async function rankedVisitors(
  args: AskedVisitors & { readonly order: Ranking },
  desk: Desk,
  question: AskedQuestion,
): Promise<VisitorsAnswer> {
  const { order } = args;
  const { archive } = desk;
  const now = desk.clock();
  requireScope(order === 'waiting' ? 'offline:read' : 'chats:read', desk.caller, trusted`The order ${order}`);
  const position = readCursor(args);
  const at = position?.at ?? now;
  const period = periodAt(args, at, desk);
  const { zone } = period;
  const listed = order === 'waiting' ? await archive.offlineMessages.cover(question) : undefined;
  const coverage = await covered(period, listed !== undefined, desk, question);
  // Only now: what was read may tell what codes mean.
  const book = await codebookOf(desk);
  const tally = await tallied(period, book, desk, question);
  const meant = await visitorFilter(args, desk, question);
  const messages = listed ?? (await archive.offlineMessages.coverageOf());
  const waiting = await archive.visitors.waiting();
  const { total, left, first } = await firstOf(
    { args, position },
    rankedBy(order, tally.figures, waiting, meant.matches),
    question.signal,
  );
  const rows = await rowsOf(first, book, desk);

  const { who, first: orderedBy } = orderWords(order);
  const main = listed ?? coverage;
  const isTold =
    !(order === 'missed' && tally.codes.open.has('is_missed')) &&
    !(order === 'lowest_rating' && tally.codes.open.has('rating'));
  const head = paragraphs(
    safe`${isComplete(main) ? safe`` : safe`Of what was read so far: `}**${meant.isUnread || (!isTold && total === 0) ? safe`not known which visitors` : counted(total, 'visitor')}** ${who}${filterWords(args)}; ${orderedBy}`,
    await sumWords(tally, waiting.size, messages, args, period, archive.shown),
    takenWords(tally.codes),
    meant.words,
  );
  const settled = CODES.filter((name) => !tally.codes.likely.has(name) && !tally.codes.open.has(name));
  const codes = total === 0 ? undefined : codesWords(book, settled);
  const chats: Covered = { what: 'chats', coverage, count: tally.counts.chats, period };
  const closing = closingLine(
    [
      ...(listed === undefined ? [] : [{ what: 'offline messages', coverage: listed } as const]),
      ...(listed !== undefined && archive.shown.chats === 'none' ? [] : [chats]),
      ...coveredVisitors(meant.coverage),
    ],
    question,
    zone,
    now,
  );
  const page = await pageOf(
    rows,
    args.limit,
    [head, codes ?? safe``, closing],
    (row, _, isShort) => rankedLine(row, zone, now, question.redactor, isShort, archive.shown),
    (row) => writeCursor(args, { ...placeOf(order, row), at }),
    left,
  );
  const [last, next] = [page.rows.at(-1), rows[page.rows.length]];
  const isCutInTie = last !== undefined && next !== undefined && areTied(order, last, next);
  return {
    text: paragraphs(
      head,
      enclosedRows(page) ?? meant.noSuchCountry ?? (isTold ? nobodyWords(order, args, main) : undefined),
      page.moreWords && safe`${page.moreWords}${isCutInTie ? tieWords(order) : safe``}`,
      codes,
    ),
    closing,
    data: () =>
      omitUndefined({
        total,
        visitors: page.rows.map((row) => rankedData(row, zone, question.redactor, archive.shown)),
        next_cursor: page.nextCursor,
        codes,
        coverage:
          listed === undefined ? coverageData(coverage, question, zone, period) : coverageData(listed, question, zone),
        chats_coverage:
          listed && archive.shown.chats !== 'none' ? coverageData(coverage, question, zone, period) : undefined,
      }),
  };
}

/** Reads what is missing of a period. As a part of an answer, what fails leaves the rest. */
function covered(
  period: Period,
  isPart: boolean,
  { archive, clock }: Desk,
  question: AskedQuestion,
): Promise<Coverage> {
  const days = utcDaysOf(period, clock());
  const covering = archive.chats.cover(days, undefined, question);
  return isPart ? coverPart(covering, () => archive.chats.coverageOf(days), question) : covering;
}

/** Sums up the chats of a period that are at hand, by visitor. */
async function tallied(
  { start, end }: Period,
  book: Codebook,
  { archive }: Desk,
  { signal }: AskedQuestion,
): Promise<VisitorTally> {
  const tally = new VisitorTally(book);
  for await (const day of archive.chats.columns({ start, end })) {
    if (slices.isOver()) await slices.next(signal);
    await inSlices(tally.add(day), signal);
  }
  return tally;
}

/** Counts the visitors of a ranking, and finds those that come first behind the cursor. */
async function firstOf(
  {
    args: { order, limit },
    position,
  }: { readonly args: VisitorArguments & { readonly order: Ranking }; readonly position: Position | undefined },
  ranked: Iterable<RankedVisitor>,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly left: number; readonly first: readonly RankedVisitor[] }> {
  // One more tells whether the last one is tied.
  const first = new FirstInOrder(comparing(order), limit + 1);
  let [total, left] = [0, 0];
  for (const visitor of ranked) {
    total += 1;
    if (slices.isOver()) await slices.next(signal);
    if (position !== undefined && !isBehind(order, visitor, position)) continue;
    left += 1;
    first.add(visitor);
  }
  return { total, left, first: first.values() };
}

async function rowsOf(visitors: readonly RankedVisitor[], book: Codebook, desk: Desk): Promise<RankedRow[]> {
  const ids = visitors.map(({ visitorId }) => visitorId);
  const [contacts, contexts, latest] = [
    await desk.archive.visitors.contacts(ids),
    await desk.archive.visitors.contexts(ids),
    await latestOf(ids, book, desk),
  ];
  const waiting = new Map(
    visitors.flatMap(({ visitorId, waiting }) => (waiting ? [[visitorId, waiting] as const] : [])),
  );
  const served = await servedSince(waiting, latest, desk);
  return visitors.map((visitor) => ({
    ...visitor,
    contact: contacts.get(visitor.visitorId) ?? {},
    context: contexts.get(visitor.visitorId) ?? {},
    latest: latest.get(visitor.visitorId) ?? {},
    served: served.get(visitor.visitorId),
  }));
}

/** Says of whom these are a part, and what else there is to worry about. */
async function sumWords(
  tally: VisitorTally,
  waiting: number,
  messages: Coverage,
  args: VisitorArguments,
  period: Period,
  shown: Shown,
): Promise<OwnText | undefined> {
  if (shown.chats === 'none') return undefined;
  let [often, missed, rated] = [0, 0, 0];
  for (const figures of tally.figures.values()) {
    if (slices.isOver()) await slices.next();
    if (figures.chats > 1) often += 1;
    if (figures.missed > 0) missed += 1;
    if (figures.rated > 0) rated += 1;
  }
  const { chats, nameless } = tally.counts;
  const isDefault = args.period === undefined && args.from === undefined && args.to === undefined;
  const { likely, open } = tally.codes;
  const parts = [
    safe`${often} came more than once`,
    ...(open.has('is_missed')
      ? []
      : [safe`${missed} had a ${likely.has('is_missed') ? safe`likely ` : safe``}missed chat`]),
    ...(open.has('rating') ? [] : [safe`${rated} rated`]),
  ];
  const named = nameless === 0 ? safe`` : safe` ${counted(nameless, 'chat')} named no visitor.`;
  const isSaid = args.order === 'waiting' && args.query === undefined && args.country === undefined;
  const waits =
    isSaid || !shown.offlineMessages
      ? safe``
      : messages.covered === 0
        ? safe` Offline messages were not read yet; order waiting reads them.`
        : safe` ${counted(waiting, 'visitor')} in all, whenever they wrote, ${waiting === 1 ? safe`waits` : safe`wait`} for a reply to offline messages (${agesWords(messages, period.zone)}).`;
  return safe`Chats are those of ${periodWords(period)}${isDefault ? safe`, since no period was given` : safe``}: ${counted(chats, 'chat')} by ${counted(tally.figures.size, 'visitor')}; ${joinSafe(parts, ', ')}.${named}${waits}`;
}

function nobodyWords(order: Ranking, { query, country }: VisitorArguments, coverage: Coverage): OwnText {
  const filtered = query !== undefined || country !== undefined;
  const none = {
    chats: safe`Nobody chatted in this period. Try a longer one.`,
    missed: safe`No chat of this period was missed. Try a longer one.`,
    lowest_rating: safe`No chat of this period was rated. Try a longer one.`,
    waiting: safe`Every offline message has a reply.`,
  }[order];
  return noneWords(
    safe`visitor of this kind`,
    filtered ? safe`Nobody of whom query and country speak. Leave them out to see all.` : none,
    coverage,
  );
}
