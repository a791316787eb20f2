import { z } from 'zod';
import { CallerText } from '../../model/text/trusted-text.ts';
import { joinSafe, safe, OwnText, callerLine } from '../../privacy/safe-text.ts';
import { countryArgument, pageArguments, periodArguments } from '../../answers/selection/arguments.ts';
import type { Asked } from '../../answers/cursor.ts';
import { spelledOutElsewhere, type Answer, type DataOf } from '../../answers/tool.ts';
import { CoverageShape } from '../../answers/coverage-data.ts';
import { VisitorShape } from './visitor-words.ts';

/** The orders of visitors. All but the first rank them by what they did. */
export const VISITOR_ORDERS = ['newest', 'chats', 'missed', 'lowest_rating', 'waiting'] as const;

/** What list_visitors is asked with. */
export const VisitorArguments = z.strictObject({
  query: CallerText.min(1).max(100).optional().describe('Parts of a name, email or phone, or an id.'),
  country: countryArgument,
  ...periodArguments,
  period: periodArguments.period.describe(
    'As in list_chats, of chats; with newest, of first visits (default: all time).',
  ),
  order: z.enum(VISITOR_ORDERS).default('newest'),
  ...pageArguments,
});
export type VisitorArguments = z.output<typeof VisitorArguments>;

/** The same, in the words of a cursor, too. */
export type AskedVisitors = VisitorArguments & { readonly asked: Asked };

/** What list_visitors answers. */
export const VisitorsShape = z.strictObject({
  total: z.number(),
  visitors: z.array(VisitorShape),
  next_cursor: OwnText.optional(),
  codes: OwnText.optional(),
  coverage: spelledOutElsewhere(CoverageShape),
  chats_coverage: spelledOutElsewhere(CoverageShape).optional(),
});
export type VisitorsAnswer = Answer<DataOf<typeof VisitorsShape>>;

/** Words the filters, so that the number is not read as that of all visitors. */
export function filterWords({ query, country }: VisitorArguments, more?: OwnText): OwnText {
  const parts = [
    ...(query === undefined ? [] : [safe`with "${callerLine(query, 60)}"`]),
    ...(country === undefined ? [] : [safe`from ${callerLine(country, 60)}`]),
    ...(more === undefined ? [] : [more]),
  ];
  return parts.length === 0 ? safe`` : safe` ${joinSafe(parts, ', ')}`;
}
