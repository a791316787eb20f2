import { joinMixed, mixed, plainText, type Quoted } from '../../privacy/quoted.ts';
import { BEFORE, NOW, type Which } from '../../insights/changes/part-sums.ts';
import type { Cause, Explained } from '../../insights/changes/explained.ts';
import type { Facets, LeftOut } from '../../insights/changes/facets.ts';
import { rateOf, type Measure, type PartOfPeriod, type Split } from '../../insights/changes/split.ts';
import { dayText } from '../../figures/groupings/day.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import { WEEKDAYS } from '../../figures/groupings/wall-clock.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { enclosed } from '../../privacy/boundary.ts';
import type { GroupLabel } from '../performance/group-words.ts';
import { rounded, signOf } from '../../model/words/number.ts';
import { percentText, pointsText } from '../../model/words/share.ts';
import { contributedDurationText, durationText } from '../../model/words/duration.ts';

/** How amounts of a metric are worded: those of a count in all, or for each day where the periods have unlike lengths. */
export interface Amounts {
  readonly metric: Metric;
  readonly measure: Measure;
}

/** The factor by which amounts of a count are told: its days, where both periods have as many. */
export function scaleOf({ measure }: Amounts): number {
  return measure.kind === 'sum' && measure.lengths[BEFORE] === measure.lengths[NOW] ? measure.lengths[NOW] : 1;
}

/** By how much something changes a figure, with its sign: `+3.2 points`, `−45 s`. */
export function changedByWords(amount: number, amounts: Amounts): string {
  const words = sizeWords(Math.abs(amount), amounts);
  if (words === sizeWords(0, amounts)) return '0';
  return `${signOf(amount)}${words}`;
}

/** The same without a sign. */
export function sizeWords(amount: number, amounts: Amounts): string {
  const { metric, measure } = amounts;
  if (measure.kind === 'sum') {
    const told = amount * scaleOf(amounts);
    return scaleOf(amounts) === 1 && measure.lengths[NOW] !== 1 ? `${rounded(told, 1)} a day` : `${rounded(told, 0)}`;
  }
  if (isShare(metric)) return pointsText(amount);
  if (metric.kind.unit !== 'seconds') return `${rounded(amount, 2)}`;
  return contributedDurationText(amount);
}

function isShare({ kind: { name: kind } }: Metric): boolean {
  return kind === 'share' || kind === 'service level' || kind === 'estimated share';
}

/** The figure of a part of a period, and of how many: `38 % (31 of 82)`. */
function partWords({ sum, weight }: PartOfPeriod, { metric, measure }: Amounts): string {
  if (measure.kind === 'sum') return `${sum}`;
  const rate = rateOf({ sum, weight });
  if (rate === undefined) return 'none';
  if (isShare(metric)) return `${percentText(rate)} (${sum} of ${weight})`;
  return metric.kind.unit === 'seconds' ? `${durationText(rate)} (n ${weight})` : `${rounded(rate, 2)} (n ${weight})`;
}

/** By how much the figure changed, and whether chance alone does as much. */
export function verdictWords(explained: Explained, unit: string, amounts: Amounts): string {
  const { whole, chance, isBeyondChance } = explained;
  const isMean = amounts.metric.kind.name === 'spread' || amounts.metric.kind.name === 'estimated spread';
  const change = `${isMean ? 'Change of the mean' : 'Change'}: **${changedByWords(whole.change, amounts)}**`;
  const by = isMean ? ' Causes are those of the mean; a median or p90 is no sum of parts.' : '';
  if (chance === undefined) {
    return `${change}. The periods are too short, or have too few chats, to tell it from chance.${by}`;
  }
  const band = `${unit} differ so much by themselves that chance alone makes up to ±${sizeWords(chance, amounts)} (99 times of 100)`;
  if (explained.oddDay !== undefined) return `${change}.${by}`;
  return isBeyondChance
    ? `${change}, more than chance: ${band}.${by}`
    : `${change}. **That may be chance alone**: ${band}.${by}`;
}

/** Words one day that is unlike all others, with what is left without it. */
export function oddDayWords(
  { oddDay, chance, isBeyondChance, whole }: Explained,
  firsts: readonly [number, number],
  amounts: Amounts,
): string | undefined {
  if (oddDay === undefined || chance === undefined) return undefined;
  const { which, block, own, contribution, changeWithout } = oddDay;
  const day = firsts[which] + block;
  const usual = partWords(withoutDay(whole, which, own), amounts);
  const others =
    amounts.measure.kind === 'sum'
      ? `on the others ${rounded(othersADay(whole, which, own, amounts.measure.lengths[which]), 0)} a day`
      : `on the other days of that period ${usual}`;
  const rest = isBeyondChance ? 'still more than chance' : 'within chance';
  return `**One day stands out: ${weekdayWords(day)} ${dayText(day)}**${which === BEFORE ? ' of the earlier period' : ''}: ${partWords(own, amounts)}, ${others}. It contributes ${changedByWords(contribution, amounts)}; without it the change is ${changedByWords(changeWithout, amounts)}, ${rest} (up to ±${sizeWords(chance, amounts)}).`;
}

function withoutDay({ before, now }: Split, which: Which, own: PartOfPeriod): PartOfPeriod {
  const all = which === BEFORE ? before : now;
  return { sum: all.sum - own.sum, weight: all.weight - own.weight };
}

function othersADay(whole: Split, which: Which, own: PartOfPeriod, days: number): number {
  return withoutDay(whole, which, own).sum / Math.max(1, days - 1);
}

