import { plainText, Quoted, shortened } from '../../privacy/quoted.ts';
import type { Figure, Label, Measured, Waterfall } from '../../charts/chart.ts';
import type { Unit } from '../../figures/kinds/figure.ts';
import type { Part } from '../../insights/changes/parts.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { capitalised } from '../../model/words/capitals.ts';
import { fineDurationText } from '../../model/words/duration.ts';
import { groupedText, rounded, signOf } from '../../model/words/number.ts';
import { percentText, pointsText } from '../../model/words/share.ts';
import { periodText, shortPeriodText } from '../../answers/words/period-text.ts';
import { isADay, isOfMean, scaleOf } from './amount-words.ts';
import { viewWords, type Labels } from './label-words.ts';
import { largestParts } from './change-words.ts';
import type { Change, Explained } from './read-change.ts';

/** More steps cannot be told apart. */
const MOST_STEPS = 8;
const LABEL_LENGTH = 40;
/** To so many places data have amounts; words have whole chats, or tenths of a chat a day. */
const DECIMALS = { data: 6, chats: 0, chatsADay: 1 } as const;

/**
 * Draws how a figure came from what it was to what it is, by the parts of one view: that of the first cause, else of the largest part.
 * What is left is one step, so that all of them add up to the change. Or says why there is nothing to draw.
 */
export function changeChart(change: Change, labels: Labels): Waterfall | string {
  const { explained, metric, measure, periods } = change;
  if (explained === undefined) return 'No picture: nothing is explained.';
  const parts = viewOf(explained, change).slice(0, MOST_STEPS);
  const [first] = parts;
  if (first === undefined) return 'No picture: there are no parts to draw.';
  const scale = scaleOf(measure);
  const decimals = measure.kind === 'mean' ? DECIMALS.data : isADay(change) ? DECIMALS.chatsADay : DECIMALS.chats;
  const told = (amount: number) => rounded(amount * scale, decimals);
  const [before, now] = [told(explained.whole.before), told(explained.whole.now)];
  const unit = isADay(change) ? 'number' : metric.kind.unit;
  const steps = parts.map((part) => ({
    label: stepLabel(part, labels),
    figure: changeFigure(told(part.rate + part.mix), unit),
  }));
  const rest = rounded(
    steps.reduce((left, { figure }) => left - figure.value, now - before),
    decimals,
  );
  const [earlier, later] = periods;
  const ofPeriod = ({ period }: Change['periods'][number], value: number): Measured => ({
    label: ownLabel(shortPeriodText(period, later.period.to.slice(0, 4))),
    figure: { value, words: valueText(value, unit) },
  });
  return {
    kind: 'waterfall',
    title: `${capitalised(figureWords(change))}: what changed it, by ${viewWords(first.by)}, ${periodText(later.period)} (${later.period.zone.id})`,
    unit,
    before: ofPeriod(earlier, before),
    parts: rest === 0 ? steps : [...steps, { label: ownLabel('everything else'), figure: changeFigure(rest, unit) }],
    after: ofPeriod(later, now),
  };
}

function viewOf(explained: Explained, change: Change): readonly Part[] {
  const [first] = explained.causes;
  const by = first !== undefined && 'by' in first ? first.by : first?.kind === 'days' ? 'day' : undefined;
  const wanted = explained.views.find(([part]) => part?.by === by);
  const [largest] = largestParts(explained, change);
  return wanted ?? explained.views.find(([part]) => part?.by === largest?.by) ?? [];
}

/** A part by its name. Names of agents are their own affair: what says in words what a picture shows leaves them out. */
function stepLabel({ by, key }: Part, labels: Labels): Label {
  const { text, own } = labels.of(by, key).label;
  const short = plainText(shortened(new Quoted(plainText(text)), LABEL_LENGTH));
  return omitUndefined({ text: short, own: by === 'agent' ? undefined : own });
}

/** A number as the figure of a whole period: `45 s`, `9.5%`, `12`. */
function valueText(value: number, unit: Unit): string {
  if (unit === 'seconds') return fineDurationText(value);
  return unit === 'share' ? percentText(value) : groupedText(rounded(value, 2));
}

/** A part of a change, with its sign: `+3`, `−2.1 points`. */
function changeFigure(change: number, unit: Unit): Figure {
  const size = unit === 'share' ? pointsText(Math.abs(change)) : valueText(Math.abs(change), unit);
  return { value: change, words: Number.parseFloat(size) === 0 ? size : `${signOf(change)}${size}` };
}

function ownLabel(own: string): Label {
  return { text: own, own };
}

/** What is split: of a spread its mean, since a median is no sum of parts. */
function figureWords(change: Change): string {
  const { metric } = change;
  if (isADay(change)) return `${metric.label} a day`;
  return isOfMean(metric) ? `mean ${metric.label}` : metric.label;
}
