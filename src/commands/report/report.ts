import type { ServerSettings } from '../../config/read.ts';
import { SHOWS_VIEWS } from '../../answers/views.ts';
import { periodNamed } from '../../model/calendar/period-name.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { withClient } from '../ask/one-client.ts';
import { periodIn } from '../ask/period-flag.ts';
import { runWithValue } from '../command-line/next-line.ts';
import { settingsOfAnswer } from '../command-line/flags.ts';
import type { Run } from '../run.ts';
import { showAnswer, showData, showError } from '../shown/show.ts';
import { gathered, gatheredForPage } from './gathered.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { GroupsData } from './report-data.ts';
import { notWholePage } from './page/page-data.ts';
import { reportPage } from './page/report-page.ts';
import { notWhole, reportWords, type ReportData } from './report-words.ts';
import { NotAnswered, WholeAnswers } from './whole-answers.ts';

export interface ReportFlags {
  readonly period: string;
  readonly compareTo?: string;
  readonly format: 'md' | 'json' | 'html';
  /** Seconds after which it tells what is there. */
  readonly within: number;
}

const HELP = ['report', '--help'];

/** The exit code of a report that has not all it is to have. */
const NOT_WHOLE = 2;

/** What a page is compared with where nothing is named: it tells what changed. */
const COMPARED = 'previous_period';

/**
 * Prints the figures of a period as one document. Waits until what it needs is read, or the time is over. Sets the exit code:
 * 1 when there is no answer, 2 when a part is not whole. Throws InvalidArgument for an unknown period, and for an hour.
 */
export async function report(
  flags: ReportFlags,
  settingFlags: Readonly<Record<string, unknown>>,
  run: Run,
): Promise<void> {
  // Programs read the answers, and the page needs what every tool knows.
  const all = { ...settingFlags, 'structured-content': 'on', tools: 'all' };
  const settings = await settingsOfAnswer(all, run);
  const period = periodIn(flags.period, run, HELP);
  if (periodNamed(CallerText.parse(period)) === 'last_hour') {
    throw new InvalidArgument('A report is of whole days.', runWithValue(period, 'today', run, HELP));
  }
  try {
    const missing =
      flags.format === 'html' ? await printPage(flags, settings, run) : await printFigures(flags, settings, run);
    run.exitCode = missing.length === 0 ? 0 : NOT_WHOLE;
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    await showError(error.message, run);
    run.exitCode = 1;
  }
}

/** Resolves with what is not whole. */
async function printFigures(flags: ReportFlags, settings: ServerSettings, run: Run): Promise<string[]> {
  const data = await withClient(
    settings,
    run,
    async ({ client, progress }) => gathered(new WholeAnswers(client, progress, flags.within), flags),
    SHOWS_VIEWS,
  );
  if (flags.format === 'md') await showAnswer(reportWords(data), run);
  else showData(reportJson(data), run);
  return notWhole(data);
}

async function printPage(flags: ReportFlags, settings: ServerSettings, run: Run): Promise<string[]> {
  const { period, compareTo = COMPARED, within } = flags;
  const data = await withClient(
    settings,
    run,
    async ({ client, progress }) =>
      gatheredForPage(new WholeAnswers(client, progress, within), { period, compareTo }, run.clock),
    // What a view is told, pictures and names as they are shown, is what a page shows.
    SHOWS_VIEWS,
  );
  run.output.write(reportPage(data));
  return notWholePage(data);
}

function reportJson(data: ReportData): unknown {
  const { performance, byAgent, byDay, waiting } = data;
  const { figures: _, offline_statements: __, ...figures } = performance;
  return {
    complete: notWhole(data).length === 0,
    ...figures,
    by_agent: mapKnown(byAgent.data, forPrograms),
    by_day: mapKnown(byDay.data, forPrograms),
    waiting: waiting.data,
  };
}

/** Groups without their words, which say the same to people. */
function forPrograms({ heads: _, groups, ...rest }: GroupsData) {
  return { ...rest, groups: groups.map(({ figures: __, ...group }) => group) };
}
