import { expect, onTestFinished, test } from 'vitest';
import { countsOf, holdingsOf } from '../../../src/archive/walking/holdings.ts';
import { agentRow, chatRow, offlineMessageRow, visitorRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore } from '../../../src/archive/store.ts';
import { AgentId, ChatId, OfflineMessageId, VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));

test('what is at hand is counted without what its list does not show any more', async () => {
  const store = await openStore(await archiveOfTest(), OWNER);
  onTestFinished(() => store.close());
  const { tables } = store;
  const { account } = tables;
  const holdings = async () => holdingsOf(tables, await countsOf(tables));
  const none = { count: 0 };
  expect(await holdings()).toEqual({
    chats: { count: 0, transcripts: 0 },
    lists: { offline_messages: none, agents: none, visitors: none },
  });
  const ids = Array.from({ length: 9 }, (_, index) => index + 1);
  const at = (id: number) => epochMillis(NOW + id * 3_600_000);
  await tables.upsert(
    'chats',
    ids.map((id) => chatRow({ chatId: ChatId.parse(id), requestedAt: at(id), visitor: {} }, account, NOW)),
  );
  await tables.upsert(
    'agents',
    ids.map((id) => agentRow({ agentId: AgentId.parse(id) }, account, NOW)),
  );
  await tables.upsert(
    'visitors',
    ids.map((id) => visitorRow({ visitorId: VisitorId.parse(id), context: {} }, account, NOW)),
  );
  await tables.upsert(
    'offline_messages',
    ids.map((id) =>
      offlineMessageRow({ offlineMessageId: OfflineMessageId.parse(id), receivedAt: NOW, visitor: {} }, account, NOW),
    ),
  );
  await tables.markGone('chats', [1, 9], NOW);
  await tables.markGone('agents', [2], NOW);
  await tables.markGone('visitors', [3, 4], NOW);
  await tables.markGone('offline_messages', [5, 6, 7], NOW);
  expect(await holdings()).toEqual({
    chats: { count: 7, transcripts: 0, oldest: at(2), newest: at(8) },
    lists: { offline_messages: { count: 6 }, agents: { count: 8 }, visitors: { count: 7 } },
  });
});
