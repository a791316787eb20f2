import type { Measure } from '../../../insights/changes/split.ts';
import type { Metric } from '../../../figures/metrics/metric.ts';
import { changedByWords, sizeWords, type Amounts } from '../../../tools/changes/change-words.ts';
import { bold, markup, type Html } from './html.ts';
import type { CauseData, ChangeData, ChangePart } from './page-data.ts';
import { pictureOf } from './picture.ts';
import { tableHtml } from './table-html.ts';

const DAY_MILLIS = 86_400_000;
/** More would be read as a list of findings, where the first one or two matter. */
const MOST_CAUSES = 3;
const CAPTION = 'Changes since the period before, beside what chance alone does';

/** What changed since the period before, whether chance does as much, and what stands out. */
export function changesSection(changes: readonly ChangePart[]): Html {
  if (changes.every(({ data }) => data?.change === undefined)) {
    const whys = new Set(changes.flatMap(({ notes }) => notes));
    return markup`<section><h2>What changed, and why</h2>${[...whys].map((why) => markup`<p>${bold(why)}</p>`)}</section>`;
  }
  return markup`<section>
    <h2>What changed, and why</h2>
    ${tableHtml({ heads: ['figure', 'change', 'chance alone', 'what is seen'], rows: changes.map(rowOf) }, CAPTION, 'changes')}
    ${changes.map(({ picture }) => pictureOf(picture, 'change'))}
  </section>`;
}

function rowOf({ metric, data, notes }: ChangePart): readonly (string | Html)[] {
  const figure = `${metric.label}${isMean(metric) ? ' (mean)' : ''}`;
  if (data?.change === undefined) return [figure, '–', '–', notesHtml(notes)];
  return [figure, ...cellsOf(metric, data, data.change)];
}

function cellsOf(metric: Metric, data: ChangeData, change: number): readonly [string, string, Html] {
  const amounts = amountsOf(metric, data);
  const chance = data.chance === undefined ? '–' : `up to ±${sizeWords(data.chance, amounts)}`;
  return [changedByWords(change, amounts), chance, seenWords(data, amounts)];
}

function notesHtml(notes: readonly string[]): Html {
  return markup`${notes.map((note) => markup`${bold(note)} `)}`;
}

function isMean({ kind: { name: kind } }: Metric): boolean {
  return kind === 'spread' || kind === 'estimated spread';
}

/** A count is told in all where both periods have as many days, and else a day. */
function amountsOf(metric: Metric, { period, compared }: ChangeData): Amounts {
  const days = ({ from, to }: ChangeData['period']) => (Date.parse(to) - Date.parse(from)) / DAY_MILLIS + 1;
  const measure: Measure =
    metric.kind.name === 'count' ? { kind: 'sum', lengths: [days(compared), days(period)] } : { kind: 'mean' };
  return { metric, measure };
}

function seenWords(
  { change, chance, beyond_chance: isSure, odd_day: odd, causes }: ChangeData,
  amounts: Amounts,
): Html {
  const words = [
    odd === undefined ? verdict(change, chance, isSure) : oddDayWords(odd, isSure, amounts),
    ...causes.slice(0, MOST_CAUSES).map((cause) => causeWords(cause, amounts)),
    ...(isSure && odd === undefined && causes.length === 0
      ? ['No part stands out: it changed about alike in all.']
      : []),
  ];
  return markup`${words.map((some) => markup`${some} `)}`;
}

function verdict(change: number | undefined, chance: number | undefined, isSure: boolean): Html | string {
  if (change === 0) return 'Unchanged.';
  if (chance === undefined) return 'Too short, or of too few chats, to tell it from chance.';
  return isSure ? markup`<strong>More than chance.</strong>` : 'May be chance alone.';
}

/** Where one day is unlike all others, chance is spoken of without it. */
function oddDayWords(
  { day, contribution, change_without: rest }: NonNullable<ChangeData['odd_day']>,
  isSure: boolean,
  amounts: Amounts,
): string {
  return `${day} stands out: it makes ${changedByWords(contribution, amounts)}; without it the change is ${changedByWords(rest, amounts)}, ${isSure ? 'still more than chance' : 'within chance'}.`;
}

function causeWords({ by, label, quoted_label: quoted, kind, contribution }: CauseData, amounts: Amounts): string {
  const name = label ?? quoted;
  const grouping = by.replaceAll('_', ' ');
  const change = changedByWords(contribution, amounts);
  if (name === undefined) return `The mix by ${grouping}: ${change}, because other chats came.`;
  return `${grouping} ${name}: ${change}${kind === 'mix' ? ', because its share of the chats is another' : ''}.`;
}
