import { FEW_VALUES, type Change } from '../../insights/figures/change.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import type { ConcurrencyFigure, Figure, ServiceLevelFigure } from '../../insights/kinds/figure.ts';
import { keysOfMetric, type Figures, type Metric } from '../../insights/metrics/metric.ts';
import type { Spread } from '../../insights/statistics/quantiles.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { scaleWords } from '../../answers/words/codebook-words.ts';
import { durationWords, percentWords } from '../../answers/words/quantities.ts';
import { rounded, short, signOf } from '../../model/words/number.ts';
import { percent, pointsText } from '../../model/words/share.ts';
import { fineDurationText } from '../../model/words/duration.ts';
import { nounOfLabel } from '../../model/words/count.ts';

// Figures in words, in cells of a table, and how they changed: all of it follows from the kind of the metric.

/** A figure in words: `missed 9 of 120 chats, 7.5 %`; undefined where nothing is known to be told. */
export function figureWords(metric: Metric, figure: Figure, book: Codebook): OwnText | undefined {
  const label = ownWord(metric.label);
  switch (figure.kind) {
    case 'count':
      return safe`${figure.count} ${ownWord(nounOfLabel(figure.count, metric.label))}`;
    case 'share': {
      const unknown = figure.unknown === 0 ? [] : [safe`not known of ${figure.unknown}`];
      if (figure.of === 0) return unknown.length === 0 ? undefined : safe`${label}: ${joinSafe(unknown, ', ')}`;
      return joinSafe([safe`${label} ${shareWords(metric, figure.count, figure.of)}`, ...unknown], ', ');
    }
    case 'spread':
      return spreadWords(label, figure, metric);
    case 'distinct':
      return safe`${figure.n} different ${ownWord(nounOfLabel(figure.n, metric.label))}${figure.served === undefined ? safe`` : safe`, ${figure.served} of them served`}`;
    case 'rating':
      return figure.mean === undefined
        ? safe`${label}: none of ${figure.served} served was rated`
        : safe`${label} ${rounded(figure.mean, 2)} (${scaleWords(book, Object.keys(figure.distribution).map(Number)) ?? safe``}; n ${figure.n} of ${figure.served} served, ${percentWords(figure.n / figure.served)})`;
    case 'service level':
      return serviceLevelWords(figure);
    case 'concurrency':
      return safe`${label} ${rounded(figure.mean, 1)} on average, ${figure.peak} at most${limitWords(figure)}`;
    case 'hourly':
      return safe`${rounded(figure.rate, 1)} ${label}`;
    case 'estimated spread': {
      const { ci95, without = 0 } = figure;
      const said = spreadWords(
        label,
        figure,
        metric,
        ci95 && intervalWords(ci95, (bound) => valueWords(metric, bound)),
      );
      const missing =
        without === 0 || metric.without === undefined ? [] : [safe`${without} ${ownWord(metric.without)}`];
      const parts = [...(said === undefined ? [] : [said]), ...missing];
      return parts.length === 0 ? undefined : joinSafe(parts, ', ');
    }
    case 'estimated share': {
      const { count, sampled, ci95 } = figure;
      if (sampled === 0) return undefined;
      const interval = ci95 === undefined ? safe`` : safe` (${intervalWords(ci95, percentWords)})`;
      return safe`${label} ${shareWords(metric, count, sampled)}${interval}`;
    }
  }
}

/** What a figure's order rests on: `missed (share)`, `wait (median)`. */
export function orderedByWords({ kind, label }: Metric): OwnText {
  const name = ownWord(label);
  switch (kind) {
    case 'share':
    case 'service level':
    case 'estimated share':
      return safe`${name} (share)`;
    case 'spread':
    case 'estimated spread':
      return safe`${name} (median)`;
    case 'rating':
    case 'concurrency':
      return safe`${name} (mean)`;
    case 'count':
    case 'distinct':
    case 'hourly':
      return name;
  }
}

/** Whether chance moves a figure where there are few chats: not a plain count of what was. */
export function isMovedByChance({ kind }: Metric): boolean {
  return kind !== 'count' && kind !== 'distinct';
}

/** Some figures in a line. */
export function lineOfFigures(figures: Iterable<readonly [Metric, Figure]>, book: Codebook): OwnText {
  return joinSafe(
    [...figures].flatMap(([metric, figure]) => figureWords(metric, figure, book) ?? []),
    ' · ',
  );
}

