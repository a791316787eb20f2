import { amountOf, isOfMean } from './amount-words.ts';
import { chatSumText, expectedText, levelText, type ChatSum } from '../../figures/change.ts';
import type { Cause } from '../../insights/changes/cause.ts';
import { chatsToRead } from '../../insights/changes/chats-to-read.ts';
import { isAt, isIn, keysBy } from '../../insights/changes/chat-table.ts';
import { figureKindOf, type LeftOut } from '../../insights/changes/facets.ts';
import { OTHERS, type Part } from '../../insights/changes/parts.ts';
import { LEAST_WEEKS } from '../../insights/changes/whole.ts';
import { countText } from '../../model/words/count.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinMixed, mixed, plainText, quotedCell, type Quoted } from '../../privacy/quoted.ts';
import { daysWords } from '../../answers/words/quantities.ts';
import { viewWords, type Labels } from './label-words.ts';
import type { Change, Explained } from './read-change.ts';

/** More would be read as a list of findings, where the first one or two matter. */
const MOST_CAUSES = 3;
const MOST_PARTS = 5;
const MOST_OF_A_VIEW = 2;
const NEARLY_ALL = 0.8;
const LEAST_CHATS = 20;
/** What a part with few chats accounts for beside its share of the chats, where it changed as all did. */
const LEAST_UNLIKE = 0.1;
const MOST_READ = 5;

/** A line that names parts: `own` is absent where strangers' words are in it. */
export interface Line {
  readonly text: Quoted;
  readonly own?: string;
}

/** A cause as it is told. */
export interface ToldCause {
  readonly cause: Cause;
  readonly line: Line;
  readonly isEarlier: boolean;
  /** The chats that it is about, with what they have of the figure. */
  readonly counts: ChatSum;
  /** The chats of the part at other times of the period, and those of others at the same times; absent where there are none such. */
  readonly elsewhere?: ChatSum;
  readonly others?: ChatSum;
  readonly chats: readonly number[];
}

/** Says how much the figure changed, and whether that is more than this desk's weeks differ: of parts it says nothing. */
export function wholeWords(change: Change, { whole, periods }: Explained): string {
  const { metric, older } = change;
  const isMean = isOfMean(metric);
  const lead = `${isMean ? 'Change of the mean' : 'Change'}: **${amountOf(whole.now - whole.before, change, 'signed')}**`;
  const mean = isMean ? ' What follows is of the mean: a median or p90 is no sum of parts.' : '';
  if (whole.verdict === 'not_tested' || whole.usual === undefined) {
    const why =
      metric.basis !== 'rows'
        ? 'older weeks are not compared, since this figure is of sampled transcripts'
        : periods.before.to < -LEAST_WEEKS * 7
          ? 'the periods lie too far apart for that'
          : `that needs ${LEAST_WEEKS} older weeks, and ${(older?.coverage.missingDays ?? []).length > 0 ? `${countText(whole.olderWeeks, 'week is', 'weeks are')} loaded so far` : `this desk has chats of ${countText(whole.olderWeeks, 'week')} before these periods`}`;
    return `${lead}. Whether the whole is beyond chance is not tested: ${why}.${mean}`;
  }
  const usual = `two such periods of this desk usually differ by up to ${amountOf(whole.usual, change, 'size')} (95 times of 100, from ${whole.olderWeeks} older weeks)`;
  return whole.verdict === 'beyond_chance'
    ? `${lead}, beyond chance as a whole: ${usual}.${mean}`
    : `${lead}, within chance as a whole: ${usual}.${mean}`;
}

/** Says what it means that no cause is named; undefined where some are. */
export function alikeWords({ whole, causes, views }: Explained, { metric, periods }: Change): string | undefined {
  if (causes.length > 0) return undefined;
  if (metric.kind.name === 'count' && whole.olderWeeks === 0)
    return '**No part is named**: that needs older weeks of this desk to compare with.';
  if (periods.some(({ chats = LEAST_CHATS }) => chats < LEAST_CHATS))
    return `**No part is named**: to compare parts takes ${LEAST_CHATS} chats in each period.`;
  if (whole.verdict === 'beyond_chance' && views.every(isAlike)) {
    return '**All parts changed alike**: none differs from the others. Look for what they have in common.';
  }
  const others =
    metric.kind.name === 'count' ? 'the same weekdays of older weeks' : 'the others on the same days and hours';
  return `**No part is named**: none differs from ${others} beyond chance. There may still be a small or short cause: begin with the largest parts.`;
}

/** Parts changed alike where each accounts for about as much of the change as it has of the chats. */
function isAlike(parts: readonly Part[]): boolean {
  const chats = parts.reduce((sum, { before, now }) => sum + before.n + now.n, 0);
  const change = parts.reduce((sum, { rate, mix }) => sum + rate + mix, 0);
  return parts.every(({ before, now, rate, mix }) => {
    const share = (before.n + now.n) / Math.max(1, chats);
    return Math.abs((rate + mix) / change - share) <= Math.max(share, LEAST_UNLIKE);
  });
}

