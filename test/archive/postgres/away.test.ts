import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { translateServerErrors } from '../../../src/archive/postgres/failures.ts';
import { ArchiveUnavailable, ArchiveUnusable } from '../../../src/model/errors.ts';
import { headersOf, PING } from '../../http/by-hand.ts';
import { openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { clientSchemas } from '../../support/client-schemas.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { createDatabase, dropDatabase, order } from '../../support/archive/databases.ts';
import { startDesk } from '../../support/desk.ts';
import { containing } from '../../support/matchers.ts';
import { openWay } from '../../support/archive/way-to-server.ts';
import { runProgram, startProgram } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { startSession } from '../../support/session.ts';

// A server that is away when a question comes, or when ours begins: each question says so, and that asking again helps;
// once it is back the next one is answered, by the same process.

const server = inject('postgres')?.server ?? '';
const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const { agents } = desk.sandbox.world;

const AWAY = 'The archive cannot be used: its server cannot be reached.';
const AGAIN = 'Call again in 10 s';

describe('what the server says', () => {
  const failing = (code: string, message = 'no'): Promise<never> =>
    translateServerErrors(() => Promise.reject(Object.assign(new Error(message), { code })));

  test.each([
    ['57P01', 'it is told to stop', 'starting or stopping'],
    ['57P02', 'another connection crashed', 'starting or stopping'],
    ['57P03', 'it starts, or is stopping', 'starting or stopping'],
    ['53300', 'it has no connection left', 'no connection left'],
    ['53200', 'it has no memory left', 'no memory left'],
    ['25006', 'it is a standby, or becomes one', 'may only be read'],
    ['25P03', 'the machine was asleep in the middle of a transaction', 'cannot be reached'],
    ['08006', 'the connection failed', 'cannot be reached'],
    ['ECONNREFUSED', 'nobody listens', 'cannot be reached'],
    ['ECONNRESET', 'the connection was cut', 'cannot be reached'],
  ])('%s (%s) passes: asking again helps, and when is told', async (code, _what, words) => {
    const failure = failing(code);
    await expect(failure).rejects.toBeInstanceOf(ArchiveUnavailable);
    await expect(failure).rejects.toThrow(words);
    await expect(failure).rejects.toMatchObject({ retry: { after: 10 } });
  });

  // The tests' server asks for passwords in clear text, where none is a wrong one.
  test('a server that asks for a password where none is set', async () => {
    const failure = translateServerErrors(() =>
      Promise.reject(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')),
    );
    await expect(failure).rejects.toThrow('asks for a password; set PGPASSWORD');
  });

  test.each([
    ['28P01', 'a wrong password'],
    ['3D000', 'no such database'],
    ['57P04', 'a database that was dropped'],
    ['42501', 'a user without the right'],
    ['XX001', 'damage'],
  ])('%s (%s) does not pass by itself', async (code) => {
    const failure = failing(code);
    await expect(failure).rejects.toBeInstanceOf(ArchiveUnusable);
    await expect(failure).rejects.not.toBeInstanceOf(ArchiveUnavailable);
    await expect(failure).rejects.toMatchObject({ retry: 'no' });
  });
});

describe('a server that is away', () => {
  test('is said to be worth another question, which is answered once it is back', async () => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    await using service = startService(smallWorld());
    await using open = await openServer(service, { archive });
    await open.ask('list_support_agents');
    stop();
    const { isError, text } = await open.ask('list_support_agents');
    expect(isError).toBe(true);
    expect(text).toContain(AWAY);
    expect(text).toContain(AGAIN);
    expect(text).toContain('Nothing stored is lost');
    restore();
    expect((await open.ask('list_support_agents')).data.total).toBe(service.world.agents.length);
  });

  test('is as good as any other when ours begins: its tools are there, in this process', async () => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    await using service = startService(smallWorld());
    stop();
    await using open = await openServer(service, { archive });
    expect((await open.client.listTools()).tools.length).toBeGreaterThan(10);
    expect((await open.client.listPrompts()).prompts.length).toBeGreaterThan(3);
    const { resources } = await open.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('chat://status');
    for (const tool of ['list_support_agents', 'get_service_status'] as const) {
      const { isError, text } = await open.ask(tool);
      expect([isError, text]).toEqual([true, containing(AWAY)]);
      expect(text).toContain(AGAIN);
    }
    await expect(open.client.readResource({ uri: 'chat://status' })).rejects.toThrow(AWAY);
    expect(service.requests()).toEqual([]);
    restore();
    expect((await open.ask('list_support_agents')).data.total).toBe(service.world.agents.length);
    expect((await open.ask('get_service_status')).isError).toBe(false);
    expect((await open.client.listResources()).resources.length).toBeGreaterThanOrEqual(resources.length);
  });

  test('ends no server over standard input and output, and is told to who runs it', async () => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    const config = ['--config', await desk.configure({ archive })];
    stop();
    await using session = await startSession(config, desk.environment);
    const away = await session.call('list_support_agents', {});
    expect(session.program.err()).toContain('its server cannot be reached');
    expect(away).toMatchObject({ isError: true, text: containing(AWAY) });
    restore();
    expect(await session.call('list_support_agents', {})).toMatchObject({
      isError: false,
      data: { total: agents.length },
    });
    expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
    expectNothingPrivate(session.program.err(), new URL(archive).password);
  });

  test('ends no server over HTTP', async () => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    const config = ['--config', await desk.configure({ archive })];
    stop();
    await using program = startProgram(['http', '--port', '0', ...config], desk.environment);
    const [, url = ''] = await program.said(/Listening on (\S+)/);
    // Whether there are tokens is not known, and so nobody is answered.
    const refused = await fetch(url, { method: 'POST', headers: headersOf(), body: JSON.stringify(PING) });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({
      error_description: containing('the archive with the tokens does not answer'),
    });
    restore();
    const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: clientSchemas });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const ask = () => client.callTool({ name: 'list_support_agents', arguments: {} });
    expect((await ask()).isError ?? false).toBe(false);
    // Who was known lately is told more.
    stop();
    expect(await ask()).toMatchObject({ isError: true, content: [{ text: containing(AWAY) }] });
    restore();
    expect((await ask()).isError ?? false).toBe(false);
    await client.close();
  });

  test('ends one question of the command line, a sync and a status with code 1', async () => {
    const { archive, stop } = await openWay(await archiveOfTest());
    const config = ['--config', await desk.configure({ archive })];
    stop();
    for (const command of [['call', 'list_support_agents'], ['sync'], ['archive', 'status']]) {
      const { code, out, err } = await runProgram([...command, ...config], desk.environment);
      expect({ command, code, out }).toStrictEqual({ command, code: 1, out: '' });
      expect(err).toContain('its server cannot be reached');
    }
  });
});

