import { expect, test } from 'vitest';
import { startSession } from '../support/session.ts';

test('H15: over stdio, too, calls beyond the rate are refused, and the list of tools is not counted', async () => {
  await using session = await startSession(['--sandbox', '--calls-per-minute', '1']);
  expect((await session.call('list_support_agents', {})).isError).toBe(false);
  const waiting = session.send('tools/call', { name: 'list_support_agents', arguments: {} });
  const refused = await session.call('list_support_agents', {});
  expect(refused.isError).toBe(true);
  expect(refused.text).toMatch(/Too many calls.*Call again in 60 s/s);
  expect(await session.response(session.send('tools/list'))).toMatchObject({ result: { tools: { length: 15 } } });
  expect(session.answered()).not.toContain(waiting);
  expect(await session.finish()).toEqual({ code: 0, signal: null });
});
