import type { EChartsCoreOption } from 'echarts/core';
import { colour } from '../palette.ts';
import type { Groups, Marks, Numbers, Plan } from './plan.ts';
import { FONT_FAMILY, TEXT_SIZE, type Shape } from './shapes.ts';
import type { StandIns } from './stand-ins.ts';

/** What ECharts draws for a plan, below `top`, and what stands around it. It gets no word, but what stands in for it. */
export function optionOf(plan: Plan, top: number, around: readonly Shape[], standIns: StandIns): EChartsCoreOption {
  const { x, y, left, right, height } = plan;
  return {
    animation: false,
    grid: { left, right, top, height, outerBoundsMode: 'none' },
    xAxis: axisOf(x, standIns),
    yAxis: { ...axisOf(y, standIns), inverse: y.kind === 'groups' },
    series: [aroundOption(around, standIns), ...plan.marks.map((marks) => marksOption(marks, standIns))],
  };
}

function axisOf(axis: Groups | Numbers, standIns: StandIns) {
  const shared = {
    axisTick: { show: false },
    axisLine: { show: axis.kind === 'groups', lineStyle: { color: colour('quiet') } },
  };
  const label = { color: colour('ink'), fontSize: TEXT_SIZE, fontFamily: FONT_FAMILY, hideOverlap: false };
  if (axis.kind === 'groups') {
    return {
      ...shared,
      type: 'category',
      data: axis.labels.map((text) => standIns.of(text)),
      // 0 is all: with a function, the first and the last are left out where what stands in for them is wide.
      axisLabel: { ...label, interval: axis.every === 1 ? 0 : (index: number) => index % axis.every === 0 },
    };
  }
  const { min, max, step } = axis.scale;
  return {
    ...shared,
    type: 'value',
    min,
    max,
    interval: step,
    splitLine: { lineStyle: { color: colour('rule') } },
    axisLabel: { ...label, formatter: (value: number) => standIns.of(axis.label(value)) },
  };
}

/** What stands around the marks. */
function aroundOption(shapes: readonly Shape[], standIns: StandIns) {
  return {
    type: 'custom',
    coordinateSystem: 'none',
    // Behind the lines of the axes.
    z: -1,
    data: shapes.map(() => 0),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }) => withStandIns(shapes[dataIndex], standIns),
  };
}

function marksOption({ numbers, draw }: Marks, standIns: StandIns) {
  return {
    type: 'custom',
    // Where it is drawn is up to each mark.
    data: numbers.map((_, place) => [place, 0]),
    encode: { x: -1, y: -1 },
    clip: false,
    renderItem: (
      { dataIndex }: { readonly dataIndex: number },
      { coord }: { readonly coord: (at: readonly [number, number]) => [number, number] },
    ) =>
      withStandIns(
        draw(dataIndex, (x, y) => coord([x, y])),
        standIns,
      ),
  };
}

function withStandIns(shape: Shape | undefined, standIns: StandIns): Shape | undefined {
  if (shape?.type !== 'text') return shape;
  return { ...shape, style: { ...shape.style, text: standIns.of(shape.style.text) } };
}