/** All figures: what rows tell, then what transcripts tell and how many of them. */
export function figuresWords(figures: Figures, chats: number, book: Codebook): OwnText {
  const all = [...figures];
  const ofTranscripts = all.filter(([{ basis }]) => basis === 'transcripts');
  const lines = [
    lineOfFigures(
      all.filter(([{ basis }]) => basis === 'rows'),
      book,
    ),
    joinSafe(
      [lineOfFigures(ofTranscripts, book), ...sampleWords(ofTranscripts[0]?.[1])].filter((part) => part !== ''),
      ' · ',
    ),
    ...(chats > 0 && chats < FEW_VALUES && [...figures.keys()].some(isMovedByChance)
      ? [safe`Few chats: chance alone may move these figures much.`]
      : []),
  ];
  return joinSafe(
    lines.filter((line) => line !== ''),
    '\n',
  );
}

/** Says what figures of transcripts rest on: all, or how many of how many. */
function sampleWords(figure: Figure | undefined): OwnText[] {
  if (figure === undefined || !('sampled' in figure)) return [];
  const { population, sampled, estimated } = figure;
  return estimated
    ? [safe`estimated from ${sampled} transcripts, drawn at random from ${population}`]
    : [safe`from all ${population} transcripts`];
}

function shareWords({ of }: Metric, count: number, whole: number): OwnText {
  const noun = of === undefined ? safe`` : safe` ${ownWord(nounOfLabel(whole, of))}`;
  return safe`${count} of ${whole}${noun}, ${percentWords(count / whole)}`;
}

function spreadWords(label: OwnText, spread: Spread, metric: Metric, interval?: OwnText): OwnText | undefined {
  const { n, mean, median, p90 } = spread;
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  const told = (value: number) => valueWords(metric, value);
  const between = interval === undefined ? safe`` : safe` (${interval})`;
  return safe`${label} median ${told(median)}${between}, p90 ${told(p90)}, mean ${told(mean)} (n ${n})`;
}

function valueWords({ unit }: Metric, value: number): OwnText {
  return unit === 'seconds' ? durationWords(value) : safe`${rounded(value, 1)}`;
}

function intervalWords([low, high]: readonly [number, number], words: (bound: number) => OwnText): OwnText {
  return safe`95 % interval ${words(low)} to ${words(high)}`;
}

function limitWords({ limit, atLimit }: ConcurrencyFigure): OwnText {
  if (limit === undefined || atLimit === undefined) return safe``;
  return atLimit === 0
    ? safe` (limit ${limit}, never reached)`
    : safe` (limit ${limit}, reached ${percentWords(atLimit)} of the time)`;
}

function serviceLevelWords({ seconds, answeredWithin, offered = 0, served }: ServiceLevelFigure): OwnText {
  const shares = [
    ...(offered === 0 ? [] : [safe`${percentWords(answeredWithin / offered)} of ${offered} offered`]),
    ...(served === 0 ? [] : [safe`${percentWords(answeredWithin / served)} of ${served} served`]),
  ];
  const within = safe`${answeredWithin} answered within ${durationWords(seconds)}`;
  return shares.length === 0 ? within : safe`${within} (${joinSafe(shares, ', ')})`;
}

/** The head of a metric's column in a table of groups; `isBrief`: without means. */
export function columnHead({ label, kind, unit }: Metric, isBrief: boolean): OwnText {
  const name = ownWord(label);
  switch (kind) {
    case 'spread':
    case 'estimated spread':
      return safe`${name}${unit === 'seconds' ? safe`, s` : safe``}: median/p90${isBrief ? safe`` : safe`/mean`} (n)`;
    case 'rating':
      return safe`${name} (n of served)`;
    case 'distinct':
      return safe`${name} (served)`;
    case 'concurrency':
      return safe`${name}: mean/peak`;
    case 'count':
    case 'share':
    case 'service level':
    case 'hourly':
    case 'estimated share':
      return name;
  }
}

/** A figure as a cell, in few characters; undefined where it is not known. Estimates are marked ~. `isBrief`: without means. */
export function figureCell(figure: Figure, isBrief: boolean): OwnText | undefined {
  switch (figure.kind) {
    case 'count':
      return safe`${figure.count}`;
    case 'share':
      return figure.of === 0 ? undefined : shareCell(figure.count, figure.of);
    case 'spread':
      return spreadCell(figure, isBrief);
    case 'rating':
      return figure.mean === undefined ? undefined : safe`${rounded(figure.mean, 2)} (${figure.n} of ${figure.served})`;
    case 'distinct':
      return figure.served === undefined ? safe`${figure.n}` : safe`${figure.n} (${figure.served})`;
    case 'service level': {
      const of = figure.offered ?? figure.served;
      return of === 0 ? undefined : shareCell(figure.answeredWithin, of);
    }
    case 'concurrency':
      return safe`${rounded(figure.mean, 1)}/${figure.peak}${limitWords(figure)}`;
    case 'hourly':
      return safe`${rounded(figure.rate, 1)}`;
    case 'estimated spread': {
      const cell = spreadCell(figure, isBrief);
      return cell && safe`${mark(figure.estimated)}${cell}`;
    }
    case 'estimated share':
      return figure.sampled === 0
        ? undefined
        : safe`${mark(figure.estimated)}${shareCell(figure.count, figure.sampled)}`;
  }
}

