import { expect, test } from 'vitest';
import { sharedDesk, startDesk } from '../../mcp/desk.ts';
import { openView, SHOWS_VIEWS } from './view-host.ts';

const shared = sharedDesk(() => startDesk(undefined, { capabilities: SHOWS_VIEWS }));

test('a chat is shown beside its transcript', async () => {
  const { client, service } = await shared();
  const [chat] = service.world.chats;
  if (chat === undefined) throw new Error('no chat');
  await using view = await openView({
    client,
    view: 'chat',
    beside: { tool: 'get_chat_transcript', args: { chat_id: chat.chatId } },
  });
  await view.picture('first');
  expect(await view.frame.locator('main').innerText()).toContain('visitor');
  expect(view.trouble).toEqual([]);
  expect(await view.seriousFindings()).toEqual([]);
});
