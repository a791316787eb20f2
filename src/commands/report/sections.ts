import { METRICS } from '../../figures/metrics/catalogue.ts';
import { parseLocalDate, zoneOf } from '../../model/calendar/zone.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { epochMillis } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { headingDaysText, momentText } from '../../model/words/time.ts';
import { changesSection } from './changes-section.ts';
import { agentsSection, daysSection, figuresSection } from './figures-sections.ts';
import type { Gathered, Performance } from './gathered.ts';
import { headline } from './headline.ts';
import { hoursSection } from './hours-section.ts';
import type { Document, Section } from './section.ts';
import { topicsSection } from './topics-section.ts';
import { waitingSection } from './waiting-section.ts';
import { NotAnswered, type Loading, type Part } from './whole-answers.ts';

/** Words a report; a page has no more agents and messages than fit on two sheets of paper. */
export function documentOf(gathered: Gathered, isPage: boolean): Document {
  const { performance, byAgent, byDay, changes, topics } = gathered;
  const { period, comparison } = performance.data;
  const isOneDay = period.from === period.to;
  return {
    title: `Support, ${daysOf(period)}`,
    subtitle: `${period.timezone}${comparison === undefined ? '' : `, compared with ${daysOf(comparison.period)}`}`,
    missing: missingOf(gathered),
    sections: [
      headline(gathered),
      figuresSection(performance.data),
      daysSection(isOneDay ? 'By hour' : 'By day', byDay, performance.picture),
      ...(isOneDay ? [] : [hoursSection(gathered)]),
      changesSection(changes),
      agentsSection(byAgent, isPage),
      ...(topics === undefined ? [] : [topicsSection(topics)]),
      waitingSection(gathered, isPage),
      basisSection(gathered),
      definitionsSection(performance.data),
    ],
  };
}

/** The days of a period for people: `Mon 16 – Sun 22 Nov 2026`. */
function daysOf({ from, to }: Performance['period']): string {
  return headingDaysText({ from: parseLocalDate(CallerText.parse(from)), to: parseLocalDate(CallerText.parse(to)) });
}

/** The parts that are not complete, and why, as far as that is known. */
export function missingOf({ performance, byAgent, byDay, byHour, changes, topics, waiting }: Gathered): string[] {
  const parts: readonly (readonly [what: string, part: Part<Loading> | undefined])[] = [
    ['the chats of the period', performance],
    ['the chats by agent', byAgent],
    ['the chats by day', byDay],
    ['the chats by hour', byHour],
    ['the chats in which topics are looked for', topics],
    ['the offline messages', waiting],
    ...changes.flatMap(([, part]) => (part instanceof NotAnswered ? [] : [['the chats of the period', part] as const])),
  ];
  const refused = changes.flatMap(([{ label }, part]) => (part instanceof NotAnswered ? [label] : []));
  const missing = parts.flatMap(([what, part]) => (part === undefined ? [] : lackingIn(what, part)));
  const awaited = topics === undefined || topics instanceof NotAnswered ? undefined : topics.data.awaited;
  return [
    ...new Set(missing),
    ...(awaited === undefined ? [] : [`${counted(awaited.transcripts, 'transcript')} in which topics are looked for`]),
    ...(refused.length === 0 ? [] : [`why these changed: ${refused.join(', ')}`]),
  ];
}

/** What an answer lacks of itself, and of what else it rests on. */
function lackingIn(what: string, part: Part<Loading>): string[] {
  if (part instanceof NotAnswered) return [`${what} (not answered)`];
  const { coverage, comparison, offline, older_coverage: older } = part.data;
  const rests = [
    [what, coverage],
    ['the chats of the compared period', comparison?.coverage],
    ['the replies to offline messages', offline?.coverage],
    ['the six weeks before, which say what is usual', older],
  ] as const;
  return rests.flatMap(([name, covered]) => (covered?.complete === false ? [`${name} (${covered.basis})`] : []));
}

/** What the parts of a report rest on, a line each. */
function basisSection({ performance: { data }, waiting }: Gathered): Section {
  const parts: readonly (readonly [what: string, coverage: Performance['coverage'] | undefined])[] = [
    ['Chats', data.coverage],
    ['Chats of the compared period', data.comparison?.coverage],
    ['Offline messages', waiting instanceof NotAnswered ? undefined : waiting.data.coverage],
  ];
  const lines = parts.flatMap(([what, coverage]) =>
    coverage === undefined ? [] : [[what, coverageWords(coverage, data.period.timezone)] as const],
  );
  return { heading: 'What it rests on', place: 'small', blocks: [{ kind: 'lines', lines }] };
}

function coverageWords(
  { complete, basis, as_of: asOf, rejected_records: rejected }: Performance['coverage'],
  timezone: string,
) {
  return [
    `${complete ? 'complete' : 'not complete'} (${basis})`,
    ...(asOf === undefined
      ? []
      : [`as of ${momentText(zoneOf(timezone), epochMillis(Date.parse(asOf)), 'with year')}`]),
    ...(rejected === 0 ? [] : [`${rejected} records could not be read`]),
  ].join(', ');
}

/** The definitions of the figures that are shown, by their labels. */
function definitionsSection({ figures }: Performance): Section {
  const definitionOf = new Map<string, string>(METRICS.map(({ name, definition }) => [name, definition]));
  const lines = figures.map(({ metric, label }) => [label, definitionOf.get(metric) ?? ''] as const);
  return { heading: 'What the figures mean', place: 'small', blocks: [{ kind: 'lines', lines }] };
}
