import type { UtcDay } from '../../model/time/day.ts';
import type { AgentId } from '../../model/ids.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { PacedRequest } from '../../upstream/endpoints.ts';
import type { AccountTables } from '../tables/tables.ts';
import { scopeOf, type ListWalk } from './list-walk.ts';
import { endpointOf, type RecordEndpoint } from './needs.ts';
import { pageSizeOf } from './page-sizes.ts';
import type { Sources } from './sources.ts';
import { chooseWalks } from './walk-choice.ts';
import { unfinishedWalks, type Hints, type LoggedWalk } from './walk-log.ts';
import { WalkRun } from './walk-run.ts';
import { liveWants, priorityOf, serveWants, type Want } from './wants.ts';

/** The most steps of a want that are looked at together. */
const MAX_STEPS = 8;

/** A record that is wanted, or (`check`) that has to say whether a row of a walk is gone. */
export type RecordStep =
  | { readonly kind: 'record'; readonly endpoint: RecordEndpoint; readonly id: number }
  | { readonly kind: 'check'; readonly endpoint: RecordEndpoint; readonly id: number; readonly run: WalkRun };

/** One request, for a page of a walk or for a record. */
export interface Step {
  readonly request: PacedRequest;
  /** The most such requests a minute. */
  readonly perMinute: number | undefined;
  readonly want: string;
  readonly what: RecordStep | { readonly kind: 'page'; readonly run: WalkRun; readonly page: number };
}

/** What is still to be read for a want. */
type Left =
  | { readonly kind: 'days'; readonly days: Map<UtcDay, EpochMillis | undefined> }
  | { readonly kind: 'list'; isLeft: boolean; readonly readAt: EpochMillis | undefined }
  | { readonly kind: 'records'; readonly ids: Set<number> };

interface OpenWant {
  readonly want: Want;
  readonly left: Left;
}

const RECORD_OF = { chats: 'chat', agents: 'agent', offline_messages: 'offline_message', visitors: 'visitor' } as const;

interface AgendaOptions {
  readonly tables: AccountTables;
  readonly sources: Sources;
  readonly clock: Clock;
  /** Milliseconds that all processes count alike. */
  readonly now: () => number;
}

/** What the reader has to read for the wants, the most urgent first. */
export class Agenda {
  readonly #options: AgendaOptions;
  readonly #runs = new Map<string, WalkRun>();
  readonly #open = new Map<string, OpenWant>();
  /** The wants that wait for a walk. */
  readonly #wantsOf = new Map<WalkRun, Set<string>>();
  /** The single records that are under way, by their names. */
  readonly #recordsUnderWay = new Map<string, { readonly what: RecordStep; readonly request: AbortController }>();
  /** The last days of walks whose margin showed no row: `date_to` may leave them out. */
  readonly #unclear = new Set<UtcDay>();

  private constructor(options: AgendaOptions) {
    this.#options = options;
  }

  /** Makes the agenda of a reader that begins, with the walks that others have left. */
  static async load(options: AgendaOptions): Promise<Agenda> {
    const agenda = new Agenda(options);
    for (const logged of await unfinishedWalks(options.tables, options.clock())) {
      const run = runOf(logged, options.sources);
      if (run !== undefined) agenda.#runs.set(logged.key, run);
    }
    return agenda;
  }

