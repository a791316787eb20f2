import { ChatOperationsError } from '../../model/errors.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { Seconds } from '../../model/time/units.ts';
import { chatsWhat, coverageOfPart, WHOLE, type Covered } from '../../answers/closing.ts';
import { coveredVisitors } from '../../answers/selection/chat-country.ts';

import { coveredMessages } from './offline-reply-words.ts';
import type { Performance } from './performance.ts';

/** What the figures of an answer rest on: the chats of its periods, transcripts while some of them are missing, and lists. */
export function coveredBy({
  asked,
  present,
  compared,
  period,
  coverage,
  visitors,
  returns,
  offline,
}: Performance): Covered[] {
  const what = chatsWhat(asked.agent);
  // Chats of other hours are in no figure, and are not counted.
  const isCut = asked.time.hours !== undefined || asked.time.weekdays !== undefined;
  const chatsOf = (covered: Coverage, count: number, period: Covered['period']): Covered => ({
    what,
    coverage: covered,
    count: isCut ? undefined : count,
    period,
  });
  const ofTranscripts = asked.reading === 'all' ? 'transcripts' : 'sampled transcripts';
  const transcriptsOf = (
    { looked, planned, awaited }: { readonly looked: number; readonly planned: number; readonly awaited: number },
    awaitedFor: Seconds | undefined,
    period: Covered['period'],
  ): Covered[] => {
    if (awaited === 0) return [];
    const remaining = awaitedFor === undefined ? undefined : { requests: awaited, seconds: awaitedFor };
    return [{ what: ofTranscripts, coverage: coverageOfPart(remaining), count: looked, of: planned, period }];
  };
  return [
    chatsOf(coverage, present.tally.chats, period),
    ...(compared === undefined
      ? []
      : [chatsOf(compared.coverage, compared.tally.chats, compared.weeks?.[0] ?? compared.period)]),
    // What is said of one of the weeks is said of all: the others add their days.
    ...(compared?.weeks ?? []).slice(1).map((week) => chatsOf(WHOLE, 0, week)),
    ...transcriptsOf(present, present.awaitedFor, period),
    ...(compared === undefined ? [] : transcriptsOf(compared.sample, undefined, compared.period)),
    ...coveredVisitors(visitors),
    ...(returns?.messages && offline === undefined
      ? [{ what: 'offline messages', coverage: returns.messages } as const]
      : []),
    ...(offline === undefined || offline instanceof ChatOperationsError ? [] : coveredMessages(offline)),
  ];
}
