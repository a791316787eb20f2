import { isAbsolute } from 'node:path';
import { styleText } from 'node:util';
import type { AccountName } from '../../model/caller.ts';
import { quotable } from '../../model/text/quotable.ts';
import { VERSION } from '../../model/version.ts';
import { counted } from '../../model/words/count.ts';
import type { Run } from '../run.ts';
import { ProgressLine } from '../shown/progress-line.ts';
import { columnsOf, showsColours } from '../shown/terminal.ts';
import { indented } from '../shown/wrapped.ts';
import { CHECKED, type Finding, type Verdict } from './finding.ts';
import type { ShownSetting } from './settings.ts';

const SIGNS = {
  ok: { sign: '✓', colour: 'green' },
  warning: { sign: '!', colour: 'yellow' },
  problem: { sign: '✗', colour: 'red' },
  skipped: { sign: '–', colour: 'dim' },
} as const satisfies Readonly<Record<Verdict, { sign: string; colour: Parameters<typeof styleText>[0] }>>;

/** The width of a check's name, with two blanks behind it. */
const NAME_WIDTH = Math.max(...CHECKED.map((check) => check.length)) + 2;

/** Wider lines are hard to read; off a terminal no line is broken, for programs that search for words. */
const MOST_COLUMNS = 110;

/** The most characters of what is said of one thing. */
const MAX_SAID = 4000;

/** Findings as a person reads them: a line each, as they come. */
export class DoctorPage {
  readonly #run: Pick<Run, 'output' | 'environment'>;
  readonly #columns: number;
  readonly #status: ProgressLine;

  constructor(run: Pick<Run, 'output' | 'environment'>) {
    this.#run = run;
    this.#columns = run.output.isTTY === true ? Math.min(columnsOf(run.output), MOST_COLUMNS) : Infinity;
    this.#status = new ProgressLine(run.output);
  }

  /** Shows the settings; `account` is the name of the account whose they are, if there are several. */
  settings(shown: readonly ShownSetting[], account?: AccountName): void {
    const width = Math.max(...shown.map(({ key }) => key.length)) + 2;
    const title = `chat-operations-mcp ${VERSION} on Node.js ${process.versions.node}`;
    this.#line(account === undefined ? title : `${title}, account ${account}`);
    const inFile = shown.filter(({ place }) => isAbsolute(place));
    const nearer = shown.filter(({ place }) => !isAbsolute(place));
    if (inFile.length > 0) this.#line(this.#style('bold', `\nSettings from ${clean(inFile[0]?.place ?? '')}`));
    for (const { key, value = '(hidden)' } of inFile) this.#line(`  ${key.padEnd(width)}`, clean(value));
    if (nearer.length > 0) this.#line(this.#style('bold', '\nSettings from flags and environment'));
    for (const { key, value = '(hidden)', place } of nearer) {
      this.#line(`  ${key.padEnd(width)}`, `${clean(value)} ${this.#style('dim', `(${clean(place)})`)}`);
    }
    this.#line('');
  }

  finding({ check, verdict, words, advice }: Finding): void {
    const { sign, colour } = SIGNS[verdict];
    const said = verdict === 'skipped' ? this.#style('dim', `skipped: ${clean(words)}`) : clean(words);
    this.#line(`${this.#style(colour, sign)} ${check.padEnd(NAME_WIDTH)}`, said);
    if (advice !== undefined) {
      this.#line(`${' '.repeat(NAME_WIDTH + 2)}${this.#style(colour, '→')} `, clean(advice));
    }
  }

  /** Says what is checked next, on a line that the next one replaces. */
  trying(what: string): void {
    this.#status.says(`Checking ${what}`);
  }

  /** Leaves a line free between two accounts. */
  gap(): void {
    this.#line('');
  }

  end(findings: readonly Finding[], requests: number): void {
    const count = (verdict: Verdict): number => findings.filter((one) => one.verdict === verdict).length;
    const [problems, warnings] = [count('problem'), count('warning')];
    const colour = problems > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green';
    const said = [
      problems === 0 ? 'No problems' : counted(problems, 'problem'),
      ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
      ...(count('skipped') === 0 ? [] : [`${count('skipped')} skipped`]),
    ];
    this.#line(`\n${this.#style(colour, said.join(', '))}. ${counted(requests, 'request')}.`);
  }

  /** Writes words behind a label, wrapped and indented to it. */
  #line(label: string, words = ''): void {
    this.#status.end();
    this.#run.output.write(`${indented(label, words, this.#columns)}\n`);
  }

  #style(style: Parameters<typeof styleText>[0], text: string): string {
    const isColoured = showsColours(this.#run.output, this.#run.environment);
    return isColoured ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** Whatever was put into a setting, the terminal gets no commands. */
function clean(text: string): string {
  return quotable(text, MAX_SAID);
}
