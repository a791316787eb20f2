import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Answers, Performance } from '../answers.ts';
import { figureIn } from '../desk/figures.ts';
import type { Ways } from '../desk/levels.tsx';
import type { Arguments, Host } from '../host.ts';
import { later, Section } from '../parts/section.tsx';
import { Sign } from '../parts/table.tsx';
import { useTool, type Told } from '../use-tool.ts';
import { clockOf, dayWords, momentWords, weekdayOf } from '../words.ts';

const EVERY_SECONDS = 60;
const METRICS = ['chats', 'missed'];

/** The day so far, who is there, and what waits. It is asked again every minute, while somebody looks. */
export function Now({ host, own, ways }: { readonly host: Host; readonly own: Arguments; readonly ways: Ways }) {
  const ask = (args: Arguments) => ({ ...own, metrics: METRICS, ...args });
  const today = useTool(host, 'get_support_performance', ask({ period: 'today', compare_to: 'same_weekdays' }));
  const hour = useTool(host, 'get_support_performance', ask({ period: 'last_hour' }));
  const agents = useTool(host, 'list_support_agents', own);
  const messages = useTool(host, 'list_offline_messages', { ...own, order: 'oldest', limit: 1 });
  const all = [today, hour, agents, messages];
  const isAsking = all.some((one) => one.isAsking);
  useEffect(() => {
    if (isAsking) return undefined;
    return later(EVERY_SECONDS, () => {
      for (const { again } of all) again();
    });
  }, [isAsking]);
  return (
    <Section title="Now" about={asOfWords} told={today}>
      {(data) => (
        <>
          <dl class="strip">
            <Figure
              term="Chats today"
              data={data}
              metric="chats"
              open={() => ways.chats('Chats of today', { ...own, period: 'today' })}
            />
            <Figure
              term="Missed today"
              data={data}
              metric="missed"
              open={() => ways.chats('Missed today', { ...own, period: 'today', missed: true })}
            />
            {hour.data !== undefined && (
              <Figure
                term="Last hour"
                data={hour.data}
                metric="chats"
                open={() => ways.chats('Chats of the last hour', { ...own, period: 'last_hour' })}
              >
                missed {figureIn(hour.data.figures, 'missed')?.short ?? 'not known'}
              </Figure>
            )}
            <Waiting told={messages} />
          </dl>
          <Online told={agents} />
        </>
      )}
    </Section>
  );
}

const asOfWords = ({ coverage: { as_of: asOf }, period }: Performance): string =>
  asOf === undefined ? dayWords(period.from) : `${momentWords(asOf)} (${period.timezone}). Refreshed every minute.`;

/** What a figure was on the same weekdays, up to the same minute. */
const beforeWords = (
  { period, mean_of: mean, cut_at: cut }: NonNullable<Performance['comparison']>,
  short: string,
): string =>
  `mean of ${mean ?? 1} ${weekdayOf(period.to)}s${cut === undefined ? '' : ` until ${clockOf(cut)}`}: ${short}`;

function Figure({
  term,
  data,
  metric,
  open,
  children,
}: {
  readonly term: string;
  readonly data: Performance;
  readonly metric: string;
  readonly open: () => void;
  readonly children?: ComponentChildren;
}) {
  const { short, shortBefore, main, target } = figureIn(data.figures, metric) ?? {};
  return (
    <div data-figure={term}>
      <dt>{term}</dt>
      <dd>
        <button type="button" class="link" onClick={open}>
          <data value={main?.value}>{short ?? 'not known'}</data>
        </button>
        {target?.met !== undefined && <Sign met={target.met} />}
      </dd>
      <dd class="quiet">
        {children}
        {shortBefore !== undefined && data.comparison !== undefined && beforeWords(data.comparison, shortBefore)}
      </dd>
    </div>
  );
}

function Waiting({ told: { data } }: { readonly told: Told<Answers['list_offline_messages']> }) {
  if (data === undefined) return null;
  const [oldest] = data.messages;
  return (
    <div data-figure="Messages waiting">
      <dt>Messages waiting</dt>
      <dd>
        <data value={data.total}>{data.total.toLocaleString('en')}</data>
      </dd>
      <dd class="quiet">
        {oldest === undefined
          ? 'none without a reply'
          : `without a reply, the oldest of ${momentWords(oldest.received_at)}`}
      </dd>
    </div>
  );
}

/** The agents who are online first, with their open chats beside the most that they may have. */
function Online({ told: { data, failure } }: { readonly told: Told<Answers['list_support_agents']> }) {
  if (data === undefined) return failure === undefined ? null : <p class="quiet">{failure.words}</p>;
  const isOnline = ({ status = '' }: { readonly status?: string }): boolean => status.toLowerCase() === 'online';
  const online = data.agents.filter(isOnline);
  const asOf = data.coverage.as_of;
  return (
    <>
      <p>
        <strong>
          {online.length} of {data.agents.length} agents online
        </strong>
        {asOf !== undefined && <span class="quiet"> as of {clockOf(asOf)}</span>}
      </p>
      <ul class="online">
        {online.map(({ agent_id: id, name, open_chats: open, concurrent_chat_limit: limit }) => (
          <li key={id}>
            <bdi>{name ?? `agent ${id}`}</bdi>{' '}
            {open !== undefined && (
              <span class="quiet">
                {open}
                {limit !== undefined && ` of ${limit}`} open
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