/** Tells the causes, those that account for most first. */
export function toldCauses(change: Change, explained: Explained, labels: Labels): ToldCause[] {
  const { table, periods } = explained;
  const figure = figureKindOf(change.metric);
  return explained.causes.slice(0, MOST_CAUSES).map((found): ToldCause => {
    const cause = withOwnHours(found, table);
    const day = table.day[cause.rows[0] ?? 0];
    const isEarlier = isIn(day, periods.before) && !isIn(day, periods.now);
    const counts = sumOf(cause.rows, explained);
    const rest = restOf(cause, isEarlier, explained);
    const chats = chatsToRead(cause, table, figure, MOST_READ);
    const told = { cause, isEarlier, counts, ...rest, chats };
    return { ...told, line: lineOf(told, change, labels) };
  });
}

/** A cause with the hours that its chats lie in: parts of days are longer. */
function withOwnHours(cause: Cause, { hour }: Explained['table']): Cause {
  if (cause.hours === undefined || cause.rows.length === 0) return cause;
  const { hours, ...always } = cause;
  if (hours[1] - hours[0] === 24) return always;
  let [from, to] = [24, 0];
  for (const row of cause.rows) [from, to] = [Math.min(from, hour[row] ?? 0), Math.max(to, (hour[row] ?? 0) + 1)];
  return { ...cause, hours: [from, to] };
}

function sumOf(rows: Iterable<number>, { table }: Explained): ChatSum {
  let [n, sum] = [0, 0];
  for (const row of rows) {
    const [value, weight] = [table.values[row] ?? Number.NaN, table.weights[row] ?? 0];
    if (Number.isNaN(value)) continue;
    n += weight;
    sum += weight * value;
  }
  return { n, sum };
}

/** Of the period in which a cause lies, the same part at other times, and others at the same times. */
function restOf(cause: Cause, isEarlier: boolean, explained: Explained): Pick<ToldCause, 'elsewhere' | 'others'> {
  if (cause.kind !== 'part' && cause.kind !== 'days') return {};
  const { table, periods } = explained;
  const { days, hours } = cause;
  const keys = cause.kind === 'days' ? undefined : keysBy(table, cause.by);
  const isPart = (row: number) => cause.kind === 'days' || keys?.[row] === cause.key;
  const isThen = (row: number) => isAt(table, row, days, hours);
  const own = new Set(cause.rows);
  const [elsewhere, others]: [number[], number[]] = [[], []];
  table.day.forEach((day, row) => {
    if (!isIn(day, isEarlier ? periods.before : periods.now) || own.has(row)) return;
    if (isPart(row) && !isThen(row)) elsewhere.push(row);
    else if (!isPart(row) && isThen(row)) others.push(row);
  });
  return {
    ...(days !== undefined && { elsewhere: sumOf(elsewhere, explained) }),
    ...(cause.kind === 'part' && { others: sumOf(others, explained) }),
  };
}

function lineOf(told: Omit<ToldCause, 'line'>, { metric, agent }: Change, labels: Labels): Line {
  const { cause, isEarlier, counts, elsewhere, others } = told;
  const label = 'by' in cause ? labels.of(cause.by, cause.key).label : undefined;
  const name =
    'by' in cause && cause.by !== 'all' && label !== undefined
      ? mixed`${viewWords(cause.by)} ${label.text}`
      : 'all chats';
  const where = whereWords(cause, labels);
  const text = (sum: ChatSum) => chatSumText(sum, metric);
  const expected = expectedText(cause.expected);
  const observed = chatSumText({ n: cause.observed, sum: cause.observed }, CHATS);
  const isOfHour = cause.kind === 'surge' && cause.by === 'hour';
  const when = isOfHour ? 'Chats of that hour and the next' : 'All chats at those times';
  const then = metric.kind.name === 'count' ? '' : ` ${when}: ${text(counts)}.`;
  const words = ((): Quoted => {
    switch (cause.kind) {
      case 'part':
        return mixed`${name}${where}: ${text(counts)}${elsewhere === undefined || elsewhere.n === 0 ? '' : `; the rest of its chats in the period: ${text(elsewhere)}`}. Others${where === '' ? '' : ' at those times'}: ${others === undefined || others.n === 0 ? 'no chats' : text(others)}.`;
      case 'days':
        return mixed`${agent === undefined ? 'The whole desk' : 'All chats of the agent'}${where}: ${text(counts)}${elsewhere === undefined || elsewhere.n === 0 ? '' : `; at all other times of the period: ${text(elsewhere)}`}.`;
      case 'mix':
        return mixed`${cause.observed > cause.expected ? 'More' : 'Fewer'} of the chats were of ${name}: ${observed}, ${expected} usually. In both periods its chats differ from the others, so that moved the figure.`;
      case 'absence':
        return mixed`${name} had ${observed} chats${where}, usually ${expected}.${then}`;
      case 'newcomer':
        return mixed`${name} is new: ${observed} chats, none in older weeks.${then}`;
      case 'surge':
        return mixed`${cause.observed > cause.expected ? 'More' : 'Fewer'} chats came${cause.by === 'all' ? '' : mixed` (${name})`}${where}: ${observed}, usually ${expected}.${then}`;
      case 'held':
        return mixed`Agents held fewer chats at once: ${levelText(cause.observed)} when one began, usually ${levelText(cause.expected)}. A limit or a habit may have changed.`;
      case 'load':
        return mixed`More chats came for all: ${observed}, usually ${expected}.`;
    }
  })();
  const line = mixed`${isEarlier ? 'In the earlier period: ' : ''}${words}`;
  return label === undefined || label.own !== undefined ? { text: line, own: plainText(line) } : { text: line };
}

