import { expect, test } from 'vitest';
import { createSessions, MAXIMUM_SESSIONS } from '../../../src/sandbox/chatbot/sessions.ts';
import { first, smallWorld } from '../desk.ts';
import { ASKING, EVERY_NODE } from './flows.ts';

function open() {
  const world = smallWorld();
  const bot = first(world.bots);
  bot.flow = EVERY_NODE;
  const sessions = createSessions(world, 5);
  return { bot, sessions, begin: () => sessions.begin(bot.botId).session_id };
}

test('ids cannot be guessed, and are never the same', () => {
  const { begin } = open();
  const ids = Array.from({ length: 200 }, begin);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^session-[0-9a-f]{32}$/);
});

test('of too many, the oldest that ended goes first, then the oldest', () => {
  const { bot, sessions, begin } = open();
  const standing = first(bot.sessions);
  const ids = Array.from({ length: MAXIMUM_SESSIONS - 1 }, begin);
  const [oldest = '', ended = '', second = ''] = [ids[0], ids[500], ids[1]];
  sessions.deliver(bot, { name: 'end', attribute: 'x', node: 'bye' }, ended, {});
  expect(sessions.view(ended)?.now).toEqual({ kind: 'ended' });

  const known = () => [standing, oldest, second, ended].map((id) => sessions.view(id) !== undefined);
  expect(known()).toEqual([true, true, true, true]);
  begin();
  expect(known()).toEqual([true, true, true, false]);
  begin();
  expect(known()).toEqual([false, true, true, false]);
  begin();
  expect(known()).toEqual([false, false, true, false]);
});

test('whoever was told of a forgotten session is told that, and never again', () => {
  const { bot, sessions, begin } = open();
  const told: string[] = [];
  const stop = sessions.subscribe(first(bot.sessions), {
    changed: () => told.push('changed'),
    forgotten: () => told.push('forgotten'),
  });
  for (let count = 0; count < MAXIMUM_SESSIONS; count += 1) begin();
  expect(told).toEqual(['forgotten']);
  stop?.();
  expect(sessions.subscribe('gone', { changed: () => {}, forgotten: () => {} })).toBeUndefined();
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
  expect(createSessions(world, 5).view(first(bot.sessions))?.now).toEqual({ kind: 'question', choices: [] });
});

test('there is no session with a bot that does not exist', () => {
  expect(() => open().sessions.begin('other')).toThrow('There is no bot other');
});
