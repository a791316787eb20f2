import { waitText } from '../model/words/duration.ts';
import { isComplete, type Coverage } from '../model/coverage.ts';
import type { Period } from '../model/calendar/period.ts';
import type { Zone } from '../model/calendar/zone.ts';
import type { Agent } from '../model/records.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { epochMillis, type EpochMillis } from '../model/time/units.ts';
import { joined } from '../model/text/trusted-text.ts';
import { isAre, manyText } from '../model/words/count.ts';
import { groupedText } from '../model/words/number.ts';
import { clocksText, dayRangesText, momentText, yearOf } from '../model/words/time.ts';
import { deskLine } from '../privacy/cleaned-text.ts';
import { daysLoaded } from './coverage-data.ts';
import { SECONDS_BEHIND } from '../model/progress.ts';
import { adviceWords } from './words/advice-words.ts';

// The last line of an answer, in one grammar: `Data complete: WHAT, as of TIME.` only where all that the answer rests on
// is loaded; else `Data incomplete: HAVE of WANT, as of TIME; why; call again in about N s.`

/** What a line counts, with the noun for one of it. */
const SINGULAR = {
  agents: 'agent',
  chats: 'chat',
  'chats of this agent': 'chat of this agent',
  'chats of this visitor': 'chat of this visitor',
  'chats with transcripts': 'chat with transcript',
  messages: 'message',
  'offline messages': 'offline message',
  'other records of this visitor': 'other record of this visitor',
  replies: 'reply',
  'sampled transcripts': 'sampled transcript',
  transcripts: 'transcript',
  visitors: 'visitor',
} as const;

/** A part of what an answer rests on, and how much of it is loaded. */
export interface Covered {
  /** The records, in the plural. */
  readonly what: keyof typeof SINGULAR;
  readonly coverage: Coverage;
  /** How many are loaded, where that is known without a query. */
  readonly count?: number | undefined;
  /** How many there are, where some of them are known to be missing. */
  readonly of?: number | undefined;
  /** The days of chats; absent for a whole list. */
  readonly period?: Period | undefined;
  /** What is to be said of the rest, where the same call does not load it. */
  readonly rest?: string | undefined;
  /** Whether nothing is loaded of it behind the answer: waiting before the next call is in vain. */
  readonly isLoadedByCalls?: boolean;
  /** For data: the transcripts of these chats, and how many there are. */
  readonly transcripts?: { readonly have: number; readonly of: number };
}

/** What the caller can do next. */
export interface Asking {
  /** Whether the server ends with the answer: then nothing is loaded behind it. */
  readonly isLast: boolean;
  /** Whether what is loaded is forgotten after the answer, so that a further call starts over. */
  readonly isForgotten: boolean;
}

/** All that is covered of one kind: the chats of a period and those of the one that it is compared with are one part. */
interface Part {
  readonly what: Covered['what'];
  readonly all: readonly Covered[];
  /** The days of all of them as a text, to compare them with those of another part; empty for a list. */
  readonly days: string;
  readonly count: number | undefined;
}

/** What a further call does where what is loaded is forgotten after the answer. */
export const STARTS_OVER =
  'calling again starts over, because the archive is in memory and this server ends; a longer answer_within or an archive in a file helps';

/** The coverage of records that are all loaded; their age is not given. */
export const WHOLE: Coverage = { basis: 'proven', asked: 1, covered: 1, rejectedRecords: 0 };

/** The coverage of one record that was loaded. */
export function coverageOfRecord(asOf: EpochMillis): Coverage {
  return { ...WHOLE, asOf, changingAsOf: asOf };
}

/** The coverage of a part with missing records, and how long these take, if that is known. */
export function coverageOfPart(remaining?: Coverage['remaining']): Coverage {
  return { basis: 'partial', asked: 1, covered: 0, rejectedRecords: 0, ...omitUndefined({ remaining }) };
}

/** What the chats of all agents are called, or those of one. */
export function chatsWhat(agent: Agent | undefined): Covered['what'] {
  return agent === undefined ? 'chats' : 'chats of this agent';
}