const CHATS = { kind: { name: 'count', unit: 'chats' } } as const;

/** The days and hours of a cause: ` on Tue 17 Nov, Thu 19 Nov, 13:00–18:00`. */
function whereWords({ days, hours }: Cause, labels: Labels): string {
  const isRun = days?.every((day, place) => place === 0 || day === (days[place - 1] ?? 0) + 1) === true;
  const [first, last] = [days?.[0], days?.at(-1)];
  const on =
    days === undefined || first === undefined || last === undefined
      ? ''
      : ` on ${days.length > 2 && isRun ? `${labels.day(first)} – ${labels.day(last)}` : days.map(labels.day).join(', ')}`;
  if (hours === undefined) return on;
  const clock = (hour: number) => `${`${hour}`.padStart(2, '0')}:00`;
  return `${on}, ${clock(hours[0])}–${clock(hours[1])}`;
}

/** Words the causes, in a boundary where one of the names is a stranger's. */
export function causesWords(causes: readonly ToldCause[]): string | undefined {
  if (causes.length === 0) return undefined;
  const lines = joinMixed(
    causes.map(({ line, chats }, place) => mixed`${place + 1}. ${line.text}${readingWords(chats)}`),
    '\n',
  );
  return [
    'Beyond chance, compared with the others on the same days and hours, or with older weeks; the largest first:',
    causes.every(({ line }) => line.own !== undefined) ? plainText(lines) : enclosed(lines),
  ].join('\n');
}

function readingWords(chats: readonly number[]): string {
  return chats.length === 0 ? '' : ` Read chats ${chats.join(', ')}.`;
}

/** The parts that contribute most to the change, whatever chance says of them. */
export function largestParts({ views }: Explained, { measure }: Pick<Change, 'measure'>): Part[] {
  // Of a count, a day of one period stands beside none of the other.
  const isCount = measure.kind === 'sum';
  return views
    .filter((parts) => parts.length > 1 && !(isCount && parts[0]?.by === 'day'))
    .flatMap((parts) => parts.filter((part) => isTelling(part, parts)).slice(0, MOST_OF_A_VIEW))
    .toSorted((one, two) => Math.abs(two.rate + two.mix) - Math.abs(one.rate + one.mix))
    .slice(0, MOST_PARTS);
}

/** Whether a part has a name, changed something, and is not nearly all there is. */
function isTelling({ key, before, now, rate, mix }: Part, parts: readonly Part[]): boolean {
  const all = parts.reduce((sum, part) => sum + part.before.n + part.now.n, 0);
  return key !== OTHERS && rate + mix !== 0 && before.n + now.n < NEARLY_ALL * all;
}

/** A table of the largest parts with what they had in both periods. */
export function partsWords(change: Change, explained: Explained, labels: Labels): string | undefined {
  const [before, now] = change.periods;
  const parts = largestParts(explained, change).map((part) => ({ part, label: labels.of(part.by, part.key).label }));
  if (parts.length === 0) return undefined;
  const rows = parts.map(({ part, label }) => {
    const told = [part.before, part.now].map((sum) =>
      // A day is of one of the periods alone.
      part.by === 'day' && sum.n === 0 ? '–' : chatSumText(sum, change.metric),
    );
    const amount = amountOf(part.rate + part.mix, change, 'signed');
    return mixed`| ${viewWords(part.by)} ${quotedCell(label.text)} | ${told.join(' | ')} | ${amount} |`;
  });
  const table = joinMixed(
    [
      mixed`| part | ${daysWords(before.period)} | ${daysWords(now.period)} | accounts for |`,
      mixed`|---|---|---|---|`,
      ...rows,
    ],
    '\n',
  );
  return [
    'Largest parts, beyond chance or not; groupings overlap, so do not add them:',
    parts.every(({ label }) => label.own !== undefined) ? plainText(table) : enclosed(table),
  ].join('\n');
}

/** Words what was looked at and what was not, and why, in a line. */
export function lookedAtWords({ facets: { views, leftOut } }: Explained): string {
  const whys = leftOut.map(([name, why]) => `${name.replace('_', ' ')} (${whyWords(why)})`);
  const not = whys.length === 0 ? '' : ` Not by: ${whys.join('; ')}.`;
  return `Looked at by: ${views.map(viewWords).join(', ')}.${not}`;
}

function whyWords(why: LeftOut): string {
  switch (why) {
    case 'missed name no agent':
      return 'no missed chat names its agent';
    case 'countries not known':
      return 'known of few visitors: get_support_performance with group_by country reads them';
    case 'code not settled':
      return 'its code is not settled';
    case 'few weeks':
      return 'fewer than two weeks';
  }
}
