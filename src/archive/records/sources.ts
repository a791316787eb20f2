import { AgentId } from '../../model/ids.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import type { Sources } from '../reader/sources.ts';
import type { AccountTables } from '../tables/tables.ts';
import type { DayLooks } from '../walking/day-looks.ts';
import { listWalk, type ListLooks } from '../walking/whole-lists.ts';
import { agentsList } from './agents.ts';
import { chatWalk } from './chat-walk.ts';
import { offlineMessagesList } from './offline-messages.ts';
import type { RecordSources } from './record-source.ts';
import { visitorsList } from './visitors/visitors.ts';

interface Kept {
  readonly tables: AccountTables;
  readonly days: DayLooks;
  readonly lists: ListLooks;
  readonly records: RecordSources;
  readonly clock: Clock;
}

/** All that can be read for a desk: each list and each record, and what of it is at hand. */
export function sourcesOf(upstream: Upstream, { tables, days, lists, records, clock }: Kept): Sources {
  const walks = {
    agents: listWalk(agentsList(upstream), clock),
    offline_messages: listWalk(offlineMessagesList(upstream), clock),
    visitors: listWalk(visitorsList(upstream), clock),
  };
  return {
    walkOfDays: (scope) => chatWalk(scope, upstream, clock),
    walkOfList: (list) => walks[list],
    readRecord: (endpoint, id, signal) => records[endpoint].read(id, signal),
    daysDue: (need) => days.due(need, need.agentId === 0 ? undefined : AgentId.parse(need.agentId)),
    listRead: (list) => lists.readAt(list),
    notFetchedSince: async ({ endpoint, ids }, moment) => {
      const fetchedAt = await records[endpoint].fetchedAt(tables, ids);
      const now = clock();
      // One that has yet to be fetched was timed by a clock that was wrong.
      const isLate = (at: EpochMillis | undefined): boolean => at === undefined || at < moment || at > now;
      return ids.filter((id) => isLate(fetchedAt.get(id)));
    },
  };
}
