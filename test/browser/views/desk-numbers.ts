import type { Frame } from 'playwright-core';
import { z } from 'zod';

// The numbers of the desk, read back from the page as a person finds them: by their row and their column.

const Cells = z.array(z.object({ row: z.string(), column: z.string(), words: z.string() }));

/** The words in the cells of the tables in a part of the page, by row and column: `missed now`, `1072 wait`. */
export async function cellsOf(frame: Frame, part: string): Promise<Record<string, string>> {
  const cells = Cells.parse(
    await frame.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(`section[aria-label="${part}"] [data-row] [data-column]:has(data)`)})].map((cell) => ({
        row: cell.closest('[data-row]').dataset.row,
        column: cell.dataset.column,
        words: cell.querySelector('data').textContent,
      }))`,
    ),
  );
  return Object.fromEntries(cells.map(({ row, column, words }) => [`${row} ${column}`, words]));
}

const Views = z.object({
  'chat-operations-mcp/view': z.object({
    data: z.object({
      figures: z.array(
        z.object({
          metric: z.string(),
          short: z.string().optional(),
          shortBefore: z.string().optional(),
          change: z.string().optional(),
          cell: z.string().optional(),
          main: z.unknown(),
        }),
      ),
      groups: z
        .array(
          z.object({
            key: z.union([z.string(), z.array(z.string())]),
            figures: z.array(z.object({ metric: z.string(), cell: z.string().optional() })),
          }),
        )
        .optional(),
      heads: z.record(z.string(), z.string()),
    }),
  }),
});

/** The figures that a tool gives to views: what the page must show, word for word. */
export function figuresFor(meta: unknown) {
  return Views.parse(meta)['chat-operations-mcp/view'].data;
}

/** The metrics that a desk looks at first. */
const MAIN = ['chats', 'missed', 'first_response', 'wait', 'service_level', 'rating', 'duration', 'transferred'];

/** The cells of figures as the page shall show them. */
export function figureCells({ figures }: ReturnType<typeof figuresFor>, isCompared: boolean): Record<string, string> {
  return Object.fromEntries(
    figures.flatMap(({ metric, main, short, shortBefore, change }) => {
      if (!MAIN.includes(metric) || main === undefined) return [];
      const cells = { now: short, ...(isCompared && { before: shortBefore, change }) };
      return Object.entries(cells).flatMap(([column, words]) =>
        words === undefined ? [] : [[`${metric} ${column}`, words] as const],
      );
    }),
  );
}

/** The cells of groups as the page shall show them: what only the chats of no agent have is no column. */
export function groupCells({ groups = [] }: ReturnType<typeof figuresFor>): Record<string, string> {
  const cells = groups.flatMap(({ key, figures }) =>
    figures.flatMap(({ metric, cell }) => (cell === undefined ? [] : [{ key: [key].flat().join(' '), metric, cell }])),
  );
  const columns = new Set(cells.flatMap(({ key, metric }) => (key === 'none' ? [] : [metric])));
  return Object.fromEntries(
    cells.flatMap(({ key, metric, cell }) => (columns.has(metric) ? [[`${key} ${metric}`, cell] as const] : [])),
  );
}
