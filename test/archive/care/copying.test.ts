import { describe, expect, onTestFinished, test } from 'vitest';
import { copyDesk } from '../../../src/archive/care/copying.ts';
import { eraseVisitor } from '../../../src/archive/care/erasure.ts';
import { openExistingStore, openStore, type Store } from '../../../src/archive/store.ts';
import { VisitorId } from '../../../src/model/ids.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';
import { withoutBoundaries } from '../../support/boundaries.ts';
import { first, MINUTE, NOW, openServer, startService, type Desk, type Service } from '../../mcp/desk.ts';
import { temporaryFile } from '../tables/temporary-file.ts';
import { thinWorld } from '../walking/thin-world.ts';

// A desk moves from one archive to another, of any engine, and asks nothing twice because of that.

const silent = () => undefined;

async function opened(location: string, { url, world }: Service): Promise<Store> {
  const store = await openExistingStore(location, { origin: url, login: world.account.superAdmin.email });
  onTestFinished(() => store.close());
  return store;
}

async function openedFor(from: Store, location: string): Promise<Store> {
  const store = await openStore(location, from.owner);
  onTestFinished(() => store.close());
  return store;
}

const questions = ({ world }: Service) =>
  [
    ['list_chats', { from: '2026-08-20', limit: 100 }],
    ['list_offline_messages', { state: 'all', limit: 100 }],
    ['get_chat_transcript', { chat_id: first(world.chats.filter(({ missed }) => !missed)).chatId }],
    ['list_support_agents', {}],
    ['get_support_performance', { from: '2026-08-20', group_by: 'agent', transcripts: 'loaded' }],
    ['search_transcripts', { query: 'order', from: '2026-11-17' }],
    ['list_offline_messages', { state: 'drafted' }],
  ] as const;

async function answers(desk: Desk): Promise<string[]> {
  const texts: string[] = [];
  for (const [tool, args] of questions(desk.service)) texts.push((await desk.ask(tool, args)).text);
  return texts;
}

/** Fills an archive with something of everything. */
async function fill(service: Service, archive: string): Promise<void> {
  await using desk = await openServer(service, { archive });
  for (const [tool, args] of questions(service).slice(0, 4)) await desk.ask(tool, args);
  await decide(desk);
}

async function decide(desk: Desk): Promise<void> {
  const { offlineMessageId } = first(desk.service.world.offlineMessages.filter(({ replies }) => replies.length === 0));
  await desk.ask('record_triage', {
    offline_message_id: offlineMessageId,
    priority: 'urgent',
    note: 'Ask the warehouse first.',
    draft_reply: 'Guten Tag,\nwir sehen nach.',
  });
}

const ways: [name: string, places: () => Promise<[from: string, to: string]>][] =
  ENGINE === 'sqlite'
    ? [['from a file to a file', async () => [await temporaryFile(), await temporaryFile()]]]
    : [
        ['from a file to a server', async () => [await temporaryFile(), await archiveOfTest()]],
        ['from a server to a file', async () => [await archiveOfTest(), await temporaryFile()]],
      ];

/** PostgreSQL takes no NUL, and keeps another sign in its place; the boundary of an answer is another each time. */
const withoutOddities = (text: string): string => withoutBoundaries(text).replaceAll('\uFFFD', '');

