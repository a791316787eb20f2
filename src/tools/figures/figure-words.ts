import { FEW_VALUES, type Change } from '../../insights/figures/change.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import type { ConcurrencyFigure, Figure, ServiceLevelFigure } from '../../insights/kinds/figure.ts';
import { keysOfMetric, type Figures, type Metric } from '../../insights/metrics/metric.ts';
import type { Spread } from '../../insights/statistics/quantiles.ts';
import { scaleWords } from '../../answers/words/codebook-words.ts';
import { rounded, short, signOf } from '../../model/words/number.ts';
import { percent, percentText, pointsText } from '../../model/words/share.ts';
import { durationText, fineDurationText } from '../../model/words/duration.ts';
import { nounOfLabel } from '../../model/words/count.ts';

// Figures in words, in cells of a table, and how they changed: all of it follows from the kind of the metric.

/** A figure in words: `missed 9 of 120 chats, 7.5 %`; undefined where nothing is known to be told. */
export function figureWords(metric: Metric, figure: Figure, book: Codebook): string | undefined {
  const label = metric.label;
  switch (figure.kind) {
    case 'count':
      return `${figure.count} ${nounOfLabel(figure.count, metric.label)}`;
    case 'share': {
      const unknown = figure.unknown === 0 ? [] : [`not known of ${figure.unknown}`];
      if (figure.of === 0) return unknown.length === 0 ? undefined : `${label}: ${unknown.join(', ')}`;
      return [`${label} ${shareWords(metric, figure.count, figure.of)}`, ...unknown].join(', ');
    }
    case 'spread':
      return spreadWords(label, figure, metric);
    case 'distinct':
      return `${figure.n} different ${nounOfLabel(figure.n, metric.label)}${figure.served === undefined ? '' : `, ${figure.served} of them served`}`;
    case 'rating':
      return figure.mean === undefined
        ? `${label}: none of ${figure.served} served was rated`
        : `${label} ${rounded(figure.mean, 2)} (${scaleWords(book, Object.keys(figure.distribution).map(Number)) ?? ''}; n ${figure.n} of ${figure.served} served, ${percentText(figure.n / figure.served)})`;
    case 'service level':
      return serviceLevelWords(figure);
    case 'concurrency':
      return `${label} ${rounded(figure.mean, 1)} on average, ${figure.peak} at most${limitWords(figure)}`;
    case 'hourly':
      return `${rounded(figure.rate, 1)} ${label}`;
    case 'estimated spread': {
      const { ci95, without = 0 } = figure;
      const said = spreadWords(
        label,
        figure,
        metric,
        ci95 && intervalWords(ci95, (bound) => valueWords(metric, bound)),
      );
      const missing = without === 0 || metric.without === undefined ? [] : [`${without} ${metric.without}`];
      const parts = [...(said === undefined ? [] : [said]), ...missing];
      return parts.length === 0 ? undefined : parts.join(', ');
    }
    case 'estimated share': {
      const { count, sampled, ci95 } = figure;
      if (sampled === 0) return undefined;
      const interval = ci95 === undefined ? '' : ` (${intervalWords(ci95, percentText)})`;
      return `${label} ${shareWords(metric, count, sampled)}${interval}`;
    }
  }
}

