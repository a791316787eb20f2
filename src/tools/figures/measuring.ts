import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { assumedBook, type Codebook } from '../../model/codebook/codebook.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import { REPEAT_CONTACT_DAYS } from '../../figures/kinds/repeat-contact.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { Tally, type TallyContext } from '../../figures/tally.ts';
import { chatsWithin, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import type { AgentId, VisitorId } from '../../model/ids.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import type { Agent, NamedAgent } from '../../model/records.ts';
import { inSlices, slices } from '../../model/slices.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { FiguresBasis, Measured } from '../../answers/kept-figures.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { returnsIn, type KnownReturns } from './known-returns.ts';
import type { Reading } from './random-sample.ts';
import { conversationsIn, drawTranscripts, type DrawnTranscripts } from './response-sample.ts';
import { readTransferTranscripts } from './settling-transcripts.ts';
import { areMissedNamed, type SelectedChats } from '../../answers/selection/selected-chats.ts';

/** The figures that a question asks for, and whose. */
export interface AskedFigures {
  readonly metrics: readonly Metric[];
  readonly groupings: readonly Grouping[];
  readonly agent: Agent | undefined;
  readonly time: WorkingTime;
  readonly serviceLevel: Seconds | undefined;
  /** Which transcripts may be read for what only they tell. */
  readonly reading: Reading;
  /** Whether one of them that only transcripts tell was asked for by name. */
  readonly namesTranscripts: boolean;
  /** Whether its figures are held against chance, for which each day is counted. */
  readonly isTested: boolean;
}

/** Figures of rows, without what reading transcripts and testing needs. */
type UntestedFigures = Omit<AskedFigures, 'reading' | 'namesTranscripts' | 'isTested'>;

/** A period of a question, with its chats. */
export interface AskedPeriod {
  readonly period: Period;
  readonly selected: SelectedChats;
  /** The periods of the weeks before of whose mean it is; absent where it is of `period`. */
  readonly weeks?: readonly Period[] | undefined;
  /** What is known of who came back after it, where that is asked for. */
  readonly returns?: KnownReturns | undefined;
  /** Whether the clock cuts it, so that nobody asks for the same one again. */
  readonly endsNow?: boolean;
}

/**
 * The figures of some periods: reads the transcripts that are wanted first, so that codes are read by all that is at hand
 * in the end.
 */
export async function measure(
  periods: readonly AskedPeriod[],
  asked: AskedFigures,
  desk: Desk,
  question: AskedQuestion,
): Promise<{ readonly measured: readonly Measured[]; readonly book: Codebook }> {
  const keptOf = (one: AskedPeriod, basis: FiguresBasis) => desk.memory.figures.of(keyOf(one, asked), basis);
  const before = await basisOf(desk);
  const drawn = new Map<AskedPeriod, DrawnTranscripts | undefined>();
  for (const one of periods) {
    if (keptOf(one, before) === undefined) drawn.set(one, await drawnFor(one, asked, desk, question));
  }
  const [newest] = periods;
  const isReading =
    newest !== undefined &&
    asked.reading !== 'loaded' &&
    (await readTransferTranscripts([...asked.metrics, ...asked.groupings], newest.selected, desk, question));
  const basis = drawn.size === 0 && !isReading ? before : await basisOf(desk);
  const countries = asked.groupings.some(({ needs }) => needs === 'visitors')
    ? await desk.archive.visitors.countries()
    : new Map<VisitorId, string>();
  const measured: Measured[] = [];
  const assumed = assumedBook(basis.book);
  for (const one of periods) {
    const kept = keptOf(one, basis);
    const transcripts = drawn.has(one) || kept ? drawn.get(one) : await drawnFor(one, asked, desk, question);
    const made = kept ?? (await measuredOf(one, asked, transcripts, countries, assumed, desk, question));
    measured.push(made);
    const isSettled = transcripts?.isWhole !== false && !made.tally.goesOn && one.endsNow !== true;
    if (kept === undefined && isSettled) desk.memory.figures.keep(keyOf(one, asked), made, basis);
  }
  return { measured, book: basis.book };
}

async function basisOf(desk: Desk): Promise<FiguresBasis> {
  const { archive } = desk;
  const revision = await archive.revision();
  return { archive, revision, book: await codebookOf(desk), agents: await archive.agents.all() };
}

/** The key of a period's figures: all that they depend on beside the records. */
function keyOf({ period, selected, weeks, returns }: AskedPeriod, asked: AskedFigures): string {
  const { time, metrics, groupings, agent, serviceLevel, reading, isTested } = asked;
  return JSON.stringify([
    [period.from, period.to, period.start, selected.end, period.zone.id],
    weeks?.map(({ start, end }) => [start, end]),
    [selected.isWhole, returns?.until, returns?.messages !== undefined],
    [agent?.agentId, [...(time.weekdays ?? [])], time.hours, serviceLevel, reading, isTested],
    metrics.map(({ name }) => name),
    groupings.map(({ name }) => name),
  ]);
}

/** The transcripts of a period; undefined where none are wanted, or where the sample of what is known would not be one. */
async function drawnFor(
  { period, selected }: AskedPeriod,
  asked: AskedFigures,
  desk: Desk,
  question: AskedQuestion,
): Promise<DrawnTranscripts | undefined> {
  const wanted = asked.metrics.filter(({ basis }) => basis === 'transcripts');
  if (wanted.length === 0 || !selected.isWhole) return undefined;
  const population = await populationOf(period, selected.days, { ...asked, metrics: wanted }, desk, question.signal);
  return drawTranscripts(population, asked.reading, asked.namesTranscripts, desk, question);
}

/** The chats of a period of whose transcripts its figures are made, or a sample of them. */
export async function populationOf(
  period: Period,
  days: SelectedChats['days'],
  asked: UntestedFigures,
  desk: Desk,
  signal: AbortSignal,
): Promise<Float64Array> {
  const book = assumedBook(await codebookOf(desk));
  const context = await contextOf(period, { ...asked, isTested: false }, new Map(), book, desk);
  const tally = new Tally(asked.metrics, [], context);
  await addAll(tally, period, days, asked, signal);
  return tally.population();
}

async function measuredOf(
  { period, selected, weeks, returns: known }: AskedPeriod,
  asked: AskedFigures,
  drawn: DrawnTranscripts | undefined,
  countries: TallyContext['countries'],
  book: Codebook,
  desk: Desk,
  question: AskedQuestion,
): Promise<Measured> {
  const returns = known && (await returnsIn(known, book, desk, question));
  const { tally, areNamed } = await startTally(period, asked, book, desk, { countries, returns, weeks });
  const named = await addAll(tally, period, selected.days, asked, question.signal);
  // Also those whom only chats name: the list may not be read yet, and forgets who has left.
  const agents = agentNamesOf((await desk.archive.observedCodes()).agentNames);
  const { conversations, untold, looked } =
    drawn === undefined ? { untold: 0, looked: 0 } : await conversationsIn(drawn, { agents, book }, desk);
  if (conversations !== undefined) tally.tell(conversations);
  await inSlices(tally.settle(), question.signal);
  const { awaited, awaitedFor, planned, missing } = drawn ?? NONE_DRAWN;
  return {
    tally,
    named,
    untold,
    looked,
    awaited,
    awaitedFor,
    planned,
    missing,
    areMissedNamed: areNamed,
    records: tally.chats + countries.size,
  };
}

const NONE_DRAWN = { awaited: 0, awaitedFor: seconds(0), planned: 0, missing: 0 } as const;

/** Begins to count figures of a period, and says whether missed chats of it name their agents, where that matters. */
export async function startTally(
  period: Period,
  asked: UntestedFigures & Partial<Pick<AskedFigures, 'isTested'>>,
  book: Codebook,
  desk: Desk,
  { countries = new Map(), returns, weeks }: Partial<Pick<TallyContext, 'countries' | 'returns' | 'weeks'>> = {},
): Promise<{ readonly tally: Tally; readonly areNamed: boolean }> {
  const isOfAgents = asked.agent !== undefined || asked.groupings.some(({ needs }) => needs === 'agents');
  const isMissedAsked = asked.metrics.some((metric) => metric.basis === 'rows' && metric.needsMissed === true);
  const areNamed = !isOfAgents || !isMissedAsked || (await areMissedNamed(period, book, desk));
  const context = await contextOf(period, asked, countries, book, desk);
  const tally = new Tally(asked.metrics, asked.groupings, { ...context, areMissedNamed: areNamed, returns, weeks });
  return { tally, areNamed };
}

/** Adds all chats of a period to a tally, and answers whom they name. */
async function addAll(
  tally: Tally,
  { zone }: Period,
  days: SelectedChats['days'],
  { time }: Pick<AskedFigures, 'time'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<AgentId, NamedAgent>> {
  const named = new Map<AgentId, NamedAgent>();
  for await (const day of days()) {
    if (slices.isOver()) await slices.next(signal);
    tally.add(chatsWithin(time, day, zone));
    for (const agent of day.columns.named) named.set(agent.agentId, agent);
  }
  return named;
}

async function contextOf(
  period: Period,
  { agent, time, serviceLevel, isTested = false }: UntestedFigures & Partial<Pick<AskedFigures, 'isTested'>>,
  countries: TallyContext['countries'],
  book: Codebook,
  { archive, clock }: Desk,
): Promise<TallyContext> {
  const agents = await archive.agents.all();
  return {
    period,
    zone: period.zone,
    time,
    book,
    now: clock(),
    limits: new Map(
      agents.flatMap(({ agentId, concurrentChatLimit }) =>
        concurrentChatLimit === undefined ? [] : [[agentId, concurrentChatLimit] as const],
      ),
    ),
    serviceLevel,
    countries,
    agentId: agent?.agentId,
    isCut: time.hours !== undefined || time.weekdays !== undefined || period.hour !== undefined,
    isWeek: lengthInDays(period) >= REPEAT_CONTACT_DAYS,
    areMissedNamed: true,
    isTested,
  };
}
