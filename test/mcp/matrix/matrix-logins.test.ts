import { describe, expect, test } from 'vitest';
import type { World } from '../../../src/sandbox/world/world.ts';
import { first, openServer, startService, type Desk } from '../desk.ts';
import { checkTranscript } from './matrix-records.ts';
import { WORLDS } from './matrix-worlds.ts';
import { inquiryOf } from './matrix.ts';
import type { ToolName } from '../protocol/shapes.ts';

// Whose login may read what is left open too: an answer is right, or says that the login may not read it.

const LOGINS = ['superAdmin', 'admin', 'agent'] as const;
/** The logins that may read agents and single records. */
const READERS = { everyone: LOGINS, admins: ['superAdmin', 'admin'], super_admin: ['superAdmin'] } as const;

const cases = (['everyone', 'admins', 'super_admin'] as const).flatMap((readers) =>
  LOGINS.map((login) => ({ readers, login, mayRead: READERS[readers].some((reader) => reader === login) })),
);

async function expectDenied(desk: Desk, tool: ToolName, args: object): Promise<void> {
  const { text, isError } = await desk.ask(tool, args);
  expect(isError).toBe(true);
  expect(text).toContain('may not read');
}

/** A chat that the agent who logs in had, and one of which they know nothing. */
function chatsOf({ chats, agents, account }: World) {
  const id = agents.find(({ email }) => email === account.agent.email)?.agentId;
  return {
    own: first(chats.filter(({ agentId }) => agentId === id)),
    others: first(
      chats.filter(({ missed, agentId, transferredFrom }) => !missed && agentId !== id && transferredFrom !== id),
    ),
  };
}

describe.each(cases)('records readable by $readers, asked by $login', ({ readers, login, mayRead }) => {
  test('lists are for the super admin', async () => {
    await using service = startService(WORLDS[0], 7, { readers });
    await using desk = await openServer(service, { login: service.world.account[login] });
    const isSuperAdmin = login === 'superAdmin';
    for (const tool of ['list_chats', 'get_support_performance', 'list_offline_messages'] as const) {
      if (isSuperAdmin) expect((await desk.ask(tool)).data.coverage.complete).toBe(true);
      else await expectDenied(desk, tool, {});
    }
    if (!mayRead) {
      await expectDenied(desk, 'list_support_agents', {});
      return;
    }
    const { data } = await desk.ask('list_support_agents');
    expect(data.coverage.complete).toBe(true);
    expect(data.chats_coverage).toMatchObject(isSuperAdmin ? { complete: true } : { complete: false, basis: 'denied' });
    const hasCounts = data.agents.every(({ chats_last_7_days: count }) => count !== undefined);
    expect(hasCounts).toBe(isSuperAdmin);
  });

  test('single records are for those who may', async () => {
    await using service = startService(WORLDS[0], 7, { readers });
    await using desk = await openServer(service, { login: service.world.account[login] });
    const { own, others } = chatsOf(service.world);
    // Nothing else of its visitor is at hand.
    const message = first(service.world.offlineMessages);
    if (!mayRead) {
      await expectDenied(desk, 'get_chat_transcript', { chat_id: own.chatId });
      await expectDenied(desk, 'get_offline_message', { offline_message_id: message.offlineMessageId });
      await expectDenied(desk, 'get_visitor_stats', { visitor: String(own.visitorId) });
      return;
    }
    const inquiry = { ...inquiryOf(desk, true), chats: [] };
    await checkTranscript(inquiry, own);
    if (login === 'agent') await expectDenied(desk, 'get_chat_transcript', { chat_id: others.chatId });
    else await checkTranscript(inquiry, others);
    const { data } = await desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId });
    expect(data.replies).toHaveLength(message.replies.length);
    const visitor = (await desk.ask('get_visitor_stats', { visitor: String(own.visitorId) })).data;
    const served = service.world.chats.filter(({ visitorId, missed }) => visitorId === own.visitorId && !missed);
    expect(visitor.totals['chats']).toBe(served.length);
    if (login !== 'superAdmin') expect(visitor.coverage).toMatchObject({ complete: false, basis: 'denied' });
  });
});
