import type { Metric } from '../../figures/metrics/metric.ts';
import type { Measure } from '../../insights/changes/split.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { plainText } from '../../privacy/quoted.ts';
import { changedByWords, sizeWords, type Amounts } from '../../tools/changes/change-words.ts';
import type { Change, Part } from './gathered.ts';
import type { Picture, Section, Table } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

const DAY_MILLIS = 86_400_000;
/** More would be read as a list of findings, where the first one or two matter. */
const MOST_CAUSES = 3;

type Changed = readonly [Metric, Part<Change>];

/** What changed since the period before, whether chance does as much, and what stands out. */
export function changesSection(changes: readonly Changed[]): Section {
  const heading = 'What changed, and why';
  const whys = [...new Set(changes.flatMap(([, part]) => notesOf(part)))];
  if (changes.every(([, part]) => changeIn(part) === undefined)) return { heading, blocks: whys };
  const table: Table = {
    kind: 'table',
    caption: 'Changes since the period before, beside what chance alone does',
    layout: 'changes',
    heads: ['figure', 'change', 'chance alone', 'what is seen'],
    rows: changes.map(rowOf),
  };
  const picture = pictureOf(changes);
  return { heading, blocks: [table, ...whys, ...(picture === undefined ? [] : [picture])] };
}

function notesOf(part: Part<Change>): readonly string[] {
  return part instanceof NotAnswered ? [part.message] : (part.data.notes ?? []);
}

function changeIn(part: Part<Change>): number | undefined {
  return part instanceof NotAnswered ? undefined : part.data.change;
}

function rowOf([metric, part]: Changed): string[] {
  const isMean = ['spread', 'estimated spread'].includes(metric.kind.name);
  const figure = `${metric.label}${isMean ? ' (mean)' : ''}`;
  if (part instanceof NotAnswered || part.data.change === undefined) return [figure, '–', '–', ''];
  const amounts = amountsOf(metric, part.data);
  const chance = mapKnown(part.data.chance, (size) => `up to ±${sizeWords(size, amounts)}`) ?? '–';
  return [figure, changedByWords(part.data.change, amounts), chance, seenWords(part.data, amounts)];
}

/** A count is told in all where both periods have as many days, and else a day. */
function amountsOf(metric: Metric, { period, compared }: Change): Amounts {
  const days = ({ from, to }: Change['period']) => (Date.parse(to) - Date.parse(from)) / DAY_MILLIS + 1;
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

type Cause = NonNullable<Change['causes']>[number];

function causeWords({ by, label, quoted_label: quoted, kind, contribution }: Cause, amounts: Amounts): string {
  const name = label ?? mapKnown(quoted, plainText);
  const grouping = by.replaceAll('_', ' ');
  const change = changedByWords(contribution, amounts);
  if (name === undefined) return `The mix by ${grouping}: ${change}, because other chats came.`;
  return `${grouping} ${name}: ${change}${kind === 'mix' ? ', because its share of the chats is another' : ''}.`;
}

/** The picture of the change whose first cause is the surest; undefined where none stands out. */
function pictureOf(changes: readonly Changed[]): Picture | undefined {
  const surest = changes.reduce<{ readonly sureness: number; readonly picture?: Picture | undefined }>(
    (most, [, part]) => {
      if (part instanceof NotAnswered) return most;
      const [first] = part.data.causes ?? [];
      const sureness = first === undefined ? 0 : Math.abs(first.contribution) / first.chance;
      return sureness > most.sureness ? { sureness, picture: part.picture } : most;
    },
    { sureness: 0 },
  );
  return surest.picture && { ...surest.picture, size: 'change' };
}