describe.each(ways)('%s', (_name, places) => {
  test('every answer is the same afterwards, and costs nothing', async () => {
    const world = thinWorld();
    first(first(world.chats.filter(({ missed }) => !missed)).messages).text = 'A NUL\0 and half an emoji \uD83D.';
    await using service = startService(world);
    const [source, target] = await places();
    const own = await openServer(service, { archive: source });
    await answers(own);
    await decide(own);
    const before = await answers(own);
    expect(before.join('\n')).toContain('Ask the warehouse first.');
    await own.close();
    const from = await opened(source, service);
    const to = await openedFor(from, target);
    const told: string[] = [];
    const sums = await copyDesk(from.tables, to.tables, (table, done, total) => told.push(`${table} ${done}/${total}`));
    expect(sums.find(({ table }) => table === 'chats')?.rows).toBe(world.chats.length);
    expect(told).toContain(`chats ${world.chats.length}/${world.chats.length}`);

    await using desk = await openServer(service, { archive: target });
    const { result, requests } = await desk.spentOn(() => answers(desk));
    expect(requests).toBe(0);
    expect(result.map(withoutOddities)).toEqual(before.map(withoutOddities));
  });

  test('a copy that was stopped goes on, and one that is done changes nothing', async () => {
    await using service = startService(thinWorld());
    const [source, target] = await places();
    await fill(service, source);
    const from = await opened(source, service);
    const to = await openedFor(from, target);
    const stopped = copyDesk(from.tables, to.tables, (table) => {
      if (table === 'chats') throw new Error('killed');
    });
    await expect(stopped).rejects.toThrow('killed');
    expect(await to.tables.countOf('covered_days')).toBe(0);
    const sums = await copyDesk(from.tables, to.tables, silent);
    const writes = to.tables.writes();
    expect(await copyDesk(from.tables, to.tables, silent)).toEqual(sums);
    // What is covered is forgotten first and written last.
    expect(to.tables.writes() - writes).toBeLessThanOrEqual(3);
  });

  test('a target that knows something newer is refused, and stays as it is', async () => {
    await using service = startService(thinWorld());
    const [source, target] = await places();
    await fill(service, source);
    service.clock.now += 30 * MINUTE;
    await using desk = await openServer(service, { archive: target });
    await desk.ask('list_support_agents');
    const [from, to] = [await opened(source, service), await opened(target, service)];
    const known = await to.tables.countOf('chats');
    await expect(copyDesk(from.tables, to.tables, silent)).rejects.toThrow(
      'holds newer agents of this desk: of 2026-11-18T16:00:00.000Z, and the other of 2026-11-18T15:30:00.000Z',
    );
    expect(await to.tables.countOf('chats')).toBe(known);
    expect(await to.tables.countOf('covered_lists')).toBe(1);
  });

  test('a target in which something was decided since is refused', async () => {
    await using service = startService(thinWorld());
    const [source, target] = await places();
    await fill(service, source);
    const from = await opened(source, service);
    const to = await openedFor(from, target);
    await copyDesk(from.tables, to.tables, silent);
    service.clock.now += MINUTE;
    await using desk = await openServer(service, { archive: target });
    await decide(desk);
    await expect(copyDesk(from.tables, to.tables, silent)).rejects.toThrow('holds newer triage of this desk');
  });

  test('a target that knows something else is refused', async () => {
    await using service = startService(thinWorld());
    const [source, target] = await places();
    await using desk = await openServer(service, { archive: target });
    await desk.ask('list_chats', { from: '2026-11-05', to: '2026-11-06' });
    const known = (await desk.ask('get_service_status')).data.archive.chats.known;
    service.clock.now += MINUTE;
    await (await openServer(service, { archive: source })).close();
    const [from, to] = [await opened(source, service), await opened(target, service)];
    await expect(copyDesk(from.tables, to.tables, silent)).rejects.toThrow('newer chats');
    await using other = await openServer(service, { archive: source });
    await other.ask('list_chats', { from: '2026-11-16', to: '2026-11-17' });
    await expect(copyDesk(from.tables, to.tables, silent)).rejects.toThrow(`holds ${known} rows of chats of this desk`);
    expect(await to.tables.countOf('chats')).toBe(known);
  });

  test('who was erased stays erased', async () => {
    await using service = startService(thinWorld());
    const [source, target] = await places();
    await fill(service, source);
    const from = await opened(source, service);
    const visitorId = VisitorId.parse(first(service.world.chats).visitorId);
    await eraseVisitor(from, visitorId, () => epochMillis(NOW));
    const to = await openedFor(from, target);
    await copyDesk(from.tables, to.tables, silent);
    await using desk = await openServer(service, { archive: target });
    const { isError, text } = await desk.ask('get_visitor_stats', { visitor: String(visitorId) });
    expect(isError).toBe(true);
    expect(text).toContain('was erased from this archive');
  });

  test('what changes meanwhile is noticed', async () => {
    await using service = startService(thinWorld());
    const [source, target] = await places();
    await fill(service, source);
    const from = await opened(source, service);
    const to = await openedFor(from, target);
    const agent = first(await from.tables.rowsInOrder('agents', { limit: 1 }));
    // As soon as they are copied: the comparison comes after all the other tables.
    const copied = copyDesk(from.tables, to.tables, (table) => {
      if (table === 'agents') void from.tables.upsert('agents', [{ ...agent, first_name: DeskText.parse('Ottilie') }]);
    });
    await expect(copied).rejects.toThrow('After the copy the two differ in agents');
    // Done again, it copies the difference.
    await copyDesk(from.tables, to.tables, silent);
  });
});
