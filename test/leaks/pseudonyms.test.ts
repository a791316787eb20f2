import { describe, expect, test } from 'vitest';
import { first, openServer, startDesk, startService, type Desk } from '../mcp/desk.ts';
import { archiveOfTest } from '../support/archive/archive-location.ts';
import { worldOf } from './people.ts';

// A mark stands for one contact, within one archive.

describe('D1: pseudonyms', () => {
  /** The marks of emails in a transcript. */
  const marksIn = async (desk: Desk, chatId: number | undefined): Promise<string[]> => {
    const { data } = await desk.ask('get_chat_transcript', { chat_id: chatId });
    return data.messages.flatMap(({ text }) => text.match(/\[email of visitor-\w{8}\]/g) ?? []);
  };

  const contact = { email: 'kim.tester@mail.example.com', phone: '+49 30 23125999' };
  const said = [{ author: 'visitor', text: `My mail is ${contact.email}.` }] as const;
  const { world, planted } = worldOf([
    { ...contact, said },
    { email: contact.email, said },
  ]);
  const [one, other] = planted.map(({ chat }) => chat.chatId);

  test('the same person has the same in two chats, after a restart, too, and another in another archive', async () => {
    await using service = startService(world);
    const archive = await archiveOfTest();
    const marks = new Set<string>();
    for (const chatId of [one, other]) {
      await using desk = await openServer(service, { redact: 'contacts', archive });
      const found = await marksIn(desk, chatId);
      expect(found).not.toEqual([]);
      for (const mark of found) marks.add(mark);
    }
    expect(marks.size).toBe(1);
    await using elsewhere = await openServer(service, { redact: 'contacts', archive: await archiveOfTest() });
    const found = await marksIn(elsewhere, one);
    expect(found).not.toEqual([]);
    expect(found.filter((mark) => marks.has(mark))).toEqual([]);
  });

  test('what a mark stands for can still be looked up', async () => {
    const { chat, visitor: known } = first(planted);
    const other = worldOf([{ ...contact, said }, { said }]);
    await using desk = await startDesk(other.world, { redact: 'contacts' });
    for (const visitor of [contact.email, contact.email.toUpperCase(), contact.phone]) {
      const { data } = await desk.ask('list_chats', { from: '2026-11-01', visitor, limit: 100 });
      expect(data.chats.map(({ chat_id }) => chat_id)).toEqual([chat.chatId]);
      expect((await desk.ask('get_visitor_stats', { visitor })).data.visitor_id).toBe(known.visitorId);
    }
  });
});
