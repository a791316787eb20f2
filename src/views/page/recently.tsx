import type { Performance } from '../answers.ts';
import { beforeWords } from '../desk/figure-table.tsx';
import { behind, capitalised, daysOf, figureIn, MAIN_METRICS, type OpenChats } from '../desk/figures.ts';
import type { Arguments, Host } from '../host.ts';
import { Section } from '../parts/section.tsx';
import { Table, type Cell } from '../parts/table.tsx';
import { useTool } from '../use-tool.ts';
import { daysWords } from '../words.ts';

/** Yesterday and this week, each beside what it is compared with, and the targets. */
export function Recently({
  host,
  own,
  open,
}: {
  readonly host: Host;
  readonly own: Arguments;
  readonly open: OpenChats;
}) {
  const ask = (period: string, comparison: string) => ({
    ...own,
    period,
    compare_to: comparison,
    metrics: MAIN_METRICS.filter((metric) => metric !== 'service_level'),
  });
  const yesterday = useTool(host, 'get_support_performance', ask('yesterday', 'same_weekdays'));
  const week = useTool(host, 'get_support_performance', ask('this_week', 'previous_period'));
  return (
    <Section title="Yesterday and this week" told={yesterday}>
      {(data) => {
        const some = [data, ...(week.data === undefined ? [] : [week.data])];
        const rows = MAIN_METRICS.filter((metric) =>
          some.some(({ figures }) => figureIn(figures, metric) !== undefined),
        );
        return (
          <Table
            caption="Yesterday and this week"
            what="Figure"
            columns={[{ name: 'target', head: 'Target' }, ...some.flatMap(columnsOf)]}
            rows={rows.map((metric) => {
              const figures = some.flatMap((one) => figureIn(one.figures, metric) ?? []);
              const target = figures.flatMap((figure) => figure.target ?? [])[0];
              return {
                key: metric,
                name: capitalised(figures[0]?.label ?? metric),
                cells: [
                  target && { words: target.words.replace(/^target /, '') },
                  ...some.flatMap((one) => cellsOf(one, metric, open)),
                ],
              };
            })}
          />
        );
      }}
    </Section>
  );
}

function columnsOf({ period, comparison }: Performance) {
  return [
    { name: period.from, head: daysWords(period) },
    ...(comparison === undefined ? [] : [{ name: `${period.from} before`, head: beforeWords(comparison) }]),
  ];
}

function cellsOf(data: Performance, metric: string, open: OpenChats): (Cell | undefined)[] {
  const { short, words, main, target, shortBefore, before } = figureIn(data.figures, metric) ?? {};
  const now =
    short === undefined
      ? undefined
      : {
          words: short,
          meaning: words,
          value: main?.value,
          met: target?.met,
          open: behind(metric, daysOf(data), open),
        };
  const earlier = shortBefore === undefined ? undefined : { words: shortBefore, meaning: before };
  return data.comparison === undefined ? [now] : [now, earlier];
}
