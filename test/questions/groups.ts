import { z } from 'zod';
import type { Asked } from '../oracle/calendar.ts';
import { keysWithMost } from '../oracle/figures.ts';
import { type Grouping, groupsOf } from '../oracle/groups.ts';
import type { AnswerOf } from '../mcp/protocol/shapes.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question } from './question.ts';

const Spread = z.object({ median: z.number().optional() });

/** The values of a group's metrics by which people compare. */
const Figures = z.object({
  chats: z.number(),
  missed: z.number().optional(),
  wait_seconds: Spread.optional(),
  duration_seconds: Spread.optional(),
  rating: z.object({ n: z.number(), mean: z.number().optional() }).optional(),
});
export type Figures = z.output<typeof Figures>;

/** The keys of the groups with the highest figure; chats of nobody are no group. */
function groupsWithMost(
  { groups = [] }: AnswerOf<'get_support_performance'>,
  figure: (figures: Figures) => number | undefined,
): string[] {
  const named = groups.filter(({ key }) => key !== 'none');
  return keysWithMost(named.map(({ key, metrics }) => [String(key), figure(Figures.parse(metrics))]));
}

/** Asks which group has the highest figure. */
export function whichHasMost(
  asks: string,
  facts: Facts,
  { group_by, ...args }: Asked & { readonly group_by: Grouping; readonly agent?: string },
  said: (figures: Figures) => number | undefined,
  truth: (chats: readonly Chat[]) => number | undefined,
  isMeant: (chat: Chat) => boolean = () => true,
): Question {
  const groups = groupsOf(facts.chatsOf(args).filter(isMeant), [group_by], facts.daysOf(args), facts.zone);
  groups.delete('none');
  return oneCall(
    asks,
    'get_support_performance',
    { ...args, group_by: [group_by] },
    (data) => groupsWithMost(data, said),
    keysWithMost([...groups].map(([key, chats]) => [key, truth(chats)])),
  );
}
