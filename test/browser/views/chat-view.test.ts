import { expect, test } from 'vitest';
import { sharedDesk, startDesk } from '../../mcp/desk.ts';
import { openView, SHOWS_VIEWS } from './view-host.ts';

const shared = sharedDesk(() => startDesk(undefined, { capabilities: SHOWS_VIEWS }));

test('a chat is shown beside its transcript', async () => {
  const { client, service, ask } = await shared();
  let shots = 0;
  for (const chat of service.world.chats.slice(0, 200)) {
    const { data } = await ask('get_chat_transcript', { chat_id: chat.chatId });
    if ((data.digest.unanswered_questions ?? []).length === 0 && shots > 0) continue;
    shots += 1;
    if (shots > 4) break;
    await using view = await openView({
      client,
      view: 'chat',
      beside: { tool: 'get_chat_transcript', args: { chat_id: chat.chatId } },
      scheme: shots % 2 === 0 ? 'dark' : 'light',
      width: shots > 2 ? 320 : 760,
    });
    await view.frame.locator('.messages, .state').first().waitFor();
    await view.picture(`chat-${shots}`);
    expect(view.trouble).toEqual([]);
    expect(await view.seriousFindings()).toEqual([]);
    expect(await view.tooWide()).toBeLessThanOrEqual(0);
  }
});