function mark(isEstimated: boolean): OwnText {
  return isEstimated ? safe`~` : safe``;
}

function shareCell(count: number, of: number): OwnText {
  return safe`${count} of ${of}, ${percentWords(count / of)}`;
}

function spreadCell({ n, mean, median, p90 }: Spread, isBrief: boolean): OwnText | undefined {
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  return safe`${short(median)}/${short(p90)}${isBrief ? safe`` : safe`/${short(mean)}`} (${n})`;
}

/** Words the change of figures: `chats +12 (+0.8 %) · missed +3.1 points · …`; what is weak is marked, and why. */
export function changeWords(changes: ReadonlyMap<Metric, Change>): OwnText {
  const words = [...changes].map(
    ([metric, change]) => safe`${changeLabel(metric)} ${changedBy(metric, change)}${marks(change)}`,
  );
  return joinSafe([joinSafe(words, ' · '), ...legend([...changes.values()])], '\n');
}

function changeLabel({ kind, label }: Metric): OwnText {
  const name = ownWord(label);
  return kind === 'spread' || kind === 'estimated spread' ? safe`median ${name}` : name;
}

function changedBy(metric: Metric, { absolute, relative = 0 }: Change): OwnText {
  const size = changeSize(metric, Math.abs(absolute));
  if (size === undefined) return safe`unchanged`;
  const sign = ownWord(signOf(absolute));
  // A share of a share is taken for points. What is less than a tenth of a percent is told as it is alone.
  const isTold = !isShare(metric) && Math.abs(relative) >= 0.0005;
  return safe`${sign}${size}${isTold ? safe` (${sign}${percentWords(Math.abs(relative))})` : safe``}`;
}

function isShare({ kind }: Metric): boolean {
  return kind === 'share' || kind === 'service level' || kind === 'estimated share';
}

/** The change of a figure in few characters: `+3`, `−2.1 pp`, `+42*`, marked as in changeWords. */
export function changeCell(metric: Metric, change: Change): OwnText {
  const { absolute } = change;
  const sign = ownWord(signOf(absolute));
  const size = Math.abs(absolute);
  const [number, unit] = isShare(metric) ? [percent(size), safe` pp`] : [changeNumber(metric, size), safe``];
  return safe`${number === 0 ? safe`±` : sign}${number}${unit}${marks(change)}`;
}

function changeNumber({ kind }: Metric, size: number): number {
  return kind === 'rating' ? rounded(size, 2) : short(size);
}

/** The size of a change; undefined where it is too small to be told. */
function changeSize(metric: Metric, size: number): OwnText | undefined {
  const isSpread = metric.kind === 'spread' || metric.kind === 'estimated spread';
  const number = isShare(metric) ? percent(size) : rounded(size, isSpread ? 1 : 2);
  if (number === 0) return undefined;
  if (isShare(metric)) return ownWord(pointsText(size));
  if (metric.unit !== 'seconds') return safe`${number}`;
  return ownWord(fineDurationText(size));
}

function marks({ few, uncertain }: Change): OwnText {
  return safe`${few === true ? safe`*` : safe``}${uncertain === true ? safe` (?)` : safe``}`;
}

function legend(changes: readonly Change[]): OwnText[] {
  return [
    ...(changes.some(({ few }) => few === true)
      ? [safe`Marked *: of fewer than ${FEW_VALUES} in one of the periods, so chance alone may move it that much.`]
      : []),
    ...(changes.some(({ uncertain }) => uncertain === true)
      ? [safe`Marked (?): estimated from samples, and so widely that it may not have changed at all.`]
      : []),
  ];
}

/** The definitions of some metrics as data, by the key of their figure. */
export function definitionsData(metrics: readonly Metric[]): Record<string, OwnText> {
  return Object.fromEntries(metrics.map((metric) => [keysOfMetric(metric).figure, ownWord(metric.definition)]));
}
