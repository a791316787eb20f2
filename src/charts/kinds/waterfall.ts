import type { Waterfall } from '../chart.ts';
import { numberAxis } from '../svg/axes.ts';
import type { Font } from '../svg/font.ts';
import { fitted } from '../svg/lines.ts';
import { SIGN_WIDTH, type Marks, type Meaning, type Plan } from '../svg/plan.ts';
import { scaleOf } from '../svg/scale.ts';
import { box, lines, textOver, TEXT_SIZE, type Shape } from '../svg/shapes.ts';
import { changeText, valueText } from '../value-words.ts';

const EDGE = 16;
const GAP = 8;
const WIDEST_NAME = 260;
const ROW = 34;
const MAX_HEIGHT = 1000;
/** A change that is smaller beside the whole would be a line: then the axis begins where the change does. */
const SMALL_CHANGE = 0.25;

/** A bar of the waterfall, from where to where it goes; `change` is absent for what it was and what it is. */
interface Step {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly change?: number;
}

/** From what a figure was to what it is, downwards. */
export function waterfallPlan({ before, parts, now, unit }: Waterfall, font: Font): Plan {
  const steps = stepsOf({ before, parts, now });
  const levels = steps.map(({ to }) => to);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const isCut = low > 0 && (high - low) / high < SMALL_CHANGE && high > low;
  const scale = scaleOf(isCut ? [low - (high - low) / 4, high] : levels, unit, 5, isCut ? 'anywhere' : 'zero');
  const x = numberAxis(levels, unit, scale);
  const names = steps.map(({ label }) => fitted(label, WIDEST_NAME, TEXT_SIZE, font));
  const texts = steps.map(({ to, change }) => (change === undefined ? valueText(to, unit) : changeText(change, unit)));
  const widest = (some: readonly string[]) => Math.max(...some.map((text) => font.width(text, TEXT_SIZE)));
  const band = Math.min(ROW, Math.max(MAX_HEIGHT / steps.length, 3));
  const every = Math.max(1, Math.ceil((TEXT_SIZE + 2) / band));
  const half = band * 0.34;
  return {
    height: steps.length * band,
    left: EDGE + GAP + widest(names),
    right: EDGE + GAP + widest([...texts, x.label(scale.max)]),
    x,
    y: { kind: 'groups', labels: names, every },
    marks: [
      {
        name: 'value',
        numbers: steps.map(({ to, change }) => change ?? to),
        draw: (place, at) => {
          const step = steps[place];
          if (step === undefined) return undefined;
          const [x1, y] = at(step.change === undefined ? scale.min : step.from, place);
          return barOf(x1, y - half, at(step.to, place)[0], y + half, step.change);
        },
      },
      connectors(steps, half),
      {
        name: 'words',
        numbers: steps.map(() => undefined),
        draw: (place, at) => {
          const [step, text] = [steps[place], texts[place]];
          if (step === undefined || text === undefined || place % every !== 0) return undefined;
          const [px, py] = at(Math.max(step.from, step.to, scale.min), place);
          return textOver(px + GAP, py, text);
        },
      },
    ],
    legend: [
      ...(parts.some(({ change }) => change > 0) ? [meaning(1, 'rises')] : []),
      ...(parts.some(({ change }) => change < 0) ? [meaning(-1, 'falls')] : []),
    ],
    notes: isCut ? [`The axis begins at ${valueText(scale.min, unit)}, not at 0.`] : [],
  };
}

function stepsOf({ before, parts, now }: Pick<Waterfall, 'before' | 'parts' | 'now'>): Step[] {
  let level = before.value;
  return [
    { label: before.label, from: 0, to: before.value },
    ...parts.map(({ label: { text: label }, change }) => {
      const from = level;
      level += change;
      return { label, from, to: level, change };
    }),
    { label: now.label, from: 0, to: now.value },
  ];
}

/** What rises is filled, and what falls an outline. */
function barOf(x1: number, y1: number, x2: number, y2: number, change: number | undefined): Shape {
  if (change === undefined) return box(x1, y1, x2, y2, { fill: 'quiet' });
  return box(x1, y1, x2, y2, change < 0 ? { fill: 'paper', stroke: 'two', width: 2 } : { fill: 'one' });
}

function meaning(change: number, words: string): Meaning {
  return { sign: (x, y) => [barOf(x, y - 6, x + SIGN_WIDTH, y + 6, change)], words };
}

/** From the end of each bar down to the next one. */
function connectors(steps: readonly Step[], half: number): Marks {
  return {
    name: 'words',
    numbers: steps.map(() => undefined),
    draw: (place, at) => {
      const step = steps[place];
      if (step === undefined || place === steps.length - 1) return undefined;
      const [x, y] = at(step.to, place);
      const [, next] = at(step.to, place + 1);
      return lines(`M${x} ${y + half}L${x} ${next - half}`, { stroke: 'quiet', dash: [2, 2] });
    },
  };
}
