import { valuesOfRows, valuesOfTranscripts, type ReadsValues } from '../../figures/chat-values.ts';
import type { Figure } from '../../figures/kinds/figure.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import type { Tally } from '../../figures/tally.ts';
import { agent as byAgent } from '../../figures/groupings/agent.ts';
import { causesOf } from '../../insights/changes/causes.ts';
import type { Cause } from '../../insights/changes/cause.ts';
import { ChatRows, type NamedKeys } from '../../insights/changes/chat-rows.ts';
import type { ChatTable, Periods } from '../../insights/changes/chat-table.ts';
import { facetsOf, figureKindOf, type Facets } from '../../insights/changes/facets.ts';
import { partsBy, type Measure, type Part } from '../../insights/changes/parts.ts';
import { wholeChange, type WholeChange } from '../../insights/changes/whole.ts';
import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { assumedBook, type Codebook } from '../../model/codebook/codebook.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import { isChatId, isVisitorId, portionsOf } from '../../model/chat-columns.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { ChatOperationsError } from '../../model/errors.ts';
import type { AgentId, VisitorId } from '../../model/ids.ts';
import type { Agent, NamedAgent } from '../../model/records.ts';
import { inSlices, mapInSlices, slices } from '../../model/slices.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { SeenCode } from '../../answers/codes.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { periodAt } from '../../answers/selection/arguments.ts';
import {
  agentOf,
  areMissedNamed,
  comparedChatsOf,
  type SelectedChats,
} from '../../answers/selection/selected-chats.ts';
import { populationOf, startTally } from '../figures/measuring.ts';
import { conversationsIn, drawTranscripts } from '../figures/response-sample.ts';
import { seenCodes } from '../figures/seen-codes.ts';
import { readTransferTranscripts } from '../figures/settling-transcripts.ts';
import { requirePromise, type ChangeArguments } from './change-arguments.ts';
import { countedIn, type ChangedPeriod } from './changed-period.ts';
import { daysIn, olderChatsOf } from './older-chats.ts';

/** The earlier of both periods, and the later one. */
export const BEFORE = 0;
export const NOW = 1;
export type Which = typeof BEFORE | typeof NOW;

/** The sample of one period of whose transcripts a figure is made, as far as it is not what it should be. */
export interface MissingSample {
  readonly which: Which;
  readonly awaited: number;
  readonly awaitedFor: Seconds;
  readonly untold: number;
  readonly looked: number;
  /** The number that the service lately did not give. */
  readonly refused: number;
  /** Why the service could not be asked lately, where it was that. */
  readonly trouble: ChatOperationsError | undefined;
}

/** The transcripts of one period that were looked at, and in how many of them nobody can tell who wrote: they are left out. */
interface UntoldTranscripts {
  readonly untold: number;
  readonly looked: number;
}

/** Where the shares of both periods that are left out differ by more, other chats are counted, and a change would tell of that. */
const MOST_UNLIKE = 0.1;

/** What a change is made of: the chats, the whole, its causes, and all parts by each grouping. */
export interface Explained {
  readonly table: ChatTable;
  readonly periods: Periods;
  readonly named: NamedKeys;
  readonly facets: Facets;
  readonly whole: WholeChange;
  /** Those that account for most first. */
  readonly causes: readonly Cause[];
  readonly views: readonly (readonly Part[])[];
}

/** A change and its causes, or why nothing can be said of them. */
export interface Change {
  readonly name: ChangeArguments['metric'];
  readonly metric: Metric;
  readonly agent: Agent | undefined;
  readonly periods: readonly [ChangedPeriod, ChangedPeriod];
  readonly isRunning: boolean;
  readonly book: Codebook;
  /** The values of the codes on which the figure rests; empty where nothing was counted. */
  readonly codes: readonly SeenCode[];
  readonly measure: Measure;
  /** Undefined where nothing can be said. */
  readonly explained: Explained | undefined;
  /** The weeks before the later period; undefined where they were not looked at. */
  readonly older: { readonly period: Period; readonly coverage: Coverage } | undefined;
  readonly missingSamples: readonly MissingSample[];
  /** Of the earlier period and of the later one; empty where the figure is of no transcripts, or a sample of them is missing. */
  readonly untold: readonly UntoldTranscripts[];
  /** Whether so unlike shares of both are left out that nothing can be explained. */
  readonly areUnlike: boolean;
  readonly isUnsettled: boolean;
  readonly areMissedNamed: boolean;
  readonly agents: ReadonlyMap<AgentId, NamedAgent>;
}

