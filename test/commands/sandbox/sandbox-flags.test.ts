import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readDialect, readFaults } from '../../../src/commands/sandbox/sandbox-flags.ts';
import { ChatOperationsError } from '../../../src/model/errors.ts';
import { DIMENSIONS, USUAL_DIALECT } from '../../../src/sandbox/dialects.ts';
import { type FaultName, FAULTS } from '../../../src/sandbox/faults/faults.ts';
import { runProgram, startProgram } from '../../support/program.ts';

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ChatOperationsError) return `${error.message} ${error.advice}`;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('--dialect', () => {
  test('may be given many times, and hold several', () => {
    expect(readDialect([])).toEqual(USUAL_DIALECT);
    expect(readDialect(['order=oldest', 'past_end=404,fields=numbers_as_text'])).toEqual({
      ...USUAL_DIALECT,
      order: 'oldest',
      past_end: '404',
      fields: 'numbers_as_text',
    });
    for (const { name, values } of DIMENSIONS) {
      for (const value of values) expect(readDialect([`${name}=${value}`])).toMatchObject({ [name]: value });
    }
  });

  test.each([
    ['ordr=oldest', 'There is no dialect "ordr"; did you mean order?'],
    ['order=oldst', 'The dialect order has no value "oldst"; did you mean oldest?'],
    ['order', 'The dialect order needs a value. Valid: newest, oldest, shuffled.'],
    ['order=', 'The dialect order needs a value. Valid: newest, oldest, shuffled.'],
    ['order=newest=oldest', 'The dialect order has no value "newest=oldest"; did you mean newest or oldest?'],
    ['order=oldest,order=newest', 'The dialect order is given twice.'],
    ['order=oldest,', 'There is no dialect ""'],
    ['page_size=7', 'There is no dialect "page_size"'],
  ])('%s is refused', (flag, words) => {
    expect(refusal(() => readDialect([flag]))).toContain(words);
  });
});

describe('--fault', () => {
  const firstFaults = (flags: string[], count: number): (FaultName | undefined)[] => {
    const plan = readFaults(flags, 1);
    return Array.from({ length: count }, (_, index) => plan({ method: 'GET', path: '/' }, index + 1));
  };

  test('by number: one request, or several', () => {
    expect(firstFaults([], 3)).toEqual([undefined, undefined, undefined]);
    expect(firstFaults(['429_nothing@3'], 4)).toEqual([undefined, undefined, '429_nothing', undefined]);
    expect(firstFaults(['reset@1,4,500@2', 'hang@6'], 6)).toEqual([
      'reset',
      '500',
      undefined,
      'reset',
      undefined,
      'hang',
    ]);
  });

  test('by share, and numbers go first', () => {
    expect(firstFaults(['500=1', 'reset@2'], 3)).toEqual(['500', 'reset', '500']);
    expect(firstFaults(['500=0'], 100)).toEqual(Array.from({ length: 100 }));
    const drawn = firstFaults(['500=0.25,half=.5'], 10_000);
    expect(drawn.filter((fault) => fault === '500').length / 10_000).toBeCloseTo(0.25, 1);
    expect(drawn.filter((fault) => fault === 'half').length / 10_000).toBeCloseTo(0.5, 1);
    expect(
      firstFaults(
        Array.from(Object.keys(FAULTS).slice(0, 10), (name) => `${name}=0.1`),
        1,
      ),
    ).toHaveLength(1);
  });

  test.each([
    ['50=0.1', 'There is no fault "50"; did you mean 500, 503 or 502_html?'],
    ['429_nothin@3', 'did you mean 429_nothing?'],
    ['rset', 'There is no fault "rset"; did you mean reset?'],
    ['zzzzzzzz=1', 'Valid: '],
    ['toString=1', 'There is no fault "toString"'],
    ['500', 'The fault 500 needs a share of the requests from 0 to 1, or the numbers of some. For instance 500=0.05'],
    ['500=', 'needs a share'],
    ['500=1.5', 'needs a share'],
    ['500=-1', 'needs a share'],
    ['500=1e-1', 'needs a share'],
    ['500=.', 'needs a share'],
    ['500@', 'needs a share'],
    ['500@0', 'needs a share'],
    ['500@1.5', 'needs a share'],
    ['500=0.1,500=0.2', 'The fault 500 has two shares.'],
    ['500=0.6,reset=0.5', 'The shares of the faults are more than 1 together.'],
  ])('%s is refused', (flag, words) => {
    expect(refusal(() => readFaults([flag], 1))).toContain(words);
  });
});

