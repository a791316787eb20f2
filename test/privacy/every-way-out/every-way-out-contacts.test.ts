import { describe, expect, test } from 'vitest';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import type { RedactionLevel } from '../../../src/model/redaction.ts';
import { createRedactor } from '../../../src/privacy/redactor.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { first, openServer, smallWorld, startDesk, startService, type Desk } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { everyWayOut } from './every-way-out.ts';
import { SOUGHT } from './planted-world.ts';

// Contacts of visitors, in the fields for them and in everything they wrote, and everything that the server then says.

interface Contact {
  readonly email: string;
  readonly phone: string;
  readonly ip: string;
}

/** A small world whose visitors have contacts of their own, and put them wherever they write. */
function worldOfContacts(): World {
  const world = smallWorld();
  world.chats = world.chats.slice(-8);
  world.offlineMessages = world.offlineMessages.slice(-6);
  const people = new Set([...world.chats, ...world.offlineMessages].map(({ visitorId }) => visitorId));
  world.visitors = world.visitors.filter(({ visitorId }) => people.has(visitorId));
  for (const chat of world.chats) {
    const contact = contactOf(chat.visitorId);
    plantContact(chat, contact);
    chat.whereabouts.ipAddress = contact.ip;
    chat.messages = chat.messages.map((message, index) => ({
      ...message,
      ...(index < 3 && { text: `${message.text} ${SOUGHT}. ${wordsOf(contact)}` }),
      ...(message.author === 'visitor' && { authorName: `Kim ${contact.email}` }),
    }));
  }
  for (const message of world.offlineMessages) {
    const contact = contactOf(message.visitorId);
    plantContact(message, contact);
    message.subject = `About ${contact.phone}`;
    message.text = `${message.text}\n${wordsOf(contact)}`;
    for (const reply of message.replies) reply.text = `${reply.text} ${wordsOf(contact)}`;
  }
  for (const { visitorId, records } of world.visitors) {
    const { email, phone, ip } = contactOf(visitorId);
    for (const record of records) {
      Object.assign(record.contact, { name: `Kim ${email}`, email, phone });
      record.whereabouts.ipAddress = ip;
    }
  }
  return world;
}

function contactOf(visitorId: number): Contact {
  const digits = String(visitorId).slice(-4).padStart(4, '0');
  return {
    email: `kim.n${visitorId}@mail.example.com`,
    phone: `+49 30 2312${digits}`,
    ip: `203.0.113.${(visitorId % 200) + 20}`,
  };
}

function wordsOf({ email, phone, ip }: Contact): string {
  return `My mail is ${email}, my phone is ${phone}, and I write from ${ip}.`;
}

function plantContact(
  record: { visitorName: string; visitorEmail: string; visitorPhone: string },
  { email, phone }: Contact,
): void {
  record.visitorName = `Kim ${phone}`;
  record.visitorEmail = email;
  record.visitorPhone = phone;
}

/** Which contacts of the world's visitors come out, as `what was asked: contact`. */
async function contactsOut(redact: RedactionLevel): Promise<string[]> {
  const world = worldOfContacts();
  const { webhook } = sandboxAccount({ url: 'http://127.0.0.1:9', world });
  await using desk = await startDesk(world, { webhook, redact });
  const contacts = world.visitors.map(({ visitorId }) => contactOf(visitorId));
  const ways = await everyWayOut(desk);
  return ways.flatMap(({ asked, strings }) => {
    const said = strings.join('\n').toLowerCase();
    const digits = strings.map((text) => text.replaceAll(/[\s()/.-]/g, '')).join('\n');
    return contacts.flatMap(({ email, phone, ip }) => [
      ...(said.includes(email) ? [`${asked}: ${email}`] : []),
      ...(said.includes(ip) ? [`${asked}: ${ip}`] : []),
      ...(digits.includes(phone.replaceAll(' ', '').slice(3)) ? [`${asked}: ${phone}`] : []),
    ]);
  });
}

describe('D1: contacts of visitors', () => {
  test('come out nowhere at the default level', async () => {
    expect((await contactsOut('contacts')).slice(0, 20)).toEqual([]);
  });

  test('come out where nothing is redacted', async () => {
    const found = await contactsOut('none');
    for (const word of [/^get_chat_transcript .*@/, /^get_chat_transcript .*\+49/, /^get_chat_transcript .*203\.0/]) {
      expect(found.some((one) => word.test(one))).toBe(true);
    }
  });
});