  /** The steps that may be taken now or soon, the most urgent first. */
  async steps(): Promise<readonly Step[]> {
    const { tables, now } = this.#options;
    const wants = await liveWants(tables, now());
    await this.#update(wants);
    const open = wants.flatMap((want) => this.#open.get(want.id) ?? []);
    const wanted = [...this.#wantsOf.keys()];
    this.#wantsOf.clear();
    const steps: Step[] = [];
    for (const [index, entry] of open.entries()) steps.push(...(await this.#stepsFor(entry, open.slice(index + 1))));
    // No question waits for these any more.
    for (const run of wanted) if (!this.#wantsOf.has(run)) run.stop();
    for (const { what, request } of this.#recordsUnderWay.values()) {
      const isWanted = what.kind === 'check' ? this.#wantsOf.has(what.run) : open.some((one) => needsRecord(one, what));
      if (!isWanted) request.abort(new Error('Nobody waits for it'));
    }
    return steps;
  }

  /** Notes that a step is under way. Returns the signal that is aborted when it is not needed any more. */
  begin({ what }: Step): AbortSignal {
    if (what.kind === 'page') return what.run.ask(what.page);
    const request = new AbortController();
    this.#recordsUnderWay.set(nameOf(what), { what, request });
    return request.signal;
  }

  /** Notes that a step is over. Returns whether it was still needed. */
  end({ what }: Step, signal: AbortSignal): boolean {
    return what.kind === 'page' ? what.run.end(what.page, signal) : this.#recordsUnderWay.delete(nameOf(what));
  }

  /** Whether something is under way for a want. */
  isUnderWay(id: string): boolean {
    const open = this.#open.get(id);
    if (open === undefined) return false;
    const isAsking = [...this.#wantsOf].some(([run, wants]) => run.isAsking && wants.has(id));
    return isAsking || [...this.#recordsUnderWay.values()].some(({ what }) => needsRecord(open, what));
  }

  /** Notes that a walk is over. Wants that it has served are served, even where its look does not show it. */
  async finish(run: WalkRun): Promise<void> {
    const { scope, key, list } = run.list;
    this.#runs.delete(key);
    for (const { want, left } of this.#open.values()) {
      if (left.kind === 'list' && want.need.kind === 'list' && want.need.list === list) left.isLeft = false;
      if (left.kind !== 'days' || scope === undefined || want.need.kind !== 'days') continue;
      if (scope.agentId !== 0 && scope.agentId !== want.need.agentId) continue;
      const due = await this.#options.sources.daysDue(want.need);
      for (const [day, lookedAt] of left.days) {
        const isNew = !due.has(day) || due.get(day) !== lookedAt;
        const isWalked = day >= scope.from && day <= scope.to;
        if (!isNew && isWalked && day === scope.to && scope.margin === 1) this.#unclear.add(day);
        else if (isNew || isWalked) left.days.delete(day);
      }
    }
  }

  /** Gives up a walk in this process; its log is gone on with by whoever wants it next. */
  giveUp(run: WalkRun): void {
    run.stop();
    this.#runs.delete(run.list.key);
  }

  /** The wants that a step is made for. */
  wantsOf({ want, what }: Step): readonly string[] {
    if (what.kind !== 'record') return [...new Set([want, ...(this.#wantsOf.get(what.run) ?? [])])];
    const open = [...this.#open.values()].filter((one) => needsRecord(one, what));
    return open.map((one) => one.want.id);
  }

  /** Notes that a record was read, or that the service does not give it. */
  recordRead(endpoint: RecordEndpoint, id: number): void {
    for (const { want, left } of this.#open.values()) {
      if (left.kind === 'records' && endpointOf(want.need) === endpoint) left.ids.delete(id);
    }
  }

  /** Gives up everything that is under way. */
  stop(): void {
    for (const run of this.#runs.values()) run.stop();
    for (const { request } of this.#recordsUnderWay.values()) request.abort(new Error('The reader stops'));
  }

  /** Takes up new wants, and drops those that are gone or served. */
  async #update(wants: readonly Want[]): Promise<void> {
    const ids = new Set(wants.map(({ id }) => id));
    for (const id of this.#open.keys()) if (!ids.has(id)) this.#open.delete(id);
    for (const want of wants) {
      if (!this.#open.has(want.id)) this.#open.set(want.id, { want, left: await this.#leftOf(want) });
    }
    const served = [...this.#open].filter(([, { left }]) => isServed(left)).map(([id]) => id);
    if (served.length === 0) return;
    for (const id of served) this.#open.delete(id);
    await this.#options.tables.transaction((tables) => serveWants(tables, served));
    this.onServed();
  }

  /** Called when a want was served. */
  onServed: () => void = () => undefined;

  async #leftOf({ need, askedAt }: Want): Promise<Left> {
    const { sources } = this.#options;
    if (need.kind === 'days') return { kind: 'days', days: new Map(await sources.daysDue(need)) };
    if (need.kind === 'records') return { kind: 'records', ids: new Set(await sources.notFetchedSince(need, askedAt)) };
    const readAt = await sources.listRead(need.list);
    return { kind: 'list', isLeft: readAt !== 'fresh', readAt: readAt === 'fresh' ? undefined : readAt };
  }

  async #stepsFor({ want, left }: OpenWant, others: readonly OpenWant[]): Promise<readonly Step[]> {
    const { need, perMinute, id } = want;
    const of = {
      request: { endpoint: endpointOf(need), priority: priorityOf(want, this.#options.now()) },
      perMinute,
      want: id,
    };
    if (need.kind === 'records' && left.kind === 'records') {
      const { endpoint } = need;
      // In the order in which they were asked for.
      return need.ids
        .filter((record) => left.ids.has(record))
        .map((record) => ({ kind: 'record' as const, endpoint, id: record }))
        .filter((what) => !this.#recordsUnderWay.has(nameOf(what)))
        .slice(0, MAX_STEPS)
        .map((what) => ({ ...of, what }));
    }
    const runs =
      need.kind === 'days' && left.kind === 'days'
        ? await this.#runsForDays([...left.days.keys()], need.agentId, others)
        : need.kind === 'list'
          ? [await this.#runOf(this.#options.sources.walkOfList(need.list))]
          : [];
    return runs.flatMap((run): Step[] => {
      this.#wantsOf.set(run, (this.#wantsOf.get(run) ?? new Set()).add(id));
      const endpoint = RECORD_OF[run.list.list];
      if (run.doubt !== undefined) {
        const [row] = run.doubt.ids;
        if (row === undefined) return [];
        const what = { kind: 'check', endpoint, run, id: row } as const;
        return this.#recordsUnderWay.has(nameOf(what)) ? [] : [{ ...of, request: { ...of.request, endpoint }, what }];
      }
      const page = run.nextPage;
      return page === undefined ? [] : [{ ...of, what: { kind: 'page', run, page } }];
    });
  }

  async #runsForDays(
    days: readonly UtcDay[],
    agentId: AgentId | 0,
    others: readonly OpenWant[],
  ): Promise<readonly WalkRun[]> {
    const { sources } = this.#options;
    const unfinished = [...this.#runs.values()].flatMap((run) => {
      const { scope } = run.list;
      const isOfUse = scope !== undefined && (scope.agentId === agentId || scope.agentId === 0);
      // A walk that ended at a day that it may have left out does not serve it.
      const isTooNarrow = scope?.margin === 1 && this.#unclear.has(scope.to);
      return isOfUse && !isTooNarrow ? [{ from: scope.from, to: scope.to, left: run.left, run }] : [];
    });
    const alike = others.flatMap(({ want, left }) =>
      left.kind === 'days' && want.need.kind === 'days' && want.need.agentId === agentId ? [[...left.days.keys()]] : [],
    );
    const { join, begin } = chooseWalks(days, alike, unfinished);
    const runs = unfinished.filter((walk) => join.includes(walk)).map(({ run }) => run);
    for (const range of begin) {
      const margin = this.#unclear.has(range.to) ? 2 : 1;
      runs.push(await this.#runOf(sources.walkOfDays({ ...range, agentId, margin })));
    }
    return runs;
  }

  /** The walk of a list that is under way, or a new one. */
  async #runOf(list: ListWalk): Promise<WalkRun> {
    const known = this.#runs.get(list.key);
    if (known !== undefined) return known;
    const startedAt = this.#options.clock();
    const run = new WalkRun(list, {
      startedAt,
      hints: await hintsFor(list, this.#options.tables, startedAt),
      looks: [],
    });
    this.#runs.set(list.key, run);
    return run;
  }
}

/** Goes on with a walk where its log ends; undefined for one of another version. */
export function runOf(logged: LoggedWalk, sources: Pick<Sources, 'walkOfDays' | 'walkOfList'>): WalkRun | undefined {
  const { key } = logged;
  const scope = scopeOf(key);
  if (scope !== undefined) return new WalkRun(sources.walkOfDays(scope), logged);
  return key === 'agents' || key === 'offline_messages' || key === 'visitors'
    ? new WalkRun(sources.walkOfList(key), logged)
    : undefined;
}

async function hintsFor(list: ListWalk, tables: AccountTables, startedAt: EpochMillis): Promise<Hints> {
  const pageSize = await pageSizeOf(tables, list.list);
  const expected = await list.expect(tables, startedAt);
  return {
    ...(pageSize !== undefined && { pageSize }),
    ...(pageSize !== undefined &&
      expected !== undefined && { pages: Math.ceil(expected.rows / pageSize), isCounted: expected.isCounted }),
    ...(list.span !== undefined && { span: list.span }),
  };
}

function isServed(left: Left): boolean {
  if (left.kind === 'list') return !left.isLeft;
  return left.kind === 'days' ? left.days.size === 0 : left.ids.size === 0;
}

function needsRecord({ want, left }: OpenWant, { endpoint, id }: RecordStep): boolean {
  return left.kind === 'records' && endpointOf(want.need) === endpoint && left.ids.has(id);
}

function nameOf({ endpoint, id }: { readonly endpoint: string; readonly id: number }): string {
  return `${endpoint} ${id}`;
}
