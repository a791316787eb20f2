import { plainText, Quoted, shortened } from '../../privacy/quoted.ts';
import type { Figure, Label, Waterfall } from '../../charts/chart.ts';
import type { Unit } from '../../figures/kinds/figure.ts';
import { BEFORE, NOW } from '../../insights/changes/part-sums.ts';
import type { Cause } from '../../insights/changes/explained.ts';
import { agent } from '../../figures/groupings/agent.ts';
import { dayText } from '../../figures/groupings/day.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { capitalised } from '../../model/words/capitals.ts';
import { daysWords } from '../../answers/words/quantities.ts';
import type { LabelOf } from './change-data.ts';
import { byWords, scaleOf } from './change-words.ts';
import type { Change } from './read-change.ts';
import { fineDurationText } from '../../model/words/duration.ts';
import { groupedText, rounded, signOf } from '../../model/words/number.ts';
import { percentText, pointsText } from '../../model/words/share.ts';

/** More steps cannot be told apart. */
const MOST_STEPS = 8;
const LABEL_LENGTH = 40;
/** To so many places data have amounts; words have whole chats, or tenths of a chat a day. */
const DECIMALS = { data: 6, chats: 0, chatsADay: 1 } as const;

/**
 * Draws how a figure came from what it was to what it is: by the day that stands out, else by the causes that look at the chats in
 * the same way as the surest one, since those of another way overlap with them. What is left is one step, so that all of them add up
 * to the change. Or says why there is nothing to draw.
 */
export function changeChart(change: Change, labelOf: LabelOf): Waterfall | string {
  const { explained, sums, metric, measure, periods } = change;
  if (explained === undefined || sums === undefined) return 'No picture: nothing is explained.';
  const { oddDay, causes, whole } = explained;
  const steps =
    oddDay === undefined
      ? causes
          .filter(({ by }) => by === causes[0]?.by)
          .slice(0, MOST_STEPS)
          .map((cause) => ({ label: stepLabel(cause, labelOf), amount: cause.contribution }))
      : [
          {
            label: ownLabel(dayText(sums.blockLength.first[oddDay.which] + oddDay.block)),
            amount: oddDay.contribution,
          },
        ];
  if (steps.length === 0) return 'No picture: no part stands out, so there is no step to draw.';
  const scale = scaleOf({ metric, measure });
  const decimals = measure.kind === 'mean' ? DECIMALS.data : isADay(change) ? DECIMALS.chatsADay : DECIMALS.chats;
  const told = (amount: number) => rounded(amount * scale, decimals);
  const [before, now] = [told(whole.figures[BEFORE]), told(whole.figures[NOW])];
  const unit = unitOfChange(change);
  const parts = steps.map(({ label, amount }) => ({
    label: { ...label, text: plainText(shortened(new Quoted(label.text), LABEL_LENGTH)) },
    figure: changeFigure(told(amount), unit),
  }));
  const rest = rounded(
    parts.reduce((left, part) => left - part.figure.value, now - before),
    decimals,
  );
  const [by] = oddDay === undefined ? causes.map((cause) => byWords(cause.by)) : ['day'];
  const [earlier, later] = periods;
  return omitUndefined({
    kind: 'waterfall' as const,
    title: `${capitalised(figureWords(change))}: what changed it, by ${by ?? 'day'} (${later.period.zone.id})`,
    unit,
    before: { label: ownLabel(daysWords(earlier.period)), figure: { value: before, words: valueText(before, unit) } },
    parts: rest === 0 ? parts : [...parts, { label: ownLabel('everything else'), figure: changeFigure(rest, unit) }],
    after: { label: ownLabel(daysWords(later.period)), figure: { value: now, words: valueText(now, unit) } },
  });
}

/** A part by its name, and whether more or fewer of the chats were of it. */
function stepLabel({ by, part, kind, among }: Cause, labelOf: LabelOf): Label {
  if (part === undefined) return ownLabel(`another mix by ${byWords(by)}`);
  const { text: quoted, own } = labelOf(by, part.key).label;
  const text = plainText(quoted);
  // Names of agents are their own affair: what says in words what a picture shows leaves them out.
  const label = omitUndefined({ text, own: by === agent ? undefined : own });
  if (kind === 'rate') return label;
  const more = part.now.weight / among.now.weight > part.before.weight / among.before.weight;
  const ofMore = more ? 'more of' : 'less of';
  return omitUndefined({ text: `${ofMore} ${text}`, own: label.own && `${ofMore} ${label.own}` });
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
  const label = metric.label;
  if (isADay(change)) return `${label} a day`;
  return metric.kind.name === 'spread' || metric.kind.name === 'estimated spread' ? `mean ${label}` : label;
}

function unitOfChange(change: Change): Unit {
  return isADay(change) ? 'number' : change.metric.kind.unit;
}

/** Whether chats are told for each day, as periods of unlike lengths are compared. */
function isADay({ measure }: Change): boolean {
  return measure.kind === 'sum' && measure.lengths[BEFORE] !== measure.lengths[NOW];
}
