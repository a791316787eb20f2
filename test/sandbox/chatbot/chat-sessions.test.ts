import { expect, test } from 'vitest';
import {
  createChatSessions,
  MAXIMUM_SESSIONS,
  MAXIMUM_SUBSCRIBERS,
} from '../../../src/sandbox/chatbot/chat-sessions.ts';
import { first, smallWorld } from '../desk.ts';
import { ASKING, EVERY_NODE } from '../flow/flows.ts';

function open() {
  const world = smallWorld();
  const bot = first(world.bots);
  bot.flow = EVERY_NODE;
  const sessions = createChatSessions(world, 5);
  return { bot, sessions, begin: () => sessions.begin(bot.botId).session_id };
}

test('ids cannot be guessed, and are never the same', () => {
  const { begin } = open();
  const ids = Array.from({ length: 200 }, begin);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^session-[0-9a-f]{32}$/);
});

const end = { name: 'end', attribute: 'x', node: 'bye' };
const unheard = { changed: () => {}, closed: () => {} };

/** Begins sessions until there is no room, and what becomes of some of them with each one more. */
function crowded() {
  const { bot, sessions, begin } = open();
  const ids = Array.from({ length: MAXIMUM_SESSIONS - 1 }, begin);
  const all = [first(bot.sessions), ...ids];
  /** The place, in the order of beginning, of the one that went for one more. */
  const goneForOneMore = (): number[] => {
    const known = all.map((id) => sessions.view(id) !== undefined);
    begin();
    return all.flatMap((id, index) => (known[index] === true && sessions.view(id) === undefined ? [index] : []));
  };
  return { bot, sessions, all, goneForOneMore };
}

test('of too many, those that ended go first, then those in which nothing has happened for longest', () => {
  const { bot, sessions, all, goneForOneMore } = crowded();
  sessions.deliver(bot, end, all[500] ?? '', {});
  expect(sessions.view(all[500] ?? '')?.now).toEqual({ kind: 'ended' });
  for (const index of [0, 2]) sessions.deliver(bot, { ...end, node: 'wait' }, all[index] ?? '', {});
  sessions.scriptOutcome(all[3] ?? '', 0, { outcome: 'ran' });
  // Neither looking on nor what is not taken is an event.
  sessions.view(all[1] ?? '');
  sessions.answer(all[4] ?? '', 7, 'x');
  expect([goneForOneMore(), goneForOneMore(), goneForOneMore(), goneForOneMore()]).toEqual([[500], [1], [4], [5]]);
});

test('however many somebody begins, a session that is followed stays', () => {
  const { bot, sessions, begin } = open();
  const [id, standing] = [begin(), first(bot.sessions)];
  const stop = sessions.subscribe(id, unheard);
  for (let count = 0; count < 2 * MAXIMUM_SESSIONS; count += 1) begin();
  expect([id, standing].map((one) => sessions.view(one) !== undefined)).toEqual([true, false]);
  stop?.();
  for (let count = 0; count < MAXIMUM_SESSIONS; count += 1) begin();
  expect(sessions.view(id)).toBeUndefined();
});

test('followed by everybody, the one in which nothing has happened for longest goes', () => {
  const { sessions, all, goneForOneMore } = crowded();
  for (const id of all) sessions.subscribe(id, unheard);
  sessions.scriptOutcome(all[1] ?? '', 0, { outcome: 'ran' });
  // The one that begins is followed by nobody.
  expect([goneForOneMore(), goneForOneMore()]).toEqual([[0], []]);
});

test('whoever was told of a forgotten session is told that, and never again', () => {
  const { bot, sessions, begin } = open();
  const told: string[] = [];
  const id = begin();
  const stop = sessions.subscribe(id, {
    changed: ({ now }) => told.push(now.kind),
    closed: () => told.push('closed'),
  });
  sessions.deliver(bot, end, id, {});
  for (let count = 0; count < MAXIMUM_SESSIONS; count += 1) begin();
  expect(told).toEqual(['ended', 'closed']);
  stop?.();
  expect(sessions.subscribe('gone', unheard)).toBeUndefined();
});

test('of too many who follow a session, the first one is told that it is over', () => {
  const { bot, sessions, begin } = open();
  const id = begin();
  const told: string[] = [];
  const stops = Array.from({ length: MAXIMUM_SUBSCRIBERS + 1 }, (_, index) =>
    sessions.subscribe(id, { changed: () => told.push(`${index}`), closed: () => told.push(`${index} closed`) }),
  );
  expect(told).toEqual(['0 closed']);
  sessions.deliver(bot, end, id, {});
  expect(told).toEqual(['0 closed', ...Array.from({ length: MAXIMUM_SUBSCRIBERS }, (_, index) => `${index + 1}`)]);
  for (const stop of stops) stop?.();
  expect(sessions.subscribers(id)).toBe(0);
});

test('only the bot of a session hands data to it', () => {
  const { bot, sessions, begin } = open();
  const id = begin();
  const endpoint = first(bot.endpoints);
  expect(sessions.deliver({ ...bot, botId: 'other' }, endpoint, id, {})).toBe('no_such_session');
  expect(sessions.variables(id)).toEqual({});
});

test('a bot that waits for nothing begins where its flow begins', () => {
  const world = smallWorld();
  const bot = first(world.bots);
  bot.flow = ASKING;
  expect(createChatSessions(world, 5).view(first(bot.sessions))?.now).toEqual({ kind: 'question', choices: [] });
});

test('there is no session with a bot that does not exist', () => {
  expect(() => open().sessions.begin('other')).toThrow('There is no bot other');
});
