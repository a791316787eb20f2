import { z } from 'zod';
import { CoverageShape } from '../coverage-data.ts';
import { parsedBy } from '../parsed-arguments.ts';
import { periodArguments } from '../selection/arguments.ts';
import { READ_ONLY, spelledOutElsewhere, type DefinedTool } from '../tool.ts';
import { answerList } from './list-answer.ts';
import type { ListTool } from './list.ts';
import { rowCursorArgument } from './row-cursor.ts';

const MAX_LIMIT = 100;

/**
 * Defines a tool that lists rows: its arguments, selection, order, pages, words and data follow from its description (design,
 * "Answers"). A page says how many rows match, and has a cursor for the rest.
 */
export function listTool<Row, Shown, Context>(tool: ListTool<Row, Shown, Context>): DefinedTool {
  const { name, title, description, view } = tool;
  const paging = {
    limit: z.int().min(1).max(MAX_LIMIT).default(tool.usualLimit),
    cursor: rowCursorArgument,
  };
  const Paging = z.object(paging);
  const orders = Object.keys(tool.orders);
  const input = z.strictObject({
    ...tool.arguments,
    ...Object.fromEntries(tool.filters.map(({ argument, schema }) => [argument, schema.optional()])),
    ...(tool.period && { ...periodArguments, period: periodArguments.period.describe(tool.period.describe) }),
    ...(orders.length > 1 && { order: orderArgument(orders, tool.orderWords) }),
    ...paging,
  });
  const output = z.strictObject({
    total: z.number(),
    /** Rows that may match, and are not among those. */
    undecided: z.number().optional(),
    ...tool.summary,
    [tool.rows]: z.array(tool.record.schema),
    next_cursor: z.string().optional(),
    notes: z.array(z.string()).optional(),
    coverage: spelledOutElsewhere(CoverageShape),
    ...Object.fromEntries((tool.restsOn ?? []).map((part) => [part, spelledOutElsewhere(CoverageShape).optional()])),
  });
  return {
    name,
    title,
    description,
    input,
    output,
    annotations: READ_ONLY,
    ...(view !== undefined && { view }),
    begin: (given, beside) => {
      const args = parsedBy({ name, input, beside }, given);
      return (desk, question) => answerList(tool, args, Paging.parse(args), desk, question);
    },
  };
}

function orderArgument(orders: readonly string[], words: string | undefined): z.ZodType {
  const order = z.enum(orders).default(orders[0] ?? '');
  return words === undefined ? order : order.describe(words);
}
