import { isAbsolute } from 'node:path';
import { styleText } from 'node:util';
import { secondsBetween, type Clock, type EpochMillis } from '../../model/time/units.ts';
import type { AccountName } from '../../model/caller.ts';
import { VERSION } from '../../model/version.ts';
import type { OutputStream, Run } from '../run.ts';
import { CLEARED, columnsOf, showsColours } from '../shown/terminal.ts';
import { quotable } from '../../model/text/quotable.ts';
import type { ShownSetting } from './check-settings.ts';
import { CHECKS, type Finding, type Verdict } from './finding.ts';
import { countText, isAre } from '../../model/words/count.ts';

const SIGNS = {
  ok: { sign: '✓', colour: 'green' },
  warning: { sign: '!', colour: 'yellow' },
  wrong: { sign: '✗', colour: 'red' },
  'not tried': { sign: '–', colour: 'dim' },
} as const satisfies Readonly<Record<Verdict, { sign: string; colour: Parameters<typeof styleText>[0] }>>;

const NAME_WIDTH = Math.max(...CHECKS.map((check) => check.length));
/** Before the words: sign, blank, name, two blanks.  */
const INDENT = NAME_WIDTH + 4;

/** Wider lines are hard to read; off a terminal lines are not broken at all, for programs that look for words. */
const MOST_COLUMNS = 110;

/** On a terminal that is narrower, words are not broken into letters: its lines are broken by itself. */
const LEAST_WORDS = 10;

/** The most characters of what is said of one thing. */
const MAX_SAID = 4000;

/** The verdicts as a person reads them: one after the other, as they come. */
export class DoctorPage {
  readonly #output: OutputStream;
  readonly #isColoured: boolean;
  readonly #clock: Clock;
  readonly #began: EpochMillis;
  readonly #columns: number;
  readonly #account: AccountName | undefined;
  /** What came before the settings, which are shown first. */
  #early: Finding[] | undefined = [];
  /** Those of the last lines that were not tried, for one reason. */
  #untried: Finding[] = [];

  /** `account` is the account whose they are, where there are several. */
  constructor({ output, clock, environment }: Pick<Run, 'output' | 'clock' | 'environment'>, account?: AccountName) {
    this.#account = account;
    this.#output = output;
    this.#isColoured = showsColours(output, environment);
    this.#clock = clock;
    this.#began = clock();
    this.#columns = output.isTTY === true ? Math.min(columnsOf(output), MOST_COLUMNS) : Infinity;
  }

  settings(shown: readonly ShownSetting[]): void {
    const whose = this.#account === undefined ? '' : `, with account ${this.#account}`;
    this.#line(`chat-operations-mcp ${VERSION}: what works, and what does not${whose}\n`);
    const keyWidth = Math.max(...shown.map(({ key }) => key.length));
    const inFile = shown.filter(({ place }) => isAbsolute(place));
    const nearer = shown.filter(({ place }) => !isAbsolute(place));
    if (inFile.length > 0) this.#line(this.#style('bold', `Settings from ${clean(inFile[0]?.place ?? '')}`));
    for (const { key, value = '(not shown)' } of inFile) {
      this.#wrapped(`  ${key.padEnd(keyWidth)}  `, clean(value));
    }
    if (nearer.length > 0) this.#line(this.#style('bold', 'Settings from flags and environment'));
    for (const { key, value = '(not shown)', place } of nearer) {
      this.#wrapped(`  ${key.padEnd(keyWidth)}  `, `${clean(value)} ${this.#style('dim', `(${clean(place)})`)}`);
    }
    if (shown.length > 0) this.#line('');
    this.#line(this.#style('bold', 'Checks'));
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const finding of early) this.tell(finding);
  }

  tell(finding: Finding): void {
    if (this.#early !== undefined) {
      this.#early.push(finding);
      return;
    }
    if (finding.words !== this.#untried[0]?.words) this.#tellUntried();
    if (finding.verdict === 'not tried') this.#untried.push(finding);
    else this.#verdict(finding, finding.check, clean(finding.words));
  }

  /** What was not tried for one reason is one line. */
  #tellUntried(): void {
    const [first, second, ...others] = this.#untried;
    if (first === undefined) return;
    this.#untried = [];
    const last = [second, ...others].at(-1);
    const names =
      last === undefined
        ? first.check
        : others.length === 0
          ? `${first.check}, ${last.check}`
          : `${first.check} to ${last.check}`;
    this.#verdict(first, names, this.#style('dim', `not tried: ${clean(first.words)}`));
  }

  #verdict({ verdict, advice }: Finding, name: string, said: string): void {
    const { sign, colour } = SIGNS[verdict];
    this.#wrapped(`${this.#style(colour, sign)} ${name.padEnd(NAME_WIDTH)}  `, said, INDENT);
    if (advice === undefined) return;
    this.#wrapped(`${' '.repeat(INDENT)}${this.#style(colour, '→')} `, clean(advice), INDENT + 2);
  }

  /** Says what is tried next, where the line can be taken back. */
  trying(what: string): void {
    if (this.#output.isTTY !== true) return;
    this.#output.write(`${CLEARED}${this.#style('dim', `… ${what}`)}`);
  }

  close(findings: readonly Finding[], requests: number): void {
    this.#tellUntried();
    const count = (verdict: Verdict): number => findings.filter((one) => one.verdict === verdict).length;
    const wrong = count('wrong');
    const warnings = count('warning');
    const verdict =
      wrong > 0
        ? this.#style('red', `${countText(wrong, 'thing')} ${isAre(wrong)} wrong`)
        : warnings > 0
          ? this.#style('yellow', 'Nothing is wrong')
          : this.#style('green', 'All is well');
    const rest = [
      `${count('ok')} ok`,
      ...(warnings === 0 ? [] : [countText(warnings, 'warning')]),
      ...(count('not tried') === 0 ? [] : [`${count('not tried')} not tried`]),
    ];
    const spent = `${countText(requests, 'request')} to the service`;
    const time = `${secondsBetween(this.#began, this.#clock()).toFixed(1)} s`;
    this.#line(`\n${verdict}; ${rest.join(', ')}. ${spent}, ${time}.${this.#account === undefined ? '' : '\n'}`);
  }

  #line(text: string): void {
    this.#output.write(this.#output.isTTY === true ? `${CLEARED}${text}\n` : `${text}\n`);
  }

  /** Writes words behind a label, broken at blanks and indented to it. */
  #wrapped(label: string, words: string, indent = width(label)): void {
    const lines: string[] = [];
    let line = '';
    for (const word of words.split(' ').flatMap((one) => fitting(one, Math.max(LEAST_WORDS, this.#columns - indent)))) {
      if (line !== '' && indent + width(line) + 1 + width(word) > this.#columns) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    this.#line(label + [...lines, line].join(`\n${' '.repeat(indent)}`));
  }

  #style(style: Parameters<typeof styleText>[0], text: string): string {
    return this.#isColoured ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** The parts of a word that fit into so many columns: a path is broken behind a slash. */
function fitting(word: string, columns: number): string[] {
  if (width(word) <= columns || word.includes('\u001B')) return [word];
  return word.match(new RegExp(`.{1,${columns - 1}}(?:/|$)|.{1,${columns}}`, 'gu')) ?? [word];
}

/** Whatever was put into a setting, the terminal gets no commands. */
function clean(text: string): string {
  return quotable(text, MAX_SAID);
}

function width(text: string): number {
  // oxlint-disable-next-line no-control-regex -- the styles are such
  return text.replaceAll(/\u001B\[\d+m/g, '').length;
}
