import { isAllTime } from '../../figures/groupings/wall-clock.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { Measured } from '../../answers/kept-figures.ts';
import { chatsWhat, coverageOfPart, WHOLE, type Covered } from '../../answers/closing.ts';
import { coveredVisitors } from '../../answers/selection/chat-country.ts';
import { coveredMessages } from './offline-reply-words.ts';
import type { Performance } from './performance.ts';

/** What the figures of an answer rest on: the chats of its periods, transcripts while some of them are missing, and lists. */
export function coveredBy(performance: Performance): Covered[] {
  const { asked, present, compared, coverage, visitors, returns, offline } = performance;
  const chatsOf = (covered: Coverage, count: number, period: Covered['period']): Covered => ({
    what: chatsWhat(asked.agent),
    coverage: covered,
    // Chats of other hours are in no figure, and are not counted.
    count: isAllTime(asked.time) ? count : undefined,
    period,
  });
  const transcriptsOf = (
    { looked: count, planned: of, awaited }: Measured,
    remaining: Coverage['remaining'],
    period: Covered['period'],
  ): Covered[] => {
    const what = asked.reading === 'all' ? 'transcripts' : 'sampled transcripts';
    return awaited === 0 ? [] : [{ what, coverage: coverageOfPart(remaining), count, of, period }];
  };
  const [latest, ...others] = compared?.weeks ?? [];
  return [
    chatsOf(coverage, present.tally.chats, performance.period),
    ...(compared === undefined ? [] : [chatsOf(compared.coverage, compared.tally.chats, latest ?? compared.period)]),
    // What is said of one of the weeks is said of all: the others add their days.
    ...others.map((week) => chatsOf(WHOLE, 0, week)),
    ...transcriptsOf(present, { requests: present.awaited, seconds: present.awaitedFor }, performance.period),
    ...(compared === undefined ? [] : transcriptsOf(compared, undefined, compared.period)),
    ...coveredVisitors(visitors),
    ...(returns?.messages && offline === undefined
      ? [{ what: 'offline messages', coverage: returns.messages } as const]
      : []),
    ...(offline === undefined ? [] : coveredMessages(offline)),
  ];
}
