import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/archive/store.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { first, openServer, smallWorld, startService, type Desk } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { disconnectAll } from '../../support/archive/databases.ts';
import { openWay } from '../../support/archive/way-to-server.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';

// A server that goes away while an archive is in use: that is named, costs no page twice, and passes with it.

const ASKED = { from: '2026-11-05', to: '2026-11-17' };

/** A desk that is read in pages of ten. */
async function openDesk(archive: string): Promise<Desk> {
  const service = startService(smallWorld(), 10);
  const desk = await openServer(service, { archive });
  onTestFinished(async () => {
    await desk.close();
    await service.close();
  });
  return desk;
}

async function expectTruth(desk: Desk): Promise<void> {
  const { data } = await desk.ask('get_support_performance', { ...ASKED, transcripts: 'loaded' });
  expect(ofRows(data.overall)).toEqual(metricsOf(chatsOn(desk.service.world.chats, ASKED, 'UTC')));
  expect(data.coverage).toMatchObject({ complete: true, basis: 'proven', rejected_records: 0 });
}

let known: number | undefined;
/** Counts the requests of the whole where nothing fails. */
async function wholeCost(): Promise<number> {
  if (known !== undefined) return known;
  const desk = await openDesk(await archiveOfTest());
  known = (await desk.spentOn(() => expectTruth(desk))).requests;
  return known;
}

describe('connections that break', () => {
  test('while nobody uses them are replaced', async () => {
    const archive = await archiveOfTest();
    const desk = await openDesk(archive);
    await desk.ask('list_support_agents');
    await disconnectAll(archive);
    expect((await desk.ask('list_support_agents')).data.total).toBe(desk.service.world.agents.length);
    await expectTruth(desk);
  });

  test('while somebody has one and asks nothing fail what they ask next, and no more', async () => {
    const archive = await archiveOfTest();
    const desk = await openDesk(archive);
    const { account } = sandboxAccount(desk.service);
    const store = await openStore(archive, { origin: account.baseUrl.origin, login: account.email });
    onTestFinished(() => store.close());
    const { tables } = store;
    const held = tables.transaction(async (transaction) => {
      await transaction.upsert('page_sizes', [{ account: tables.account, list: 'agents', rows: 7 }]);
      await disconnectAll(archive);
      await transaction.agents().selectAll().execute();
    });
    await expect(held).rejects.toThrow('its server cannot be reached');
    // Nothing is left of what was cut off half-way.
    expect(await tables.pageSizes().selectAll().execute()).toEqual([]);
  });

  test.each([1, 5, 12])('at page %i of a walk: what was stored is not paid for again', async (page) => {
    const whole = await wholeCost();
    const archive = await archiveOfTest();
    const desk = await openDesk(archive);
    const { service } = desk;
    const start = service.requests().length;
    let cut: Promise<void> | undefined;
    service.gateway = async (path) => {
      if (cut !== undefined || !path.includes(`page_no=${page}&`)) return;
      cut = disconnectAll(archive);
      await cut;
    };
    const { isError, text } = await desk.ask('get_support_performance', { ...ASKED, transcripts: 'loaded' });
    expect(cut).toBeDefined();
    if (isError) expect(text).toContain('The archive cannot be used: its server');
    // The first connection to break fails the question, while the server still ends the others.
    await cut;
    await expectTruth(desk);
    // Those under way at once in that moment, and page 1 again.
    expect(service.requests().length - start).toBeLessThanOrEqual(whole + 5);
  });
});

describe('a server that is stopped', () => {
  test('is named, at a question and at the start; started again, it has what it had', async () => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    const desk = await openDesk(archive);
    await expectTruth(desk);
    const { service } = desk;
    const before = service.requests().length;
    stop();
    const { isError, text } = await desk.ask('get_support_performance', { ...ASKED, transcripts: 'loaded' });
    expect(isError).toBe(true);
    expect(text).toContain('The archive cannot be used: its server cannot be reached.');
    expect(text).toContain('Nothing stored is lost');
    expectNothingPrivate(text, 'sandbox@');
    await using late = await openServer(service, { archive });
    expect((await late.ask('list_chats')).text).toContain('its server cannot be reached');
    restore();
    await expectTruth(desk);
    await expectTruth(late);
    expect(service.requests().length).toBe(before);
  });

  test('and started again in the middle of a walk loses nothing of it', async () => {
    const { archive, stop, restore } = await openWay(await archiveOfTest());
    const desk = await openDesk(archive);
    const { service } = desk;
    let isRestarted = false;
    service.gateway = (path) => {
      if (!path.includes('page_no=4&') || isRestarted) return;
      stop();
      restore();
      isRestarted = true;
    };
    await desk.ask('get_support_performance', { ...ASKED, transcripts: 'loaded' });
    expect(isRestarted).toBe(true);
    await expectTruth(desk);
    const seen = (await desk.ask('list_chats', ASKED)).data;
    expect(seen.total).toBe(chatsOn(service.world.chats, ASKED, 'UTC').length);
    expect(first(service.requests())).toContain('/api/');
  });
});