/** The last line of an answer: what it rests on, how old that is, what is missing, and whether another call loads it. */
export function closingLine(covered: readonly Covered[], asking: Asking, zone: Zone, now: EpochMillis): string {
  const parts = [...Map.groupBy(covered, ({ what }) => what)].map(([what, all]) => partOf(what, all));
  const whole = parts.filter(isWhole);
  const missing = parts.filter((part) => !isWhole(part));
  const daysOf = daysOnce(yearOf(zone, now));
  const age = ageWords(covered, zone, now);
  if (missing.length === 0) return `Data complete: ${wholeWords(whole, daysOf)}${age}.`;
  const have = [
    ...missing.map((part) => `${loadedWords(part)}${daysOf(part)}`),
    ...(whole.length === 0 ? [] : [`complete: ${wholeWords(whole, daysOf)}`]),
  ];
  const clauses = [
    `${have.join('; ')}${age}`,
    ...new Set(missing.flatMap(whyWords)),
    ...onwardWords(
      missing.flatMap(({ all }) => all.filter(({ coverage }) => !isComplete(coverage))),
      asking,
    ),
  ];
  const line = `Data incomplete: ${clauses.join('; ')}`;
  return line.endsWith('.') ? line : `${line}.`;
}

function partOf(what: Part['what'], all: readonly Covered[]): Part {
  const days = periodsOf(all).map(({ from, to }) => `${from}/${to}`);
  return { what, all, days: days.join(), count: sumOf(all.map(({ count }) => count)) };
}

function periodsOf(covered: readonly Covered[]): Period[] {
  return covered.flatMap(({ period }) => period ?? []);
}

function isWhole({ all }: Part): boolean {
  return all.every(({ coverage }) => isComplete(coverage));
}

/** Parts that are whole: `30 agents and 1,648 chats, 17–24 Nov (UTC)`. Those of the same days share them. */
function wholeWords(parts: readonly Part[], daysOf: (part: Part) => string): string {
  let words = '';
  let before = '';
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const separator = index === 0 ? '' : next !== undefined ? ', ' : before === '' ? ' and ' : ', and ';
    before = next?.days === part.days ? '' : daysOf(part);
    words = `${words}${separator}${amountWords(part)}${assumedWords(part)}${before}`;
  }
  return words;
}

function amountWords({ what, count }: Part): string {
  return count === undefined ? `all ${what}` : countedWords(count, what);
}

function assumedWords({ all }: Part): string {
  return all.some(({ coverage }) => coverage.basis === 'assumed') ? ' (end of list assumed)' : '';
}

/** How much is loaded of a part that is not whole. */
function loadedWords(part: Part): string {
  const { what, all, count } = part;
  const of = sumOf(all.map(({ of }) => of));
  if (count !== undefined && of !== undefined && count < of) {
    return `${groupedText(count)} of ${countedWords(of, what)} loaded`;
  }
  if (all.every(({ coverage }) => coverage.covered >= coverage.asked)) return amountWords(part);
  const isCounted = count !== undefined && count > 0;
  const [share, state] = shareOf(part);
  if (share !== undefined) {
    return isCounted ? `${share} ${state}, ${countedWords(count, what)} so far` : `${share} of ${what} ${state}`;
  }
  if (isCounted) return `${countedWords(count, what)} loaded so far`;
  if (count !== 0) return `${what} not fully loaded`;
  const comes = all.some(({ coverage }) => coverage.basis === 'partial');
  return comes ? `no ${what} loaded yet` : `no ${what} loaded`;
}

/** The share of a part that is loaded: in days of chats, and in pages of a list that is being loaded. */
function shareOf({ all }: Part): readonly [share: string | undefined, state: string] {
  const dated = all.flatMap(({ coverage, period }) => (period === undefined ? [] : [daysLoaded(coverage, period)]));
  if (dated.length > 0) {
    const asked = new Set(dated.flatMap(({ asked }) => asked)).size;
    const loaded = new Set(dated.flatMap(({ loaded }) => loaded)).size;
    return [`${groupedText(loaded)} of ${manyText(asked, 'day', 'days')}`, 'fully loaded'];
  }
  const { done = 0, requests = 0 } = all[0]?.coverage.remaining ?? {};
  const pages = done === 0 ? undefined : `${groupedText(done)} of about ${manyText(done + requests, 'page', 'pages')}`;
  return [pages, 'loaded'];
}

/** Says the days of a part, each of them once, with each zone once. */
function daysOnce(thisYear: string): (part: Part) => string {
  const said = new Set<string>();
  return ({ all, days }) => {
    const periods = periodsOf(all);
    const [zone] = periods.map(({ zone }) => zone.id);
    if (zone === undefined || said.has(days)) return '';
    const ranges = `, ${hoursWords(periods)}${dayRangesText(periods, thisYear)}`;
    const words = said.has(zone) ? ranges : `${ranges} (${zone})`;
    said.add(days).add(zone);
    return words;
  };
}

/** The hours of periods that are no whole days, before their days: `12:05–13:05 and 13:05–14:05, `. */
function hoursWords(periods: readonly Period[]): string {
  const hours = periods
    .filter(({ hour }) => hour !== undefined)
    .toSorted((one, other) => one.start - other.start)
    .map((period) => clocksText(period));
  return hours.length === 0 ? '' : `${joined([...new Set(hours)], ' and ')}, `;
}

