import { writeFile } from 'node:fs/promises';
import type { ServerSettings } from '../../config/read.ts';
import { periodNamed } from '../../model/calendar/period-name.ts';
import { LOCAL_CALLER } from '../../model/caller.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { CallerText, quotation, trusted } from '../../model/text/trusted-text.ts';
import { openAccounts } from '../accounts.ts';
import { periodIn } from '../ask/period-flag.ts';
import { settingsOfAnswer } from '../command-line/flags.ts';
import { runWithValue } from '../command-line/next-line.ts';
import { createLog } from '../log.ts';
import { withinPatience } from '../patience.ts';
import type { Run } from '../run.ts';
import { ProgressLine } from '../shown/progress-line.ts';
import { showAnswer, showError } from '../shown/show.ts';
import { gathered, type Gathered, type Performance } from './gathered.ts';
import { markdownOf } from './markdown.ts';
import { pageOf } from './page.ts';
import { documentOf, missingOf } from './sections.ts';
import { NotAnswered, WholeAnswers, type Part } from './whole-answers.ts';

export interface ReportFlags {
  readonly period: string;
  readonly compareTo: string;
  readonly format: 'md' | 'json' | 'html';
  /** The file that it is written to. */
  readonly output?: string;
  /** Seconds after which it tells what is there. */
  readonly within: number;
}

const HELP = ['report', '--help'];

/** The exit code of a report that is not complete. */
const NOT_COMPLETE = 2;

/**
 * Prints the figures of a period as one document. Waits until what it needs is loaded, or the time is over. Sets the exit code:
 * 1 when there is no answer, 2 when a part is not complete. Throws InvalidArgument for an unknown period, and for an hour.
 */
export async function report(
  flags: ReportFlags,
  settingFlags: Readonly<Record<string, unknown>>,
  run: Run,
): Promise<void> {
  const settings = await settingsOfAnswer(settingFlags, run);
  const period = periodIn(flags.period, run, HELP);
  if (periodNamed(CallerText.parse(period)) === 'last_hour') {
    throw new InvalidArgument('A report is of whole days.', runWithValue(period, 'today', run, HELP));
  }
  try {
    const report = await gatheredAt(settings, flags, run);
    run.exitCode = missingOf(report).length === 0 ? 0 : NOT_COMPLETE;
    if (flags.output !== undefined) await writeReport(flags.output, await fileOf(report, flags.format));
    else if (flags.format === 'md') await showAnswer(markdownOf(documentOf(report, false)), run);
    else run.output.write(await fileOf(report, flags.format));
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    await showError(error.message, run);
    run.exitCode = 1;
  }
}

/** Opens the account of the settings, asks what a report is made of, and closes it. */
async function gatheredAt(settings: ServerSettings, flags: ReportFlags, run: Run): Promise<Gathered> {
  const log = createLog(settings.server.log_level, run.errors);
  for (const warning of settings.warnings) log.warn(warning);
  const accounts = openAccounts(settings, run);
  const progress = new ProgressLine(run.errors, 'Starting');
  try {
    const { deskFor } = await accounts.ask(accounts.names[0]);
    const answers = new WholeAnswers(deskFor(LOCAL_CALLER), progress, flags.within);
    return await gathered(answers, flags, run.clock(), flags.format === 'html');
  } finally {
    progress.end();
    await withinPatience(() => accounts.close());
  }
}

/** Returns what stands in a file of a report. */
async function fileOf(report: Gathered, format: ReportFlags['format']): Promise<string> {
  switch (format) {
    case 'md':
      return `${markdownOf(documentOf(report, false))}\n`;
    case 'html':
      return pageOf(documentOf(report, true));
    case 'json':
      return `${JSON.stringify(dataOf(report), undefined, 2)}\n`;
  }
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    // It is about people, as the archive is.
    await writeFile(file, text, { mode: 0o600 });
  } catch {
    throw new InvalidArgument(
      trusted`The report cannot be written to ${quotation(CallerText.parse(file), 200)}.`,
      'Name a file in a folder that is there, and that may be written to.',
    );
  }
}

/** A report as data, without strangers' words. */
function dataOf(report: Gathered): unknown {
  const { figures: _, heads: __, groups: ___, offline_statements: ____, ...performance } = report.performance.data;
  return {
    complete: missingOf(report).length === 0,
    ...performance,
    by_agent: groupsOf(report.byAgent),
    by_day: groupsOf(report.byDay),
    by_weekday_and_hour: groupsOf(report.byHour),
    waiting: report.waiting instanceof NotAnswered ? undefined : report.waiting.data,
  };
}

/** Groups without their words, which say the same to people. */
function groupsOf(part: Part<Performance>): unknown {
  if (part instanceof NotAnswered) return undefined;
  const { groups = [], next_cursor, notes = [], coverage } = part.data;
  return { groups: groups.map(({ figures: _, ...group }) => group), next_cursor, notes, coverage };
}
