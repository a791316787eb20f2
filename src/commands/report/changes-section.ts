import type { Metric } from '../../figures/metrics/metric.ts';
import type { Measure } from '../../insights/changes/split.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { changedByWords, sizeWords, type Amounts } from '../../tools/changes/change-words.ts';
import type { Change, Part } from './gathered.ts';
import type { Section, Table } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

/** More would be read as a list of findings, where the first one or two matter. */
const MOST_CAUSES = 3;

type Changed = readonly [Metric, Part<Change>];
type Cause = NonNullable<Change['causes']>[number];

/** What changed since the period before, whether chance does as much, and what stands out. */
export function changesSection(changes: readonly Changed[]): Section {
  const heading = 'What changed, and why';
  const whys = [...new Set(changes.flatMap(([, part]) => notesOf(part)))];
  const known = changes.flatMap(changedIn);
  if (known.length === 0) return { heading, blocks: whys };
  const table: Table = {
    kind: 'table',
    caption: 'Changes since the period before, beside what chance alone does',
    heads: ['figure', 'change', 'chance alone', 'what is seen'],
    rows: changes.map((one) => changedIn(one)[0]?.row ?? [labelOf(one[0]), '–', '–', '']),
  };
  const picture = known.toSorted(bySureness)[0]?.picture;
  return { heading, blocks: [table, ...whys, ...(picture === undefined ? [] : [picture])] };
}

/** The cause that is the surest of all changes, in one line. */
export function whyOf(changes: readonly Changed[]): string {
  const known = changes.flatMap(changedIn);
  const [surest] = known.toSorted(bySureness);
  if (surest?.why !== undefined) return surest.why;
  if (known.length < changes.length) return 'Not every change could be explained; see below.';
  return 'No part of the desk stands out beyond chance.';
}

function bySureness(one: { readonly sureness: number }, other: { readonly sureness: number }): number {
  return other.sureness - one.sureness;
}

function notesOf(part: Part<Change>): readonly string[] {
  return part instanceof NotAnswered ? [part.message] : (part.data.notes ?? []);
}

/** A change in words, if there is one; the picture and the cause of one of which a part stands out. */
function changedIn([metric, part]: Changed) {
  if (part instanceof NotAnswered || part.data.change === undefined) return [];
  const amounts = amountsOf(metric, part.data);
  const { change, chance, causes: [first] = [] } = part.data;
  return [
    {
      row: [
        labelOf(metric),
        changedByWords(change, amounts),
        chance === undefined ? '–' : `up to ±${sizeWords(chance, amounts)}`,
        seenWords(part.data, amounts),
      ],
      why: first && `${labelOf(metric)} ${changedByWords(change, amounts)}; ${causeWords(first, amounts)}`,
      sureness: first === undefined ? 0 : Math.abs(first.contribution) / first.chance,
      picture: first && part.picture,
    },
  ];
}

function labelOf({ label, kind }: Metric): string {
  return ['spread', 'estimated spread'].includes(kind.name) ? `${label} (mean)` : label;
}

/** A count is told in all where both periods have as many days, and else a day. */
function amountsOf(metric: Metric, { period, compared }: Change): Amounts {
  const days = ({ from, to }: Change['period']) => (Date.parse(to) - Date.parse(from)) / MILLIS_PER_DAY + 1;
  const measure: Measure =
    metric.kind.name === 'count' ? { kind: 'sum', lengths: [days(compared), days(period)] } : { kind: 'mean' };
  return { metric, measure };
}

function seenWords(
  { change, chance, beyond_chance: isSure = false, odd_day: odd, causes = [] }: Change,
  amounts: Amounts,
): string {
  return [
    odd === undefined ? verdict(change, chance, isSure) : oddDayWords(odd, isSure, amounts),
    ...causes.slice(0, MOST_CAUSES).map((cause) => causeWords(cause, amounts)),
    ...(isSure && odd === undefined && causes.length === 0
      ? ['No part stands out: it changed about alike in all.']
      : []),
  ].join(' ');
}

function verdict(change: number | undefined, chance: number | undefined, isSure: boolean): string {
  if (change === 0) return 'Unchanged.';
  if (chance === undefined) return 'Too short, or of too few chats, to tell it from chance.';
  return isSure ? 'More than chance.' : 'May be chance alone.';
}

/** Where one day is unlike all others, chance is spoken of without it. */
function oddDayWords(
  { day, contribution, change_without: rest }: NonNullable<Change['odd_day']>,
  isSure: boolean,
  amounts: Amounts,
): string {
  return `${day} stands out: it makes ${changedByWords(contribution, amounts)}; without it the change is ${changedByWords(rest, amounts)}, ${isSure ? 'still more than chance' : 'within chance'}.`;
}

/** What visitors called a part is left out. */
function causeWords({ by, label, kind, contribution }: Cause, amounts: Amounts): string {
  const grouping = by.replaceAll('_', ' ');
  const change = changedByWords(contribution, amounts);
  if (kind === 'mix' && label === undefined) return `The mix by ${grouping}: ${change}, because other chats came.`;
  const part = label === undefined ? `one ${grouping}` : `${grouping} ${label}`;
  return `${part}: ${change}${kind === 'mix' ? ', because its share of the chats is another' : ''}.`;
}