/** Reads two periods and the weeks before, and explains how a figure of them differs. Throws InvalidArgument, and what the archive throws. */
export async function changeOf(args: ChangeArguments, desk: Desk, question: AskedQuestion): Promise<Change> {
  requirePromise(args);
  const now = desk.clock();
  const metric: Metric | undefined = METRICS.find(({ name }) => name === args.metric);
  if (metric === undefined) throw new TypeError('the arguments name a metric that there is');
  const period = periodAt(args, now, desk);
  const agent = await agentOf(args.agent, period, desk, question);
  const { selected, before, earlier } = await comparedChatsOf(period, args.compare_to, agent, desk, question);
  const both = [
    { period: earlier, selected: before },
    { period, selected },
  ] as const;
  const measure: Measure =
    metric.kind.name === 'count'
      ? { kind: 'sum', days: [lengthInDays(earlier), lengthInDays(period)] }
      : { kind: 'mean' };
  const nothing = {
    name: args.metric,
    metric,
    agent,
    isRunning: period.end > now,
    measure,
    explained: undefined,
    older: undefined,
    codes: [],
    missingSamples: [],
    untold: [],
    areUnlike: false,
    isUnsettled: false,
    areMissedNamed: true,
    agents: new Map<AgentId, NamedAgent>(),
  };
  const withFigures = (figures: readonly (Figure | undefined)[]) =>
    [
      { period: earlier, coverage: before.coverage, isWhole: before.isWhole, figure: figures[BEFORE] },
      { period, coverage: selected.coverage, isWhole: selected.isWhole, figure: figures[NOW] },
    ] as const;
  // A hole in one of the periods would be taken for what changed.
  if (!both.every((one) => one.selected.isWhole)) {
    return { ...nothing, periods: withFigures([]), book: await codebookOf(desk) };
  }
  await readTransferTranscripts([metric], selected, desk, question);
  const serviceLevel = args.service_level_seconds === undefined ? undefined : seconds(args.service_level_seconds);
  const asked = { metrics: [metric], groupings: [], agent, time: {}, serviceLevel };
  const read = await transcriptsOf(metric, both, asked, desk, question);
  const book = await codebookOf(desk);
  if (read.missing.length > 0) {
    return { ...nothing, periods: withFigures([]), book, missingSamples: read.missing };
  }
  const assumed = assumedBook(book);
  const { untold } = read;
  if (areUnlike(untold)) return { ...nothing, periods: withFigures([]), book, untold, areUnlike: true };
  const needsMissed = metric.basis === 'rows' && metric.needsMissed === true;
  const areNamed =
    !needsMissed || (await areMissedNamed(period, assumed, desk)) || (await areMissedNamed(earlier, assumed, desk));
  const countries = await desk.archive.visitors.countries();
  const facets = facetsOf(metric, {
    isOfAgent: agent !== undefined,
    areMissedNamed: areNamed,
    countriesKnown: await countriesKnown(selected, countries, question),
    days: Math.min(lengthInDays(period), lengthInDays(earlier)),
    book,
  });
  const older = await olderChatsOf(period, agent, desk, question);
  const agents = new Map<AgentId, NamedAgent>();
  const days = daysIn(period, { ...earlier, end: before.end }, selected.end, older);
  // Who served how many is looked at, too, where missed chats name no agent.
  const looked = agent === undefined && !facets.groupings.includes(byAgent) ? [byAgent] : [];
  const rows = new ChatRows(
    [...facets.groupings, ...looked],
    { period, time: {}, book: assumed, countries },
    days.firstDay,
  );
  const context = { book: assumed, now, zone: period.zone, limits: new Map<AgentId, number>(), serviceLevel };
  const ofRows = metric.basis === 'rows' ? valuesOfRows(metric, context, agent === undefined || areNamed) : undefined;
  const figures: (Figure | undefined)[] = [];
  const tallies: Tally[] = [];
  for (const which of [BEFORE, NOW] as const) {
    const one = both[which];
    const { tally } = await startTally(one.period, asked, assumed, desk);
    tallies.unshift(tally);
    const values = ofRows ?? read.values[which] ?? nothingRead;
    for await (const day of one.selected.days()) {
      if (slices.isOver()) await slices.next(question.signal);
      tally.add(day);
      if (slices.isOver()) await slices.next(question.signal);
      await inSlices(
        rows.add(day, values, (_, own) => days.placeOf(which, own)),
        question.signal,
      );
      for (const someone of day.columns.named) agents.set(someone.agentId, someone);
    }
    await inSlices(tally.settle(), question.signal);
    const figure = metric.basis === 'rows' ? tally.overall().get(metric) : read.figures[which];
    figures.push(figure && tally.marked(metric, figure));
  }
  for await (const day of older.days()) {
    if (slices.isOver()) await slices.next(question.signal);
    await inSlices(rows.add(day, ofRows ?? nothingRead, days.olderPlace), question.signal);
    for (const someone of day.columns.named) agents.set(someone.agentId, agents.get(someone.agentId) ?? someone);
  }
  const isNotOfAgent = agent !== undefined && !areNamed && metric.name === 'missed';
  const { table, named } = rows.table();
  const periods = days.periodsOf(table);
  const whole = wholeChange(table, periods, measure);
  const isTold =
    !rows.isUnsettled &&
    !isNotOfAgent &&
    Number.isFinite(whole.now - whole.before) &&
    (measure.kind === 'mean' || whole.now + whole.before > 0);
  const causes = isTold
    ? await inSlices(causesOf(table, figureKindOf(metric), periods, whole.now - whole.before), question.signal)
    : [];
  const views = isTold
    ? await mapInSlices(facets.views, (by) => partsBy(by, table, periods, measure), question.signal)
    : [];
  const [then, present] = withFigures(figures);
  return {
    ...nothing,
    periods: isTold
      ? [then, present]
      : [
          await countedIn(then, before, agent, desk, question),
          await countedIn(present, selected, agent, desk, question),
        ],
    book,
    codes: seenCodes(metric.codes, tallies, book),
    explained: isTold ? { table, periods, named, facets, whole, causes, views } : undefined,
    older: { period: older.period, coverage: older.coverage },
    untold,
    isUnsettled: rows.isUnsettled,
    areMissedNamed: areNamed,
    agents,
  };
}

