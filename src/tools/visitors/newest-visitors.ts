import type { VisitorSelection } from '../../archive/records/visitors/visitors.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { periodAt } from '../../answers/selection/arguments.ts';
import { readCursor, writeCursor } from '../../answers/cursor.ts';
import type { Desk } from '../../answers/desk.ts';
import { enclosedRows, pageOf } from '../../answers/paging.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { closingLine } from '../../answers/closing.ts';
import { coverageData } from '../../answers/coverage-data.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { visitorData, visitorLine } from './visitor-words.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { counted, periodWords } from '../../answers/words/quantities.ts';
import { filterWords, type AskedVisitors, type VisitorsAnswer } from './visitor-arguments.ts';

/** The number of countries that are named where nobody comes from the one that is asked for. */
const MAX_COUNTRIES = 10;

/** Lists the visitors of the service's own list, newest first by their first visit. */
export async function newestVisitors(
  args: AskedVisitors,
  desk: Desk,
  question: AskedQuestion,
): Promise<VisitorsAnswer> {
  const position = readCursor(args);
  const at = position?.at ?? desk.clock();
  const zoned = periodAt(args, at, desk, 'ever');
  const period = [args.period, args.from, args.to].some((part) => part !== undefined) ? zoned : undefined;
  const { zone } = zoned;
  const { visitors } = desk.archive;
  const coverage = await visitors.cover(question);

  const selection = { query: args.query, country: args.country, firstVisit: period };
  const { total, rest } = await visitors.count(selection, position?.after);
  const head = paragraphs(
    safe`${isComplete(coverage) ? safe`` : safe`Of what was read so far: `}**${counted(total, 'visitor')}**${filterWords(args, period && safe`who first came ${periodWords(period)}`)}`,
    period && (await undatedWords(selection, desk)),
  );
  const isAll = period === undefined && args.query === undefined && args.country === undefined;
  const closing = closingLine(
    [{ what: 'visitors', coverage, count: isAll ? total : undefined }],
    question,
    zone,
    desk.clock(),
  );
  const page = await pageOf(
    await visitors.find(selection, args.limit, position?.after),
    args.limit,
    [head, closing],
    (visitor) => visitorLine(visitor, zone, question.redactor),
    ({ firstVisitAt = 0, visitorId }) => writeCursor(args, { after: [firstVisitAt, visitorId], at }),
    rest,
  );
  return {
    text: paragraphs(
      head,
      enclosedRows(page) ?? (await nothingFound(selection, coverage, desk, question)),
      page.moreWords,
    ),
    closing,
    data: () =>
      omitUndefined({
        total,
        visitors: page.rows.map((visitor) => visitorData(visitor, zone, question.redactor)),
        next_cursor: page.nextCursor,
        coverage: coverageData(coverage, question, zone),
      }),
  };
}

/** Says that visitors whose first visit is not known are in no period. */
async function undatedWords(selection: VisitorSelection, desk: Desk): Promise<OwnText | undefined> {
  const { total } = await desk.archive.visitors.count({ ...selection, firstVisit: 'unknown' });
  return total === 0 ? undefined : safe`Left out: ${total} whose first visit is not known.`;
}

async function nothingFound(
  selection: VisitorSelection,
  coverage: Coverage,
  desk: Desk,
  { redactor }: AskedQuestion,
): Promise<OwnText> {
  const { visitors } = desk.archive;
  const { total: known } = await visitors.count({});
  if (known === 0) return noneWords(safe`visitor`, safe`There is no visitor yet.`, coverage);
  if (!isComplete(coverage)) {
    return safe`None of the ${known} visitors at hand is meant, but the list has not been read to its end yet.`;
  }
  const { country } = selection;
  if (country !== undefined && (await visitors.count({ country })).total === 0) {
    const most = await visitors.commonCountries(MAX_COUNTRIES);
    const names = most.map((one) => safe`${redactor.field(one.country, 60)} (${one.visitors})`);
    return names.length === 0
      ? safe`The service tells no visitor's country. Leave country out.`
      : safe`None of the ${known} visitors comes from a country of this name. Most come from:
${enclosed(joinSafe(names, ', '))}`;
  }
  const advice =
    selection.query === undefined
      ? safe`Leave one argument out to see more.`
      : safe`All words of query have to be in the name, email or phone of their latest record. Try fewer or shorter ones.`;
  return safe`None of the ${known} visitors is meant. ${advice}`;
}
