import { useEffect } from 'preact/hooks';
import type { Performance } from '../answers.ts';
import type { Arguments, Host } from '../host.ts';
import { Section } from '../parts/section.tsx';
import { useTool } from '../use-tool.ts';
import { daysWords } from '../words.ts';
import { FigureTable } from './figure-table.tsx';
import { AGENT_METRICS, capitalised, type OpenChats } from './figures.ts';
import { GroupTable } from './groups.tsx';
import { HeatMap } from './heat-map.tsx';
import { withoutComparison } from './place.ts';
import { Trend } from './trend.tsx';

// The parts of a desk, each with a question of its own.

const PERFORMANCE = 'get_support_performance';

export interface PartProps {
  readonly host: Host;
  /** The days, and what else is chosen. */
  readonly choice: Arguments;
  readonly open: OpenChats;
}

const daysOf = ({ period }: Performance): string => daysWords(period);

/** `onLoaded` is told whether all chats of the days are loaded. */
export function AllFigures({
  host,
  choice,
  open,
  onLoaded,
}: PartProps & { readonly onLoaded?: (isLoaded: boolean) => void }) {
  const told = useTool(host, PERFORMANCE, choice);
  const isLoaded = !told.isAsking && told.data?.coverage.complete === true;
  useEffect(() => onLoaded?.(isLoaded), [isLoaded]);
  return (
    <Section title="All figures" about={daysOf} told={told}>
      {(data) => <FigureTable data={data} open={open} isWhole />}
    </Section>
  );
}

/** Metrics over time, of which one is shown. */
export const TRENDS = {
  missed: 'Missed',
  chats: 'Chats',
  first_response: 'First response',
  wait: 'Wait',
  rating: 'Rating',
} as const;

export function OverTime({ host, choice, open, metric = 'missed' }: PartProps & { readonly metric?: string }) {
  const by = [stepOf(choice)];
  const told = useTool(host, PERFORMANCE, {
    ...choice,
    group_by: by,
    metrics: [metric],
    chart: 'light',
    transcripts: metric === 'first_response' ? 'sample' : 'loaded',
  });
  return (
    <Section title={`${capitalised(metric.replaceAll('_', ' '))} by ${by.join()}`} about={daysOf} told={told}>
      {(data) => <Trend data={data} svg={told.svg} by={by} open={open} />}
    </Section>
  );
}

const HOURLY = ['last_hour', 'today', 'yesterday'];
const WEEKLY = ['last_90_days', 'this_year'];

/** By what a period goes: an answer has no more than 400 groups. */
function stepOf({ period, from, to }: Arguments): 'hour' | 'day' | 'week' {
  if (typeof period === 'string') return HOURLY.includes(period) ? 'hour' : WEEKLY.includes(period) ? 'week' : 'day';
  return from !== undefined && from === to ? 'hour' : 'day';
}

export function HoursOfTheWeek({ host, choice, open }: PartProps) {
  const metric = 'missed';
  const told = useTool(host, PERFORMANCE, {
    ...withoutComparison(choice),
    group_by: ['weekday', 'hour'],
    metrics: [metric],
    transcripts: 'loaded',
  });
  return (
    <Section title="Missed by weekday and hour" about={daysOf} told={told}>
      {(data) => <HeatMap data={data} metric={metric} open={open} />}
    </Section>
  );
}

/** A large desk has many: the rest is shown when somebody wants it. */
const MOST_AGENTS = 15;

export function Agents({ host, choice, open }: PartProps) {
  const told = useTool(host, PERFORMANCE, {
    ...withoutComparison(choice),
    group_by: ['agent'],
    metrics: AGENT_METRICS,
    order_by: 'chats',
    transcripts: 'loaded',
  });
  return (
    <Section title="Agents" about={daysOf} told={told}>
      {(data) => <GroupTable data={data} by={['agent']} open={open} most={MOST_AGENTS} />}
    </Section>
  );
}
