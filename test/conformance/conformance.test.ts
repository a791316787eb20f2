import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openAccount } from '../../src/commands/account.ts';
import { readSettings, theOnly } from '../../src/config/read.ts';
import { startHttpServer } from '../../src/http/http-server.ts';
import { systemClock } from '../../src/model/time/units.ts';
import { ANYBODY } from '../http/known-callers.ts';
import { EXPECTED_FAILURES } from './expected-failures.ts';
import { serverWithFixtures } from './fixture-server.ts';

// The conformance suite of the protocol, both revisions, against the transport that the program serves with. Every check that
// does not succeed is in the list of expected failures, with its reason; and everything in that list still fails.

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance');

const opened = await openAccount(
  theOnly(readSettings({ flags: { sandbox: true, readAheadDays: '0' }, environment: {} })),
  systemClock,
);
const server = await startHttpServer((_caller, method) => serverWithFixtures(opened.desk, method), {
  host: '127.0.0.1',
  port: 0,
  identities: ANYBODY,
  onDisturbance: () => undefined,
});
const folder = await mkdtemp(join(tmpdir(), 'chat-operations-conformance-'));
afterAll(async () => {
  await server.close();
  await opened.close();
  await rm(folder, { recursive: true });
});

const Checks = z.array(
  z.object({ id: z.string(), status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']) }),
);

/** Runs all scenarios of a revision, those that are not scored among them. Resolves with the checks, by scenario. */
async function checksOf(revision: string): Promise<ReadonlyMap<string, z.output<typeof Checks>>> {
  const results = join(folder, revision);
  const args = ['server', '--url', server.url, '--requirements', revision, '--output-dir', results];
  // It ends with a code where a check fails: the checks themselves tell more.
  await new Promise((resolve) => execFile(process.execPath, [join(SUITE, 'dist/index.js'), ...args], resolve));
  const runs = await Promise.all(
    (await readdir(results)).map(async (run) => {
      const [, scenario = run] = /^server-(.+)-\d{4}-\d{2}-\d{2}T/.exec(run) ?? [];
      return [scenario, Checks.parse(JSON.parse(await readFile(join(results, run, 'checks.json'), 'utf8')))] as const;
    }),
  );
  return new Map(runs);
}

const Requirements = z.object({ server: z.array(z.string()).nonempty() });

/** The scenarios that a server of this revision has to pass. */
async function scored(revision: string): Promise<readonly string[]> {
  const text = await readFile(join(SUITE, `requirements/${revision}.yaml`), 'utf8');
  return Requirements.parse(parse(text)).server;
}

test.concurrent.each(['2026-07-28', '2025-11-25'] as const)('conforms to %s', async (revision) => {
  const scenarios = await checksOf(revision);
  const expected = EXPECTED_FAILURES[revision];
  const failed = [...scenarios].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ id }) => (Object.hasOwn(expected, scenario) ? scenario : `${scenario}: ${id}`)),
  );
  expect([...new Set(failed)].toSorted()).toStrictEqual(Object.keys(expected).toSorted());
  for (const scenario of await scored(revision)) {
    const statuses = scenarios.get(scenario)?.map(({ status }) => status);
    expect(statuses, scenario).toContain('SUCCESS');
    expect(statuses, scenario).not.toContain('FAILURE');
  }
});