describe('a server that takes no more connections', () => {
  test('is worth another question', async () => {
    const name = `role_${process.pid}`;
    await order(server, `CREATE ROLE ${name} LOGIN PASSWORD 'secret' CONNECTION LIMIT 0`);
    onTestFinished(() => order(server, `DROP ROLE ${name}`));
    const archive = new URL(await createDatabase(server, name, 'template0'));
    onTestFinished(() => dropDatabase(server, name));
    for (const schema of ['chat_operations', 'chat_operations_decisions'])
      await order(archive.href, `CREATE SCHEMA ${schema} AUTHORIZATION ${name}`);
    [archive.username, archive.password] = [name, 'secret'];
    await using service = startService(smallWorld());
    await using open = await openServer(service, { archive: archive.href });
    const { isError, text } = await open.ask('list_support_agents');
    expect([isError, text]).toEqual([true, containing('its server has no connection left')]);
    expect(text).toContain(AGAIN);
    await order(server, `ALTER ROLE ${name} CONNECTION LIMIT 9`);
    expect((await open.ask('list_support_agents')).data.total).toBe(service.world.agents.length);
  });
});

/**
 * Expects the words in every question of a host, which shows nothing of a server that ends, and at once where a person
 * starts one.
 */
async function expectUnusable(config: readonly string[], words: string): Promise<void> {
  await using session = await startSession(config, desk.environment);
  expect(await session.call('list_support_agents', {})).toMatchObject({ isError: true, text: containing(words) });
  const { code, out, err } = await runProgram(['http', ...config], desk.environment);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain(words);
}

describe('an archive that is named wrong is told, and nothing is served', () => {
  test.each<[what: string, change: (address: URL) => void, words: string]>([
    ['a wrong password', (address) => (address.password = 'wrong'), 'refuses the user or the password'],
    ['no such database', (address) => (address.pathname = 'nothing'), 'has no database of that name'],
  ])('%s', async (_what, change, words) => {
    const address = new URL(server);
    change(address);
    const config = ['--config', await desk.configure({ archive: address.href })];
    await expectUnusable(config, words);
  });

  test('an archive of a newer version', async () => {
    const archive = await archiveOfTest();
    const config = ['--config', await desk.configure({ archive })];
    expect((await runProgram(['call', 'get_service_status', ...config], desk.environment)).code).toBe(0);
    await order(archive, 'UPDATE chat_operations.parts SET number = number + 1');
    await expectUnusable(config, 'made by a newer version of this program');
  });
});
