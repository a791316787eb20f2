import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../src/sandbox/world/world.ts';
import { NOW, openDesk } from '../desk.ts';

interface Row {
  name: string;
  path: string;
  status: number;
  /** Message of each entry of the error array; the entries' code is 400 or, for one that is missing, 404. */
  messages: string[];
  code?: number;
  challenge?: true;
}

const page = (value: string): string => `Invalid Page Number: ${value}. Please enter a valid Page Number.`;
const date = (value: string): string =>
  `Invalid Date Format: ${value}. Date must be of correct Date format: (yyyy-MM-dd)`;
const agentNumber = (value: string): string => `Invalid Agent Id: ${value}. Please enter a valid Agent Number.`;
const email = (value: string): string => `Invalid Agent Email Address: ${value}. Please provide a valid Email Address`;

const resources = [
  { name: 'Agent', path: '/api/agents' },
  { name: 'Chat', path: '/api/chats' },
  { name: 'Offline Message', path: '/api/offlinemessages' },
  { name: 'Visitor', path: '/api/visitors' },
];
const badPages = ['0', '-1', 'two', '1.5', '', ' 1', '0x1', '99999999999999999999'];
const badDates = ['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '01/02/2026', '2026-01-01T00:00:00Z', ''];
const badIds = ['-5', 'abc', '12.5', '1e3', '99999999999999999999', '1/2', '../1', '٣', '5;drop', ' 5', 'null', '<b>'];

// Section 7 of the specification, row by row. 401, 403 and 429 have tests of their own: access and rate limit.
const rows: Row[] = [
  ...resources.flatMap(({ path }) =>
    badPages.map((value) => ({
      name: `InvalidPageNumber ${path} "${value}"`,
      path: `${path}/?page_no=${encodeURIComponent(value)}`,
      status: 400,
      messages: [page(value)],
    })),
  ),
  ...['-1', 'x', '1.5', ''].map((value) => ({
    name: `Invalid agent id filter "${value}"`,
    path: `/api/chats/?agent_id=${value}`,
    status: 400,
    messages: [agentNumber(value)],
  })),
  ...['nobody', 'a@b', '@example.com', 'two words@example.com', ''].map((value) => ({
    name: `Invalid agent email filter "${value}"`,
    path: `/api/chats/?agent_email_id=${encodeURIComponent(value)}`,
    status: 400,
    messages: [email(value)],
  })),
  ...['date_from', 'date_to'].flatMap((parameter) =>
    badDates.map((value) => ({
      name: `Invalid date ${parameter} "${value}"`,
      path: `/api/chats/?${parameter}=${encodeURIComponent(value)}`,
      status: 400,
      messages: [date(value)],
    })),
  ),
  {
    name: 'several invalid parameters: 404 with an entry of code 400 for each',
    path: '/api/chats/?page_no=0&date_from=yesterday&date_to=2026-02-29&agent_id=-3&agent_email_id=nobody',
    status: 404,
    messages: [page('0'), date('yesterday'), date('2026-02-29'), agentNumber('-3'), email('nobody')],
  },
  ...resources.flatMap(({ name, path }) =>
    badIds.map((value) => ({
      name: `Invalid ${name} Id "${value}"`,
      path: `${path}/${encodeURIComponent(value)}`,
      status: 400,
      messages: [`Invalid ${name} Id: ${value}. Please enter a Valid ${name} Id.`],
      challenge: true as const,
    })),
  ),
  ...resources.flatMap(({ name, path }) =>
    ['0', '999999999'].map((value) => ({
      name: `${name}NotFound ${value}`,
      path: `${path}/${value}`,
      status: 404,
      messages: [`No Record found for ${name} Id = ${value}. Please enter a another ${name} Id.`],
      code: 404,
    })),
  ),
];

const world: World = createWorld({ seed: 7, size: 'small', now: NOW });

test.each(rows)('$name', async ({ path, status, messages, code = 400, challenge }) => {
  const { get } = await openDesk({ world });
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({ error: messages.map((message) => ({ code, message })) });
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(answer.headers.get('WWW-Authenticate')).toBe(challenge ? 'Basic realm="Chat Operations API"' : null);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('%s is not allowed', async (method) => {
  const { send } = await openDesk({ world });
  for (const path of ['/api/chats', '/api/chats/', '/api/agents/1']) {
    const answer = await send(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET');
  }
});

test.each(['/', '/api', '/api/nothing', '/api/chats/1/messages', '/api//chats'])('%s does not exist', async (path) => {
  const { get } = await openDesk({ world });
  expect(await get(path)).toMatchObject({ status: 404, json: { error: [{ code: 404 }] } });
});
