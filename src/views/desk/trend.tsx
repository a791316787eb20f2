import type { Performance } from '../answers.ts';
import { Picture } from '../parts/picture.tsx';
import { Empty } from '../parts/states.tsx';
import { capitalised, figureIn, type OpenChats } from './figures.ts';
import { GroupTable } from './groups.tsx';
import { daysWords } from '../words.ts';

/** A figure over time: the picture of the tool, and the same numbers as a table. */
export function Trend({
  data,
  svg,
  by,
  open,
}: {
  readonly data: Performance;
  readonly svg: string | undefined;
  readonly by: readonly string[];
  readonly open: OpenChats;
}) {
  const { groups = [], heads, period } = data;
  const [[metric, head] = ['', '']] = Object.entries(heads);
  if (!groups.some(({ figures }) => figureIn(figures, metric) !== undefined))
    return <Empty>Nothing of {head} is known of these days.</Empty>;
  return (
    <>
      {svg !== undefined && (
        <Picture
          svg={svg}
          alt={`${capitalised(head)}, ${daysWords(period)}. All numbers are in the table that follows.`}
        />
      )}
      <details open={svg === undefined}>
        <summary>All numbers</summary>
        <GroupTable data={data} by={by} open={open} />
      </details>
    </>
  );
}
