import { weakerPlanBasis, type Plan } from '../../model/coverage.ts';
import type { Progress } from '../../model/progress.ts';
import { contiguousRanges } from '../../model/time/day.ts';
import { seconds, type Clock } from '../../model/time/units.ts';
import type { PacedRequest } from '../../upstream/endpoints.ts';
import type { AccountTables } from '../tables/tables.ts';
import { runOf } from './agenda.ts';
import { scopeOf, type ListWalk } from './list-walk.ts';
import { wordsOf, type DaysNeed, type Need } from './needs.ts';
import { guessPageSize, pageSizeOf } from './page-sizes.ts';
import type { Sources } from './sources.ts';
import { storedState, timeFor } from './state.ts';
import { requestsFor } from './walk/walk.ts';
import { unfinishedWalks } from './walk-log.ts';
import type { WalkRun } from './walk-run.ts';

type Cost = Omit<Plan, 'missing'>;
const NOTHING: Cost = { requests: 0, done: 0, seconds: seconds(0), basis: 'nothing' };

interface PlansOptions {
  readonly tables: AccountTables;
  readonly sources: Sources;
  /** The most requests a minute. */
  readonly ceiling: number;
  readonly clock: Clock;
  /** Steady milliseconds that all processes on the archive count alike. */
  readonly now: () => number;
}

/** Tells what reading would take. Nothing is read for it. */
export class Plans {
  readonly #options: PlansOptions;

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  /** The cost of the days that are due of some needs, with their number. */
  async ofDays(needs: readonly DaysNeed[]): Promise<Plan> {
    const { sources } = this.#options;
    const [need] = needs;
    if (need === undefined) return { missing: 0, ...NOTHING };
    const due = await Promise.all(needs.map(async (one) => [...(await sources.daysDue(one)).keys()]));
    const days = [...new Set(due.flat())];
    const logged = await this.#unfinished();
    const costs = await Promise.all(
      contiguousRanges(days).map(async (run) => {
        const underWay = logged.find(({ list }) => {
          const scope = scopeOf(list.key);
          return scope?.agentId === need.agentId && scope.from <= run.from && scope.to >= run.to;
        });
        const { agentId } = need;
        return this.#costOf(underWay?.list ?? sources.walkOfDays({ ...run, agentId, margin: 1 }), underWay);
      }),
    );
    return { missing: days.length, ...(await this.#inAll('chats', costs)) };
  }

  /** The cost of reading a whole list. */
  async ofList(list: Extract<Need, { kind: 'list' }>['list']): Promise<Cost> {
    const underWay = (await this.#unfinished()).find((run) => run.list.key === list);
    const { sources } = this.#options;
    return this.#inAll(list, [await this.#costOf(underWay?.list ?? sources.walkOfList(list), underWay)]);
  }

  /** How far reading for a need has come that has made so many requests. */
  async progressOf(need: Need, requests: number): Promise<Progress | undefined> {
    const what = wordsOf(need);
    if (need.kind === 'records') return { done: Math.min(requests, need.ids.length), total: need.ids.length, what };
    const cost = need.kind === 'days' ? await this.ofDays([need]) : await this.ofList(need.list);
    if (cost.basis === 'at least' || cost.basis === 'nothing') return { done: requests, what };
    return { done: requests, total: requests + cost.requests, left: cost.seconds, what };
  }

  /** Estimates the time until so many further requests were answered, if nobody else asks. */
  async timeFor(request: PacedRequest, count: number) {
    const { tables, ceiling, now } = this.#options;
    return timeFor(await storedState(tables), request, count, { now: now(), ceiling });
  }

  async #unfinished(): Promise<readonly WalkRun[]> {
    const { tables, sources, clock } = this.#options;
    return (await unfinishedWalks(tables, clock())).flatMap((logged) => runOf(logged, sources) ?? []);
  }

  async #costOf(list: ListWalk, underWay: WalkRun | undefined): Promise<Omit<Cost, 'seconds'>> {
    const { tables, clock } = this.#options;
    const pageSize = await pageSizeOf(tables, list.list);
    const rowsOnPage = pageSize ?? (await guessPageSize(tables));
    const expected = await list.expect(tables, underWay?.startedAt ?? clock());
    const done = underWay?.done ?? 0;
    const pages = underWay?.lastPage ?? (expected?.basis === 'learned' ? undefined : underWay?.judgedPage);
    const rows = pages === undefined ? Math.ceil(expected?.rows ?? 0) : pages * rowsOnPage - 1;
    const requests = Math.max(1, requestsFor(rows, rowsOnPage) - done);
    if (pages !== undefined) return { requests, done, basis: underWay?.lastPage === undefined ? 'guess' : 'learned' };
    if (expected === undefined) return { requests, done, basis: 'at least' };
    return { requests, done, basis: pageSize === undefined ? 'guess' : expected.basis };
  }

  async #inAll(endpoint: PacedRequest['endpoint'], costs: readonly Omit<Cost, 'seconds'>[]): Promise<Cost> {
    if (costs.length === 0) return NOTHING;
    const requests = costs.reduce((sum, cost) => sum + cost.requests, 0);
    return {
      requests,
      done: costs.reduce((sum, cost) => sum + cost.done, 0),
      seconds: await this.timeFor({ endpoint, priority: 'person' }, requests),
      basis: costs.map((cost) => cost.basis).reduce(weakerPlanBasis, 'nothing'),
    };
  }
}
