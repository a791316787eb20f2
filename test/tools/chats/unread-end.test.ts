import { expect, test } from 'vitest';
import { smallWorld, startDesk } from '../../mcp/desk.ts';

test.each([
  { what: 'it is long', count: 30, text: 'This is a page of a book. '.repeat(300) },
  { what: 'it has more messages than are read', count: 20_000, text: 'x' },
])(
  'of a chat whose end is not read, since $what, what is asked there is not said to be nothing',
  async ({ count, text }) => {
    const world = smallWorld();
    const chat = world.chats.find(({ missed }) => !missed);
    if (chat === undefined) throw new Error('The world has no such chat');
    const { visitorName: authorName, startedAt: at = 0 } = chat;
    const said = { author: 'visitor', authorName, at } as const;
    const many = Array.from({ length: count }, () => ({ ...said, text }));
    chat.messages.splice(0, Infinity, ...many, { ...said, text: 'And where is my parcel?' });
    await using desk = await startDesk(world);
    const { data } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId, view: 'digest' });
    expect(data.digest.messages['visitor']).toBeGreaterThan(29);
    expect(data.digest).not.toHaveProperty('unanswered_questions');
    expect(data.digest).not.toHaveProperty('commitments');
    expect(data.digest).not.toHaveProperty('last_words');
  },
);
