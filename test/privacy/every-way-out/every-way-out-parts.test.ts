import { expect, test } from 'vitest';
import { first, smallWorld, startDesk } from '../../mcp/desk.ts';
import { withoutBoundaries } from '../../support/boundaries.ts';
import { resourceText } from './every-way-out-people.ts';

test('D1: a card in two messages of a chat goes from both, in the tool and in the resource', async () => {
  const world = smallWorld();
  const chat = first(world.chats.filter(({ endedAt }) => endedAt !== undefined));
  const visitor = first(chat.messages.filter(({ author }) => author === 'visitor'));
  const agent = first(chat.messages.filter(({ author }) => author === 'agent'));
  chat.messages = [
    { ...visitor, text: 'please refund me on 4111 1111' },
    { ...agent, text: 'and the rest?' },
    { ...visitor, text: '1111 1111, exp 12/29' },
  ];
  await using desk = await startDesk(world, { redact: 'cards' });
  const { text } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId });
  const resource = await resourceText(desk, `chat://chats/${chat.chatId}/transcript`);
  for (const shown of [text, resource].map(withoutBoundaries)) {
    expect(shown).toContain('please refund me on [card]');
    expect(shown).toContain('[card], exp 12/29');
    expect(shown).not.toContain('1111');
  }
});
