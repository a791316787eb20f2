import type { Metric } from '../../figures/metrics/metric.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { amountOf, isOfMean, type Amounts } from '../../tools/changes/amount-words.ts';
import type { Change } from './gathered.ts';
import type { Section, Table } from './section.ts';
import { NotAnswered, type Part } from './whole-answers.ts';

/** More would be read as a list of findings, where the first one or two matter. */
const MOST_CAUSES = 2;

type Changed = readonly [Metric, Part<Change>];

/** What changed since the period before, whether that is usual, and what did unlike the rest. */
export function changesSection(changes: readonly Changed[]): Section {
  const heading = 'What changed, and why';
  const whys = [...new Set(changes.flatMap(([, part]) => notesOf(part)))];
  if (changes.every((one) => changeIn(one) === undefined)) return { heading, blocks: whys };
  const table: Table = {
    kind: 'table',
    caption: 'Changes since the period before, beside what two such periods usually differ by',
    heads: ['figure', 'change', 'usual', 'what is seen'],
    rows: changes.map(rowOf),
  };
  const picture = mapKnown(tellingOf(changes), ([, part]) => part.picture);
  return { heading, blocks: [table, ...whys, ...(picture === undefined ? [] : [picture])] };
}

/** The first cause of the change that tells most, in one line. */
export function whyOf(changes: readonly Changed[]): string {
  const [metric, part] = tellingOf(changes) ?? [];
  if (metric === undefined || part === undefined) {
    return changes.some((one) => !isTested(one))
      ? 'No cause is named; not every change could be tested.'
      : 'No part of the desk differed from the others beyond chance.';
  }
  const whole = part.data.whole?.verdict === 'within_chance' ? ' (within chance as a whole)' : '';
  return `${labelOf(metric)}${whole}: ${causesIn(part.data)[0] ?? ''}`;
}

function isTested([, part]: Changed): boolean {
  return !(part instanceof NotAnswered) && ['beyond_chance', 'within_chance'].includes(part.data.whole?.verdict ?? '');
}

/** The first change that has a cause; one that is beyond chance as a whole goes first. */
function tellingOf(changes: readonly Changed[]) {
  const told = changes.flatMap(([metric, part]) =>
    part instanceof NotAnswered || causesIn(part.data).length === 0 ? [] : [[metric, part] as const],
  );
  return told.find(([, { data }]) => data.whole?.verdict === 'beyond_chance') ?? told[0];
}

function notesOf(part: Part<Change>): readonly string[] {
  return part instanceof NotAnswered ? [part.message] : (part.data.notes ?? []);
}

function changeIn([, part]: Changed): number | undefined {
  return part instanceof NotAnswered ? undefined : part.data.change;
}

function rowOf([metric, part]: Changed): string[] {
  if (part instanceof NotAnswered || part.data.change === undefined) return [labelOf(metric), '–', '–', ''];
  const amounts = amountsOf(metric, part.data);
  const usual = mapKnown(part.data.whole?.usual, (size) => `up to ${amountOf(size, amounts, 'size')}`) ?? '–';
  return [labelOf(metric), amountOf(part.data.change, amounts, 'signed'), usual, seenWords(part.data)];
}

function labelOf(metric: Metric): string {
  return isOfMean(metric) ? `${metric.label} (mean)` : metric.label;
}

/** A count is told in all where both periods have as many days, and else a day. */
function amountsOf(metric: Metric, { period, compared }: Change): Amounts {
  const days = ({ from, to }: Change['period']) => (Date.parse(to) - Date.parse(from)) / MILLIS_PER_DAY + 1;
  const measure: Amounts['measure'] =
    metric.kind.name === 'count' ? { kind: 'sum', days: [days(compared), days(period)] } : { kind: 'mean' };
  return { metric, measure };
}

/** What is said of the whole, and the causes as the tool words them. */
function seenWords(change: Change): string {
  const whole = change.change === 0 ? 'Unchanged.' : VERDICT_WORDS[change.whole?.verdict ?? 'not_tested'];
  return [whole, ...causesIn(change).slice(0, MOST_CAUSES)].join(' ');
}

/** The causes as the tool words them; strangers' words stay out. */
function causesIn({ causes = [] }: Change): readonly string[] {
  return causes.map(({ sentence, by = '' }) => sentence ?? `One ${by.replaceAll('_', ' ')}: explain_change names it.`);
}

const VERDICT_WORDS = {
  beyond_chance: 'Beyond chance as a whole.',
  within_chance: 'Within chance as a whole.',
  not_tested: 'Not tested as a whole.',
} as const;
