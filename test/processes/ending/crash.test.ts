import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { refuseSecretsBelow } from '../../support/canaries/canary-scan.ts';
import { startDesk } from '../../support/desk.ts';
import { startSessionProcess } from '../../support/session.ts';

// A crash that nobody foresaw tells no secret: not in what is printed, nor in a report that was asked for.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const { email, password } = desk.sandbox.world.account.superAdmin;

const CRASHES = [
  ['an exception that nobody catches', "throw new Error('out of luck')"],
  ['a rejection that nobody handles', "void Promise.reject(new Error('out of luck'))"],
  ['an abort', 'process.abort()'],
] as const;

test.each(CRASHES)('K2: %s shows no secret', async (_what, crash) => {
  const folder = join(desk.folder, `crash-${CRASHES.findIndex(([, one]) => one === crash)}`);
  await mkdir(folder);
  const preload = join(desk.folder, `${Buffer.from(crash).toString('hex').slice(0, 16)}.mjs`);
  await writeFile(preload, `process.on('SIGUSR2', () => { ${crash}; });`);
  const session = await startSessionProcess(['--archive', join(folder, 'desk.sqlite')], {
    ...desk.environment,
    CHAT_OPERATIONS_BASE_URL: desk.sandbox.url,
    CHAT_OPERATIONS_EMAIL: email,
    CHAT_OPERATIONS_PASSWORD: password,
    NODE_OPTIONS: `--import ${pathToFileURL(preload).href} --report-uncaught-exception --report-on-fatalerror --report-directory=${folder}`,
  });
  expect((await session.call('list_support_agents', {})).isError).toBe(false);
  session.program.kill('SIGUSR2');
  const { code, signal } = await session.program.ended;
  expect(code === 0 && signal === null).toBe(false);
  expect(session.program.err()).not.toBe('');
  if (crash !== 'process.abort()')
    expect(readdirSync(folder).some((name) => /^report\..*\.json$/.test(name))).toBe(true);
  // What it printed is looked through at the end of the run (test/support/canaries/canary-teardown.ts).
  refuseSecretsBelow(folder);
});