const nothingRead: ReadsValues = ({ rows }) => ({
  sums: new Float64Array(rows.length),
  weights: new Float64Array(rows.length),
  isUnsettled: false,
});
type Both = readonly { readonly period: Period; readonly selected: SelectedChats }[];

/**
 * The values that transcripts tell in both periods. They are compared only where each is a whole random sample, or all there is: of a
 * part of a sample nobody knows what it lacks.
 */
async function transcriptsOf(
  metric: Metric,
  both: Both,
  asked: Parameters<typeof populationOf>[2],
  desk: Desk,
  question: AskedQuestion,
) {
  const missing: MissingSample[] = [];
  const values: ReadsValues[] = [];
  const figures: (Figure | undefined)[] = [];
  const untold: UntoldTranscripts[] = [];
  if (metric.basis === 'rows') return { missing, values, figures, untold };
  const drawn = [];
  for (const { period, selected } of both) {
    const population = await populationOf(period, selected.days, asked, desk, question.signal);
    drawn.push({ population, transcripts: await drawTranscripts(population, 'sample', true, desk, question) });
  }
  const { trouble } = await desk.budget();
  const book = await codebookOf(desk);
  const agents = agentNamesOf((await desk.archive.observedCodes()).agentNames);
  for (const which of [BEFORE, NOW] as const) {
    const one = drawn[which];
    if (one === undefined) continue;
    const { awaited, awaitedFor, isWhole, isAtHand, sample } = one.transcripts;
    const { conversations, ...looks } = await conversationsIn(one.transcripts, { agents, book }, desk);
    if (!isWhole || awaited > 0 || conversations === undefined) {
      const refused = Array.from(one.population)
        .filter(isChatId)
        .filter((id) => !isAtHand(id) && desk.archive.transcripts.isRefused(id)).length;
      missing.push({ which, awaited, awaitedFor, ...looks, refused, trouble: trouble?.error });
      continue;
    }
    const ids = one.population.filter((id) => !conversations.isUntold(id));
    const isEach = ids.every((id) => isAtHand(id));
    const lookedAt = isEach ? new Set<number>(ids) : sample;
    const looked = isEach ? one.population.length : looks.looked;
    untold[which] = { untold: isEach ? looked - ids.length : looks.untold, looked };
    const { columns } = conversations;
    const read = valuesOfTranscripts(metric.name, columns, (id) => lookedAt.has(id));
    if (read !== undefined) values[which] = read;
    const places = [...lookedAt].flatMap((id) => columns.placeOf(id) ?? []);
    figures[which] = places.length === 0 ? undefined : metric.figure(columns, Uint32Array.from(places), ids.length);
  }
  return { missing, values, figures, untold };
}

function areUnlike(untold: readonly UntoldTranscripts[]): boolean {
  const shares = untold.flatMap(({ untold: some, looked }) => (looked === 0 ? [] : [some / looked]));
  return Math.max(...shares) - Math.min(...shares) > MOST_UNLIKE;
}

/** The share of some chats whose visitor's country is at hand. */
async function countriesKnown(
  { days }: SelectedChats,
  countries: ReadonlyMap<VisitorId, string>,
  { signal }: AskedQuestion,
): Promise<number> {
  if (countries.size === 0) return 0;
  let [known, all] = [0, 0];
  for await (const day of days()) {
    for (const { columns, rows } of portionsOf(day)) {
      if (slices.isOver()) await slices.next(signal);
      all += rows.length;
      for (const row of rows) {
        const visitor = columns.visitors[row];
        if (isVisitorId(visitor) && countries.has(visitor)) known += 1;
      }
    }
  }
  return all === 0 ? 0 : known / all;
}