/** What a figure's order rests on: `missed (share)`, `wait (median)`. */
export function orderedByWords({ kind, label }: Metric): string {
  const name = label;
  switch (kind) {
    case 'share':
    case 'service level':
    case 'estimated share':
      return `${name} (share)`;
    case 'spread':
    case 'estimated spread':
      return `${name} (median)`;
    case 'rating':
    case 'concurrency':
      return `${name} (mean)`;
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
export function lineOfFigures(figures: Iterable<readonly [Metric, Figure]>, book: Codebook): string {
  return [...figures].flatMap(([metric, figure]) => figureWords(metric, figure, book) ?? []).join(' · ');
}

/** All figures: what rows tell, then what transcripts tell and how many of them. */
export function figuresWords(figures: Figures, chats: number, book: Codebook): string {
  const all = [...figures];
  const ofTranscripts = all.filter(([{ basis }]) => basis === 'transcripts');
  const lines = [
    lineOfFigures(
      all.filter(([{ basis }]) => basis === 'rows'),
      book,
    ),
    [lineOfFigures(ofTranscripts, book), ...sampleWords(ofTranscripts[0]?.[1])]
      .filter((part) => part !== '')
      .join(' · '),
    ...(chats > 0 && chats < FEW_VALUES && [...figures.keys()].some(isMovedByChance)
      ? ['Few chats: chance alone may move these figures much.']
      : []),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Says what figures of transcripts rest on: all, or how many of how many. */
function sampleWords(figure: Figure | undefined): string[] {
  if (figure === undefined || !('sampled' in figure)) return [];
  const { population, sampled, estimated } = figure;
  return estimated
    ? [`estimated from ${sampled} transcripts, drawn at random from ${population}`]
    : [`from all ${population} transcripts`];
}

function shareWords({ of }: Metric, count: number, whole: number): string {
  const noun = of === undefined ? '' : ` ${nounOfLabel(whole, of)}`;
  return `${count} of ${whole}${noun}, ${percentText(count / whole)}`;
}

function spreadWords(label: string, spread: Spread, metric: Metric, interval?: string): string | undefined {
  const { n, mean, median, p90 } = spread;
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  const told = (value: number) => valueWords(metric, value);
  const between = interval === undefined ? '' : ` (${interval})`;
  return `${label} median ${told(median)}${between}, p90 ${told(p90)}, mean ${told(mean)} (n ${n})`;
}

function valueWords({ unit }: Metric, value: number): string {
  return unit === 'seconds' ? durationText(value) : `${rounded(value, 1)}`;
}

function intervalWords([low, high]: readonly [number, number], words: (bound: number) => string): string {
  return `95 % interval ${words(low)} to ${words(high)}`;
}

function limitWords({ limit, atLimit }: ConcurrencyFigure): string {
  if (limit === undefined || atLimit === undefined) return '';
  return atLimit === 0
    ? ` (limit ${limit}, never reached)`
    : ` (limit ${limit}, reached ${percentText(atLimit)} of the time)`;
}

function serviceLevelWords({ seconds, answeredWithin, offered = 0, served }: ServiceLevelFigure): string {
  const shares = [
    ...(offered === 0 ? [] : [`${percentText(answeredWithin / offered)} of ${offered} offered`]),
    ...(served === 0 ? [] : [`${percentText(answeredWithin / served)} of ${served} served`]),
  ];
  const within = `${answeredWithin} answered within ${durationText(seconds)}`;
  return shares.length === 0 ? within : `${within} (${shares.join(', ')})`;
}

/** The head of a metric's column in a table of groups; `isBrief`: without means. */
export function columnHead({ label, kind, unit }: Metric, isBrief: boolean): string {
  const name = label;
  switch (kind) {
    case 'spread':
    case 'estimated spread':
      return `${name}${unit === 'seconds' ? ', s' : ''}: median/p90${isBrief ? '' : '/mean'} (n)`;
    case 'rating':
      return `${name} (n of served)`;
    case 'distinct':
      return `${name} (served)`;
    case 'concurrency':
      return `${name}: mean/peak`;
    case 'count':
    case 'share':
    case 'service level':
    case 'hourly':
    case 'estimated share':
      return name;
  }
}

/** A figure as a cell, in few characters; undefined where it is not known. Estimates are marked ~. `isBrief`: without means. */
export function figureCell(figure: Figure, isBrief: boolean): string | undefined {
  switch (figure.kind) {
    case 'count':
      return `${figure.count}`;
    case 'share':
      return figure.of === 0 ? undefined : shareCell(figure.count, figure.of);
    case 'spread':
      return spreadCell(figure, isBrief);
    case 'rating':
      return figure.mean === undefined ? undefined : `${rounded(figure.mean, 2)} (${figure.n} of ${figure.served})`;
    case 'distinct':
      return figure.served === undefined ? `${figure.n}` : `${figure.n} (${figure.served})`;
    case 'service level': {
      const of = figure.offered ?? figure.served;
      return of === 0 ? undefined : shareCell(figure.answeredWithin, of);
    }
    case 'concurrency':
      return `${rounded(figure.mean, 1)}/${figure.peak}${limitWords(figure)}`;
    case 'hourly':
      return `${rounded(figure.rate, 1)}`;
    case 'estimated spread': {
      const cell = spreadCell(figure, isBrief);
      return cell && `${mark(figure.estimated)}${cell}`;
    }
    case 'estimated share':
      return figure.sampled === 0 ? undefined : `${mark(figure.estimated)}${shareCell(figure.count, figure.sampled)}`;
  }
}

function mark(isEstimated: boolean): string {
  return isEstimated ? '~' : '';
}

function shareCell(count: number, of: number): string {
  return `${count} of ${of}, ${percentText(count / of)}`;
}

function spreadCell({ n, mean, median, p90 }: Spread, isBrief: boolean): string | undefined {
  if (mean === undefined || median === undefined || p90 === undefined) return undefined;
  return `${short(median)}/${short(p90)}${isBrief ? '' : `/${short(mean)}`} (${n})`;
}

/** Words the change of figures: `chats +12 (+0.8 %) · missed +3.1 points · …`; what is weak is marked, and why. */
export function changeWords(changes: ReadonlyMap<Metric, Change>): string {
  const words = [...changes].map(
    ([metric, change]) => `${changeLabel(metric)} ${changedBy(metric, change)}${marks(change)}`,
  );
  return [words.join(' · '), ...legend([...changes.values()])].join('\n');
}

function changeLabel({ kind, label }: Metric): string {
  const name = label;
  return kind === 'spread' || kind === 'estimated spread' ? `median ${name}` : name;
}

function changedBy(metric: Metric, { absolute, relative = 0 }: Change): string {
  const size = changeSize(metric, Math.abs(absolute));
  if (size === undefined) return 'unchanged';
  const sign = signOf(absolute);
  // A share of a share is taken for points. What is less than a tenth of a percent is told as it is alone.
  const isTold = !isShare(metric) && Math.abs(relative) >= 0.0005;
  return `${sign}${size}${isTold ? ` (${sign}${percentText(Math.abs(relative))})` : ''}`;
}

function isShare({ kind }: Metric): boolean {
  return kind === 'share' || kind === 'service level' || kind === 'estimated share';
}

/** The change of a figure in few characters: `+3`, `−2.1 pp`, `+42*`, marked as in changeWords. */
export function changeCell(metric: Metric, change: Change): string {
  const { absolute } = change;
  const sign = signOf(absolute);
  const size = Math.abs(absolute);
  const [number, unit] = isShare(metric) ? [percent(size), ' pp'] : [changeNumber(metric, size), ''];
  return `${number === 0 ? '±' : sign}${number}${unit}${marks(change)}`;
}

function changeNumber({ kind }: Metric, size: number): number {
  return kind === 'rating' ? rounded(size, 2) : short(size);
}

/** The size of a change; undefined where it is too small to be told. */
function changeSize(metric: Metric, size: number): string | undefined {
  const isSpread = metric.kind === 'spread' || metric.kind === 'estimated spread';
  const number = isShare(metric) ? percent(size) : rounded(size, isSpread ? 1 : 2);
  if (number === 0) return undefined;
  if (isShare(metric)) return pointsText(size);
  if (metric.unit !== 'seconds') return `${number}`;
  return fineDurationText(size);
}

function marks({ few, uncertain }: Change): string {
  return `${few === true ? '*' : ''}${uncertain === true ? ' (?)' : ''}`;
}

function legend(changes: readonly Change[]): string[] {
  return [
    ...(changes.some(({ few }) => few === true)
      ? [`Marked *: of fewer than ${FEW_VALUES} in one of the periods, so chance alone may move it that much.`]
      : []),
    ...(changes.some(({ uncertain }) => uncertain === true)
      ? ['Marked (?): estimated from samples, and so widely that it may not have changed at all.']
      : []),
  ];
}

/** The definitions of some metrics as data, by the key of their figure. */
export function definitionsData(metrics: readonly Metric[]): Record<string, string> {
  return Object.fromEntries(metrics.map((metric) => [keysOfMetric(metric).figure, metric.definition]));
}
