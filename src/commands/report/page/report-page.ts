import { createHash } from 'node:crypto';
import type { CoverageData, PerformanceData } from '../report-data.ts';
import { coverageLines } from '../report-words.ts';
import {
  chatsOf,
  definitions,
  figuresTable,
  groupsTable,
  legend,
  offlineWords,
  waitingTable,
  waitingWords,
} from '../report-tables.ts';
import { changesSection } from './changes-section.ts';
import { bold, Html, markup } from './html.ts';
import { hoursTable } from './hours.ts';
import { notWholePage, type PageData } from './page-data.ts';
import { pictureOf } from './picture.ts';
import { STYLE } from './style.ts';
import { tableHtml } from './table-html.ts';
import { topicsSection } from './topics-section.ts';
import { counted, countText } from '../../../model/words/count.ts';
import { daysText } from '../../../model/words/time.ts';

/** The agents that fit on two pages of paper with all the rest; those that have fewer chats are summed up. */
const MOST_AGENTS = 12;
/** Likewise. */
const MOST_WAITING = 8;

/**
 * Writes a report as one page: a file that needs no other, runs nothing and asks for nothing. Strangers' words are text in it.
 */
export function reportPage(data: PageData): string {
  const { performance } = data;
  const { from, to, timezone } = performance.period;
  const title = `Support from ${from} to ${to}`;
  const missing = notWholePage(data);
  const isOneDay = from === to;
  // Nothing but this style counts, and pictures that are in the file itself.
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <style>${new Html(STYLE)}</style>
    </head>
    <body>
      <header>
        <h1>${title}</h1>
        <p>
          ${timezone}${performance.comparison === undefined ? '' : ` · compared with ${daysText(performance.comparison.period)}`}
        </p>
        ${missing.length === 0 ? '' : markup`<p class="warning"><strong>Not whole:</strong> ${missing.join('; ')}.</p>`}
      </header>
      <main>
        ${figuresSection(data)} ${daysSection(data)} ${isOneDay ? '' : hoursSection(data)} ${agentsSection(data)}
        ${changesSection(data.changes)}
        <div class="beside">${topicsSection(data.topics)} ${waitingSection(data)}</div>
        <section class="small">
          <h2>What it rests on</h2>
          <ul>
            ${coverageLines(data).map((line) => markup`<li>${bold(line)}</li>`)}
          </ul>
        </section>
        <section class="small">
          <h2>What the figures mean</h2>
          <dl>
            ${definitions(performance).map(
              ([label, words]) =>
                markup`<div>
                  <dt>${label}</dt>
                  <dd>${words}</dd>
                </div>`,
            )}
          </dl>
        </section>
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}

function figuresSection({ performance }: PageData): Html {
  const table = figuresTable(performance);
  const notes = [...legend([table]), ...performance.notes, ...[performance.codes].flatMap((words) => words ?? [])];
  return markup`<section>
    <h2>Figures</h2>
    ${tableHtml(table, 'Figures of the period')} ${paragraphs(notes)}
  </section>`;
}

function daysSection({ performance, trend, byDay: { data, notes } }: PageData): Html {
  const { from, to } = performance.period;
  return section(from === to ? 'Chats by hour' : 'Chats over time', performance, data, notes, (days) => {
    const table = tableHtml(groupsTable('day', days), 'Figures by day');
    const left = paragraphs(days.next_cursor === undefined ? [] : ['There are more days than are shown.']);
    return markup`${pictureOf(trend)} ${paragraphs(notes)} ${folded('Figures by day', markup`${table} ${left}`, trend)}`;
  });
}

function hoursSection({ askedAt, performance, byHour: { data, notes, picture } }: PageData): Html {
  return section('Chats by weekday and hour', performance, data, notes, (hours) => {
    return markup`${pictureOf(picture)} ${folded('Chats by weekday and hour in numbers', hoursTable(hours, askedAt), picture)}`;
  });
}

function agentsSection({ performance, byAgent: { data, notes } }: PageData): Html {
  return section('Agents', performance, data, notes, (byAgent) => {
    const { groups, next_cursor: isMore } = byAgent;
    const named = groups.filter(({ key }) => key !== 'none');
    const rest = named.slice(MOST_AGENTS);
    const shown = [...named.slice(0, MOST_AGENTS), ...groups.filter(({ key }) => key === 'none')];
    const table = groupsTable('agent', { ...byAgent, groups: shown });
    const chats = rest.reduce((sum, group) => sum + chatsOf(group), 0);
    const agents = `${countText(rest.length, 'more agent')} with ${counted(chats, 'chat')}`;
    const others = isMore === undefined ? '' : ', and others with no more than any of these';
    const more = rest.length === 0 ? [] : [`And ${agents}${others}: see --format json.`];
    return markup`${tableHtml(table, 'Figures by agent')} ${paragraphs([...more, ...legend([table]), ...notes])}`;
  });
}

/** A section about groups of chats, or why there are none. */
function section<Data extends { readonly groups: readonly unknown[]; readonly coverage: CoverageData }>(
  heading: string,
  { overall }: PerformanceData,
  data: Data | undefined,
  notes: readonly string[],
  shown: (data: Data) => Html,
): Html {
  const isNone = data?.coverage.complete === true && overall['chats'] === 0;
  const why = isNone ? ['There was no chat.'] : ['No chat is read yet.', ...notes];
  const isShown = data !== undefined && !isNone && data.groups.length > 0;
  return markup`<section>
    <h2>${heading}</h2>
    ${isShown ? shown(data) : paragraphs(data === undefined ? notes : why)}
  </section>`;
}

/** Numbers that a picture shows, too: whoever cannot see it, or wants to be exact, opens them. */
function folded(summary: string, numbers: Html, picture: string | undefined): Html {
  const isOpen = picture === undefined ? markup` open` : '';
  return markup`<details${isOpen}><summary>${summary}</summary>${numbers}</details>`;
}

function waitingSection({ performance, waiting: { data, notes } }: PageData): Html {
  const words = [offlineWords(performance)].flatMap((some) => some ?? []);
  if (data === undefined || data.messages.length === 0) {
    const why = data === undefined ? notes : ['No message waits for a reply.'];
    return markup`<section>
      <h2>Offline messages</h2>
      ${paragraphs([...words, ...why])}
    </section>`;
  }
  const messages = data.messages.slice(0, MOST_WAITING);
  return markup`<section>
    <h2>Offline messages</h2>
    ${paragraphs([...words, waitingWords(messages.length, data.total)])}
    ${tableHtml(waitingTable({ messages }), 'Messages that wait for a reply', 'waiting')}
  </section>`;
}

/** Our own words, such as notes of answers. */
export function paragraphs(words: readonly string[]): Html {
  return markup`${words.map((some) => markup`<p>${bold(some)}</p>`)}`;
}