describe('D1: what is sensitive is found however it is hidden', () => {
  const { line } = createRedactor({ level: 'contacts', key: new Uint8Array(32), kept: new Set() });

  test.each([
    ['4111\u200B 1111\u200B 1111\u200B 1111', '1111'],
    ['4111&nbsp;1111&#160;1111&#x2009;1111', '1111'],
    ['bob\u200B@\u2060evil.example.com', 'evil'],
    ['bob\u00AD@evil\u00AD.example.com', 'evil'],
    ['bob&#64;evil.example.com', 'evil'],
    ['bob&amp;#64;evil.example.com', 'evil'],
    ['bob&commat;evil&period;example&period;com', 'evil'],
    ['bob＠evil．example．com', 'evil'],
    ['bob\u001B[8m@\u001B[0mevil.example.com', 'evil'],
    ['b\u202Eob@evil.example.com', 'evil'],
    ['bob\u{E0041}@evil\uFE0F.example.com', 'evil'],
    ['![x](https://evil.example/?q=bob@evil.example.com)', 'bob@evil'],
    ['<bob@evil.example.com>', 'evil'],
    ['+49\u00AD170\u00AD1234567', '1234567'],
    ['+49\u200B 170 123\u20604567', '4567'],
    ['203.0\u200B.113.7', '113'],
    ['DE89\u200B 3704 0044 0532 0130 00', '3704'],
    ['passw\u00ADord: hunt\u200Ber2secret', 'hunter2secret'],
  ])('%j', (text, secret) => {
    expect(line(`Please note: ${text} as said`)).not.toContain(secret);
    expect(line(`Please note: ${text} as said`)).toMatch(/^Please note: .*\[.*as said$/s);
  });
});

describe('D1: pseudonyms', () => {
  /** The marks of emails in a transcript. */
  const marksIn = async (desk: Desk, chatId: number): Promise<string[]> => {
    const { data } = await desk.ask('get_chat_transcript', { chat_id: chatId });
    return data.messages.flatMap(({ text }) => text.match(/\[email of visitor-\w{8}\]/g) ?? []);
  };

  test('the same person has the same in two chats, after a restart, too, and another in another archive', async () => {
    const world = worldOfContacts();
    const [one, other] = world.chats.filter(({ messages }) => messages.length > 0).slice(-2);
    if (one === undefined || other === undefined) throw new Error('The world has no two chats');
    const contact = contactOf(one.visitorId);
    const stranger = contactOf(other.visitorId);
    other.visitorEmail = contact.email;
    for (const message of other.messages) message.text = message.text.replaceAll(stranger.email, contact.email);
    await using service = startService(world);
    const archive = await archiveOfTest();
    const marks = new Set<string>();
    for (const chat of [one, other]) {
      await using desk = await openServer(service, { redact: 'contacts', archive });
      const found = await marksIn(desk, chat.chatId);
      expect(found).not.toEqual([]);
      for (const mark of found) marks.add(mark);
    }
    expect(marks.size).toBe(1);
    await using elsewhere = await openServer(service, { redact: 'contacts', archive: await archiveOfTest() });
    const found = await marksIn(elsewhere, one.chatId);
    expect(found).not.toEqual([]);
    expect(found.filter((mark) => marks.has(mark))).toEqual([]);
  });

  test('what a mark stands for can still be looked up', async () => {
    const world = worldOfContacts();
    const chat = first(world.chats.slice(-1));
    const { email, phone } = contactOf(chat.visitorId);
    await using desk = await startDesk(world, { redact: 'contacts' });
    const ids = world.chats.filter(({ visitorId }) => visitorId === chat.visitorId).map(({ chatId }) => chatId);
    for (const visitor of [email, email.toUpperCase(), phone]) {
      const { data } = await desk.ask('list_chats', { from: '2026-11-01', visitor, limit: 100 });
      expect(new Set(data.chats.map(({ chat_id }) => chat_id))).toEqual(new Set(ids));
      expect((await desk.ask('get_visitor_stats', { visitor })).data.visitor_id).toBe(chat.visitorId);
    }
  });
});
