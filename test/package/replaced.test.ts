import { cp, glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN } from '../support/program.ts';
import { startSessionProcess } from '../support/session.ts';

test('a server whose files were replaced since its start says so, and tells no path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-replaced-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const root = dirname(dirname(MAIN));
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  const program = join(folder, 'bin', 'chat-operations-mcp.mjs');
  await using session = await startSessionProcess(['--sandbox'], {}, [process.execPath, program]);
  for await (const file of glob('dist/*.js', { cwd: folder })) await rm(join(folder, file));

  const words = 'its files were replaced or removed since it was started';
  const { isError, text } = await session.call('list_chats', {});
  expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
  const asked = [
    session.send('resources/list'),
    session.send('resources/read', { uri: 'chat://status' }),
    session.send('prompts/get', { name: 'review_support_performance', arguments: {} }),
  ];
  for (const id of asked) {
    const response = JSON.stringify(await session.response(id));
    expect(response).toContain(words);
    expect(response).not.toContain(folder);
  }
  expect(text).not.toContain(folder);
});
