import type { Chart } from '../chart.ts';
import type { Font } from '../svg/font.ts';
import type { Plan } from '../svg/plan.ts';
import { columnsPlan } from './columns.ts';
import { heatMapPlan } from './heat-map.ts';
import { rowsPlan } from './rows.ts';
import { trendPlan } from './trend.ts';
import { waterfallPlan } from './waterfall.ts';

/** What is to be drawn of a chart. */
export function planOf(chart: Chart, font: Font): Plan {
  switch (chart.kind) {
    case 'trend':
      return trendPlan(chart, font);
    case 'columns':
      return columnsPlan({ ...chart, kind: 'columns' }, font);
    case 'rows':
      return rowsPlan({ ...chart, kind: 'rows' }, font);
    case 'heat map':
      return heatMapPlan(chart, font);
    case 'waterfall':
      return waterfallPlan(chart, font);
  }
}
