import { axisFor } from '../axis.ts';
import { columnLines, EDGE, nameColumn, type Body, type Canvas } from '../body.ts';
import { barSign, mark, nameOf } from '../marks.ts';
import type { Measured, Waterfall } from '../chart.ts';
import { box, line, path, rounded, text, type Markup } from '../svg.ts';
import { widthOf } from '../words.ts';

const ROW = 32;
const BAR = 18;
/** A change smaller than this share of the whole would be a hair: then the axis is broken, and says so. */
const SMALL_CHANGE = 0.25;

interface Step extends Measured {
  readonly kind: 'total' | 'more' | 'less';
  readonly from: number;
  readonly to: number;
}

/** What a figure was, each part of the change, and what it is, from top to bottom. */
export function drawWaterfall(chart: Waterfall, { width, theme }: Canvas): Body {
  const steps = stepsOf(chart);
  const levels = steps.map(({ to }) => to);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const isBroken = low > 0 && (high - low) / high < SMALL_CHANGE;
  const { names, left } = nameColumn(steps, width * 0.34);
  const right = width - EDGE - 10 - Math.max(...steps.map(({ figure }) => widthOf(figure.words)));
  const x = axisFor(levels, chart.unit, [left, right], isBroken);
  const colours = { total: theme.other, more: theme.more, less: theme.less };
  const bottom = steps.length * ROW;

  const row = ({ label, figure, kind, from, to }: Step, place: number): Markup[] => {
    const y = (place + 0.5) * ROW;
    const start = x.at(kind === 'total' ? Math.max(x.start, 0) : from);
    const bar = box(start, y - BAR / 2, x.at(to), y + BAR / 2, { fill: colours[kind] });
    // A bar that does not begin at zero is cut through.
    const slash = `M${rounded(start + 7)} ${y + BAR / 2 + 1}l6 -${BAR + 2}m4 0l-6 ${BAR + 2}`;
    const isCut = kind === 'total' && x.brokenAt !== undefined;
    const cut = isCut ? [path(slash, { stroke: theme.paper, width: 2 })] : [];
    const down = line(x.at(to), y + BAR / 2, x.at(to), y + ROW - BAR / 2, { stroke: theme.quiet, dash: '2 2' });
    return [
      text(left - 10, y, names[place] ?? '', { fill: theme.ink, anchor: 'end' }),
      ...(place < steps.length - 1 ? [down] : []),
      mark('value', place, [figure.value], `${nameOf(label)}: ${figure.words}`, bar, ...cut),
      text(Math.max(start, x.at(to)) + 8, y, figure.words, { fill: theme.ink, halo: theme.paper }),
    ];
  };

  const kinds = (['more', 'less'] as const).filter((one) => steps.some(({ kind }) => kind === one));
  return {
    height: bottom + 22,
    marks: [...columnLines(x, bottom, theme), ...steps.flatMap(row)],
    legend: kinds.map((kind) => ({ words: kind, sign: barSign(colours[kind], 6) })),
    notes: x.brokenAt === undefined ? [] : [`the axis starts at ${x.brokenAt}, not at 0`],
  };
}

function stepsOf({ before, parts, after }: Waterfall): Step[] {
  let level = before.figure.value;
  const changes = parts.map((part): Step => {
    const from = level;
    level += part.figure.value;
    return { ...part, kind: part.figure.value < 0 ? 'less' : 'more', from, to: level };
  });
  return [
    { ...before, kind: 'total', from: 0, to: before.figure.value },
    ...changes,
    { ...after, kind: 'total', from: 0, to: after.figure.value },
  ];
}