/** When the oldest of it was loaded that can still change, with what the days do not say: the year and the zone. */
function ageWords(covered: readonly Covered[], zone: Zone, now: EpochMillis): string {
  const coverages = covered.map(({ coverage }) => coverage);
  const asOf = oldest(coverages.map(({ changingAsOf }) => changingAsOf)) ?? oldest(coverages.map(({ asOf }) => asOf));
  if (asOf === undefined) return '';
  const periods = periodsOf(covered);
  const days = [...periods.flatMap(({ from, to }) => [from, to]), zone.dateOf(asOf)];
  const isOfThisYear = periods.length > 0 && days.every((day) => day.startsWith(`${yearOf(zone, now)}-`));
  const isOfZone = periods.length > 0 && periods.every((period) => period.zone.id === zone.id);
  const moment = momentText(zone, asOf, isOfThisYear ? 'without year' : 'with year');
  return isOfZone ? `, as of ${moment}` : `, as of ${moment} (${zone.id})`;
}

/** Why a part is not whole, where its amount does not say it. */
function whyWords({ what, all }: Part): string[] {
  const rejected = all.reduce((sum, { coverage }) => sum + coverage.rejectedRecords, 0);
  const whys = all.flatMap(({ coverage }) => reasonWords(coverage, what));
  return rejected === 0
    ? whys
    : [...whys, `${manyText(rejected, 'record', 'records')} cannot be read and ${isAre(rejected)} missing`];
}

function reasonWords({ basis, asked, covered, opensIn, unkept, hasMoved = false }: Coverage, what: string): string[] {
  if (unkept !== undefined) return [];
  switch (basis) {
    case 'denied':
      return [`this login may not list ${what}`];
    case 'stale':
      return ['the service is not responding'];
    case 'capped':
      return [`the list of ${what} has more pages than are loaded`];
    case 'partial':
      if (opensIn !== undefined) return ['the request limit is reached'];
      if (hasMoved) return ['records moved while they were loaded, so some may be missing'];
      return covered < asked ? [] : ['later changes could not be loaded in time'];
    case 'proven':
    case 'assumed':
      return [];
  }
}

/** How the rest is loaded, if it can be; nothing where only unreadable records are missing. */
function onwardWords(missing: readonly Covered[], { isLast, isForgotten }: Asking): string[] {
  const coverages = missing.map(({ coverage }) => coverage);
  const unkept = coverages.find((coverage) => coverage.unkept !== undefined)?.unkept;
  if (unkept !== undefined) {
    return [`what is loaded cannot be stored: ${deskLine(unkept.message, 1500)} ${adviceWords(unkept)}`];
  }
  const rests = missing.flatMap(({ rest }) => rest ?? []);
  const open = missing.filter(({ coverage, rest }) => coverage.basis === 'partial' && rest === undefined);
  const call = open.length > 0 ? [callWords(open, isLast, isForgotten)] : [];
  const bases = new Set(coverages.map(({ basis }) => basis));
  const later = call.length === 0 && bases.has('stale') ? ['call again later'] : [];
  const isVain = call.length + later.length + rests.length === 0 && (bases.has('denied') || bases.has('capped'));
  return [...call, ...later, ...rests, ...(isVain ? ['calling again will not help'] : [])];
}

/** When the same call loads more, and how long the rest takes where nothing loads it meanwhile. */
function callWords(open: readonly Covered[], isLast: boolean, isForgotten: boolean): string {
  if (isForgotten) return STARTS_OVER;
  const opensIn = Math.max(...open.map(({ coverage }) => coverage.opensIn ?? 0));
  const rest = Math.max(...open.map(({ coverage }) => coverage.remaining?.seconds ?? 0));
  const isWaitVain = isLast || open.every(({ isLoadedByCalls }) => isLoadedByCalls === true);
  const wait = Math.max(opensIn, isWaitVain ? 0 : Math.min(rest, SECONDS_BEHIND));
  const call = wait === 0 ? 'call again' : `call again in about ${waitText(wait)}`;
  return rest > wait ? `${call}; the rest takes about ${waitText(rest)}` : call;
}

function oldest(moments: readonly (EpochMillis | undefined)[]): EpochMillis | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : epochMillis(Math.min(...known));
}

/** The sum of some counts; undefined where one of them is not known. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length < counts.length ? undefined : known.reduce((sum, count) => sum + count, 0);
}

function countedWords(count: number, what: Covered['what']): string {
  return manyText(count, SINGULAR[what], what);
}
