import { METRICS } from '../../figures/metrics/catalogue.ts';
import { parseLocalDate, zoneOf } from '../../model/calendar/zone.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { epochMillis } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { headingDaysText, momentText } from '../../model/words/time.ts';
import { changesSection } from './changes-section.ts';
import { agentsSection, daysSection, figuresSection } from './figures-sections.ts';
import type { Gathered, Part, Performance } from './gathered.ts';
import { headline } from './headline.ts';
import { hoursSection } from './hours-section.ts';
import type { Document, Section } from './section.ts';
import { topicsSection } from './topics-section.ts';
import { waitingSection } from './waiting-section.ts';
import { NotAnswered } from './whole-answers.ts';

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

interface Covered {
  readonly complete: boolean;
  readonly basis: string;
}

/** The parts that are not complete, and why, as far as that is known. */
export function missingOf({ performance, byAgent, byDay, byHour, changes, topics, waiting }: Gathered): string[] {
  const { coverage, comparison, offline } = performance.data;
  const awaited = topics === undefined || topics instanceof NotAnswered ? 0 : (topics.data.awaited?.transcripts ?? 0);
  const refused = changes.filter(([, change]) => change instanceof NotAnswered);
  const older = changes.flatMap(([, change]) =>
    change instanceof NotAnswered ? [] : (change.data.older_coverage ?? []),
  );
  const parts: readonly (readonly [what: string, coverage: Covered | undefined])[] = [
    ['the chats of the period', coverage],
    ['the chats of the compared period', comparison?.coverage],
    ['the replies to offline messages', offline?.coverage],
    ['the chats by agent', coverageOf(byAgent)],
    ['the chats by day', coverageOf(byDay)],
    ['the chats by hour', coverageOf(byHour)],
    ['the chats in which topics are looked for', topics && coverageOf(topics)],
    ['the offline messages', coverageOf(waiting)],
    ['the six weeks before, which say what is usual', older.find(({ complete }) => !complete)],
  ];
  return [
    ...parts.flatMap(([what, covered]) =>
      covered === undefined || covered.complete ? [] : [`${what} (${covered.basis})`],
    ),
    ...(awaited === 0 ? [] : [`${counted(awaited, 'transcript')} in which topics are looked for`]),
    ...(refused.length === 0 ? [] : [`why these changed: ${refused.map(([{ label }]) => label).join(', ')}`]),
  ];
}

function coverageOf(part: Part<{ readonly coverage: Covered }>): Covered {
  return part instanceof NotAnswered ? { complete: false, basis: 'not answered' } : part.data.coverage;
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