function weekdayWords(day: number): string {
  // 1 January 1970 was a Thursday.
  return WEEKDAYS[(day + 3) % 7] ?? 'Monday';
}

/** A cause with the label of its part. */
export interface LabelledCause {
  readonly cause: Cause;
  readonly label: GroupLabel | undefined;
}

/** Words what stands out, a line each; in a boundary where one of the names is a stranger's. */
export function causesWords(
  causes: readonly LabelledCause[],
  isBesideDay: boolean,
  amounts: Amounts,
): string | undefined {
  if (causes.length === 0) return undefined;
  const heading = isBesideDay
    ? 'What stands out on the other days, the surest first:'
    : 'What stands out, the surest first:';
  const note =
    new Set(causes.map(({ cause }) => cause.by)).size > 1
      ? 'Each line looks at all chats in its own way, so lines overlap and do not add up.'
      : '';
  const quoted = joinMixed(
    causes.map(({ cause, label }) => causeWords(cause, label?.text, amounts)),
    '\n',
  );
  const isOwn = causes.every(({ label }) => label === undefined || label.own !== undefined);
  const lines = isOwn ? plainText(quoted) : enclosed(quoted);
  return [heading, lines, ...(note === '' ? [] : [note])].join('\n');
}

function causeWords(
  { by, part, kind, among, contribution, chance }: Cause,
  label: Quoted | undefined,
  amounts: Amounts,
): Quoted {
  const sure = `chance gives up to ±${sizeWords(chance, amounts)}`;
  const change = changedByWords(contribution, amounts);
  if (part === undefined || label === undefined) {
    return mixed`- the mix by ${byWords(by)}: ${change}, because other chats came, not because they went otherwise; ${sure}.`;
  }
  const name = mixed`- ${byWords(by)} ${label}: ${change}`;
  const [before, now] = [partWords(part.before, amounts), partWords(part.now, amounts)];
  if (kind === 'rate') return mixed`${name}. ${now} after ${before}; ${sure}.`;
  const [share, shareNow] = [part.before.weight / among.before.weight, part.now.weight / among.now.weight];
  const more = shareNow > share ? 'more' : 'fewer';
  const rate = rateOf(part.now) === undefined ? before : now;
  return mixed`${name}, because ${more} of the chats were of it: ${percentText(shareNow)} after ${percentText(share)}, and it has ${rate}; ${sure}.`;
}

/** The name of a grouping, or of load. */
export function byWords(by: Grouping | 'load'): string {
  return by === 'load' ? 'load' : by.label;
}

/** Words what was looked at and what was not, and why, in a line. */
export function lookedAtWords({ groupings, byLoad, leftOut }: Facets, withDays: boolean): string {
  const looked = [
    ...groupings.map(byWords),
    ...(byLoad ? ['load (how many chats came in the same hour)'] : []),
    ...(withDays ? ['single days'] : []),
  ];
  const whys = leftOut.map(([name, why]) => `${name} (${whyWords(why)})`);
  const not = whys.length === 0 ? '' : ` Not by: ${whys.join('; ')}.`;
  return `Looked at by: ${looked.join(', ')}.${not}`;
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

/** Words that nothing stands out, and what that means. */
export function nothingWords({ isBeyondChance, chance, oddDay }: Explained): string | undefined {
  if (chance === undefined || oddDay !== undefined) return undefined;
  return isBeyondChance
    ? '**No part stands out**: it changed about alike in all of them. Look for what all have in common.'
    : '**Nothing stands out.** No part changed by more than chance gives it, so any cause that is named would be a guess.';
}

/** Words which days moved a figure most where nothing stands out: what happened, without saying that it means anything. */
export function heaviestWords(
  { heaviest, causes, oddDay }: Explained,
  firsts: readonly [number, number],
  amounts: Amounts,
): string | undefined {
  if (heaviest.length === 0 || causes.length > 0 || oddDay !== undefined) return undefined;
  const days = heaviest.map(({ which, block, own, contribution }) => {
    const day = firsts[which] + block;
    const period = which === BEFORE ? ', of the earlier period' : '';
    return `${weekdayWords(day)} ${dayText(day)}${period} (${partWords(own, amounts)}): ${changedByWords(contribution, amounts)}`;
  });
  return `The days that moved it most, though this desk has such days: ${days.join('; ')}.`;
}

/** How much of the change is mix, by each grouping: other chats, not other ways with them. */
export function mixWords({ views, oddDay }: Explained, amounts: Amounts): string | undefined {
  if (amounts.measure.kind === 'sum') return undefined;
  const parts = views.map(({ by, mix }) => `by ${byWords(by)} ${changedByWords(mix, amounts)}`);
  if (parts.length === 0) return undefined;
  const whole = oddDay === undefined ? 'Of the change' : 'Of the whole change, that day included';
  return `${whole}, another mix of chats makes: ${parts.join(', ')}. The rest is that the same kinds of chats went otherwise.`;
}

/** Puts examples into words: lines of chats in a boundary. */
export function examplesWords(now: readonly Quoted[], before: readonly Quoted[]): string | undefined {
  if (now.length + before.length === 0) return undefined;
  const which = now.length === 0 ? ' of the earlier period' : '';
  const between = now.length === 0 || before.length === 0 ? [] : ['Of the earlier period, to compare:'];
  return [
    `Chats${which} to read of what stands out first (get_chat_transcript):`,
    enclosed(joinMixed([...now, ...between, ...before], '\n')),
  ].join('\n');
}
