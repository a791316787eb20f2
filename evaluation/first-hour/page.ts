import { VERSION } from '../../src/model/version.ts';
import { VERDICTS } from './answer.ts';
import type { Asked, firstHour } from './asking.ts';
import { REQUESTS_PER_MINUTE, type DrawnDesk } from './drawn-desk.ts';

/** What came of one desk. */
export interface Hour extends Awaited<ReturnType<typeof firstHour>> {
  readonly desk: DrawnDesk;
  readonly setupSeconds: number;
}

/** The page of results, in Markdown. */
export function pageOf(hours: readonly Hour[]): string {
  const all = hours.flatMap(({ asked }) => asked);
  const first = (verdict: Asked['first']) => all.filter((one) => one.first === verdict).length;
  const last = all.filter(({ last: verdict }) => verdict === 'right' || verdict === 'right, assumed').length;
  return [
    '# The first hour',
    '',
    `Version ${VERSION} on made-up desks only, ${REQUESTS_PER_MINUTE} requests a minute, ${date(Date.now())}. Each desk and what its service does where the`,
    'specification is open are drawn by a seed; nothing says what its codes mean. The package is installed from its tarball, `setup` is',
    'answered on a terminal, and the entry that it writes starts the server. Ten questions follow, 20 seconds apart. `npm run first-hour`',
    'writes this page; give it a seed to draw the same desk again.',
    '',
    `First answers: ${all.length}. ${VERDICTS.map((verdict) => `${first(verdict)} ${verdict}`).join('; ')}. Right in the end, asked again as they say: ${last}.`,
    '',
    ...hours.flatMap(deskLines),
  ].join('\n');
}

function deskLines({ desk, asked, setupSeconds, requests, seconds }: Hour): string[] {
  return [
    `## Desk ${desk.seed}`,
    '',
    `${desk.size}, ${desk.world.chats.length.toLocaleString('en-US')} chats; ${desk.unusual.join(', ')}. Setup took ${whole(setupSeconds)} s; all questions ${whole(seconds)} s and ${requests} requests.`,
    '',
    '| question | first answer | s | foretold | calls | whole after | last answer |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...asked.map(rowOf),
    '',
    ...asked.filter(({ last }) => !last.startsWith('right')).flatMap(quoted),
  ];
}

function rowOf({ question, first, last, firstSeconds, foretold, calls, seconds }: Asked): string {
  const cells = [
    question.asks,
    first,
    whole(firstSeconds),
    foretold === undefined ? '' : `${foretold} s`,
    String(calls),
    `${whole(seconds)} s`,
    last === first ? '' : last,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What an answer said that was not right in the end. */
function quoted({ question, text }: Asked): string[] {
  return [question.asks, '', ...text.split('\n').map((line) => `> ${line}`.trimEnd()), ''];
}

const whole = (value: number): string => value.toFixed(0);
const date = (at: number): string => new Date(at).toISOString().slice(0, 10);
