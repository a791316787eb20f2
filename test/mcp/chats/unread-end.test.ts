import { expect, test } from 'vitest';
import { smallWorld, startDesk } from '../desk.ts';

test('of a chat whose end is not read for its digest, what is asked there is not said to be nothing', async () => {
  const world = smallWorld();
  const chat = world.chats.find(({ missed }) => !missed);
  if (chat === undefined) throw new Error('The world has no such chat');
  const { visitorName: authorName, startedAt: at = 0 } = chat;
  const said = { author: 'visitor', authorName, at } as const;
  const book = Array.from({ length: 30 }, () => ({ ...said, text: 'This is a page of a book. '.repeat(300) }));
  chat.messages.splice(0, Infinity, ...book, { ...said, text: 'And where is my parcel?' });
  await using desk = await startDesk(world);
  const { data } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId, view: 'digest' });
  expect(data.digest.messages).toMatchObject({ visitor: 31 });
  expect(data.digest).not.toHaveProperty('unanswered_questions');
  expect(data.digest).not.toHaveProperty('commitments');
});