test('list prints every name, and runs nothing', async () => {
  const dialects = await runProgram(['sandbox', '--dialect', 'list']);
  expect(dialects).toMatchObject({ code: 0, err: '' });
  for (const { name, values } of DIMENSIONS) {
    for (const word of [name, ...values]) expect(dialects.out).toContain(word);
  }
  const faults = await runProgram(['sandbox', '--fault', 'list']);
  expect(faults).toMatchObject({ code: 0, err: '' });
  for (const name of Object.keys(FAULTS)) expect(faults.out).toContain(name);
});

test('a wrong name ends the program with the closest right one', async () => {
  expect(await runProgram(['sandbox', '--port', '0', '--fault', 'hag=1'])).toMatchObject({
    code: 1,
    out: '',
    err: 'There is no fault "hag"; did you mean hang?\n',
  });
});

const Configuration = z.looseObject({
  base_url: z.url(),
  email: z.string(),
  password: z.string(),
  ca_file: z.string().optional(),
  codes: z.record(z.string(), z.record(z.string(), z.string())),
});

test('says what is on, spoils what it should, and writes the codes of its dialect', async () => {
  const dialect = ['--page-size', '7', '--dialect', 'codes=c,order=oldest', '--dialect', 'past_end=404'];
  await using sandbox = startProgram(['sandbox', '--port', '0', ...dialect, '--fault', '502_html@2']);
  await sandbox.said(/^Dialect +codes=c,order=oldest past_end=404$/m);
  await sandbox.said(/^Faults +502_html@2$/m);
  await sandbox.said(/Stop with Ctrl-C/);
  const { base_url, email, password, codes } = Configuration.parse(JSON.parse(sandbox.out()));
  expect(codes['is_missed']).toEqual({ '-1': 'served', '10': 'missed' });

  const headers = { Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` };
  const get = async (path: string): Promise<Response> => fetch(base_url.replace(/\/$/, '') + path, { headers });
  const rows = z.array(z.object({ is_missed: z.literal([-1, 10]) }));
  expect(rows.parse(await (await get('/api/chats/')).json())).toHaveLength(7);
  expect((await get('/api/chats/')).status).toBe(502);
  expect((await get('/api/chats/?page_no=999')).status).toBe(404);
});

test('--tls: refused without its certificate, and trusted with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const certificate = join(folder, 'sandbox.pem');
  await using sandbox = startProgram(['sandbox', '--port', '0', '--requests-per-minute', '1000', '--tls', certificate]);
  await sandbox.said(/^REST base address +https:/m);
  await sandbox.said(/Stop with Ctrl-C/);
  const { ca_file, ...configuration } = Configuration.parse(JSON.parse(sandbox.out()));
  expect(configuration.base_url).toMatch(/^https:/);
  expect(ca_file).toBe(certificate);

  // Without the bots: their token would have to be in the environment.
  const config = join(folder, 'sandbox.json');
  const { base_url, email, password } = configuration;
  await writeFile(config, JSON.stringify({ base_url, email, password }), { mode: 0o600 });
  const call = ['call', 'list_support_agents', '--config', config, '--archive', 'memory'];
  const refused = await runProgram(call);
  expect(refused.code).toBe(1);
  expect(refused.out + refused.err).toContain('certificate is not trusted');
  expect(await runProgram([...call, '--ca-file', certificate])).toMatchObject({ code: 0 });
});

test('--tls without a file leaves the certificate untrusted', async () => {
  await using sandbox = startProgram(['sandbox', '--port', '0', '--tls']);
  await sandbox.said(/^Certificate +signed by no authority, and not trusted/m);
  await sandbox.said(/Stop with Ctrl-C/);
  const { base_url, ca_file } = Configuration.parse(JSON.parse(sandbox.out()));
  expect(ca_file).toBeUndefined();
  await expect(fetch(base_url)).rejects.toThrow('fetch failed');
});
