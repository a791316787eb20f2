import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chat, Message, World } from '../../../src/sandbox/world/world.ts';
import { hostileTexts } from '../../privacy/hostile-texts.ts';
import { zoneNameOf } from '../../../src/model/calendar/zone-name.ts';
import { MINUTE, sharedDesk, smallWorld, startDesk } from '../../mcp/desk.ts';
import { openView, SHOWS_VIEWS, type ShownView } from './view-host.ts';

// A chat as a conversation, in a host's frame. What is expected is the world's.

const TOOL = 'get_chat_transcript';
const SECOND = 1000;

const shared = sharedDesk(() => startDesk(undefined, { capabilities: SHOWS_VIEWS }));

const Shown = z.array(
  z.object({ role: z.string(), author: z.string().optional(), text: z.string(), at: z.string().optional() }),
);

/** The messages that a view shows, in their order. */
async function messagesIn({ frame }: ShownView) {
  const read = `[...document.querySelectorAll('.message')].map((row) => ({
    role: row.classList[1],
    author: row.querySelector('bdi')?.textContent,
    text: row.querySelector('.text').textContent,
    at: row.querySelector('time')?.dateTime,
  }))`;
  return Shown.parse(await frame.evaluate(read));
}

const shownAs = ({ author, authorName, text, at }: Message) => ({
  role: author,
  ...(authorName.toLowerCase() !== author && { author: authorName }),
  text,
  at: `${new Date(at).toISOString().slice(0, 19)}Z`,
});

/** The rows at the head of a chat: a term, and what is told of it. */
async function rowsIn({ frame }: ShownView): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = `[...document.querySelectorAll('.told > div')].map((row) => [
    row.querySelector('dt').innerText,
    [...row.querySelectorAll('dd')].map(({ innerText }) => innerText),
  ])`;
  return new Map(z.array(z.tuple([z.string(), z.array(z.string())])).parse(await frame.evaluate(read)));
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);

const focused = ({ frame }: ShownView) => frame.evaluate<string>('document.activeElement?.textContent ?? ""');

const open = async (chat: Chat, options: Partial<Parameters<typeof openView>[0]> = {}): Promise<ShownView> => {
  const { client } = await shared();
  const beside = { tool: TOOL, args: { chat_id: chat.chatId } };
  const view = await openView({ client, view: 'chat', beside, ...options });
  await view.frame.getByRole('heading', { name: `Chat ${chat.chatId}` }).waitFor();
  return view;
};

async function expectNoTrouble(view: ShownView): Promise<void> {
  expect(view.trouble).toEqual([]);
  expect(await view.tooWide()).toBeLessThanOrEqual(0);
  expect(await view.seriousFindings()).toEqual([]);
}

function chatOf({ chats }: World, isMeant: (chat: Chat) => boolean): Chat {
  const chat = chats.find((one) => isMeant(one) && one.messages.some(({ author }) => author === 'agent'));
  if (chat === undefined) throw new Error('The world has no such chat');
  return chat;
}

/** A chat of the world in which these messages were written instead. */
function rewritten(chat: Chat, messages: readonly Omit<Message, 'source'>[]): Chat {
  chat.messages.splice(0, Infinity, ...messages);
  return chat;
}

const by = (chat: Chat, author: Message['author'], text: string, at: number): Message => ({
  author,
  authorName: author === 'visitor' ? chat.visitorName : 'Somebody Else',
  text,
  at,
});

test('what is shown is the chat, message for message, without a call', async () => {
  const { service } = await shared();
  const { chats } = service.world;
  const kinds: readonly ((chat: Chat) => boolean)[] = [
    ({ missed }) => missed,
    ({ transferred }) => transferred,
    ({ endedAt, startedAt }) => startedAt !== undefined && endedAt === undefined,
    ({ rating }) => rating !== undefined,
    ({ messages }) => messages.some(({ author }) => author === 'bot'),
  ];
  const chosen = kinds.flatMap((isMeant) => chats.filter(isMeant).slice(0, 2));
  expect(chosen.length).toBeGreaterThan(7);
  const [first, ...others] = chosen;
  if (first === undefined) throw new Error('The world has no chats');
  await using view = await open(first);
  expect(await messagesIn(view)).toEqual(first.messages.map(shownAs));
  for (const chat of others) {
    await view.show(TOOL, { chat_id: chat.chatId });
    await view.frame.getByRole('heading', { name: `Chat ${chat.chatId}` }).waitFor();
    await expect.poll(() => messagesIn(view)).toEqual(chat.messages.map(shownAs));
    const said = await view.frame.locator('.digest').innerText();
    expect(said.includes('Missed')).toBe(chat.missed);
    expect(said.includes('Still open')).toBe(!chat.missed && chat.endedAt === undefined);
    expect(said.includes(`Rated ${chat.rating}`)).toBe(chat.rating !== undefined);
  }
  expect(view.calls).toEqual([]);
  expect(view.trouble).toEqual([]);
});

test('the times of a chat in summer are told as summer time, also in winter', async () => {
  const world = smallWorld();
  const chat = chatOf(world, ({ missed, endedAt }) => !missed && endedAt !== undefined);
  const requestedAt = Date.UTC(2026, 6, 15, 10);
  Object.assign(chat, { requestedAt, startedAt: requestedAt + MINUTE, endedAt: requestedAt + 9 * MINUTE });
  rewritten(chat, [by(chat, 'visitor', 'Is it open today?', requestedAt + MINUTE)]);
  await using desk = await startDesk(world, { capabilities: SHOWS_VIEWS, timezone: zoneNameOf('Europe/Berlin') });
  await using view = await open(chat, { client: desk.client });
  expect(await view.frame.locator('.message time').textContent()).toBe('12:01:00');
  expect(await view.frame.locator('.foot').innerText()).toContain(
    'Times are UTC+02:00. As of Wed 18 Nov 16:30 (UTC+01:00).',
  );
});

test('the wait until an agent took the chat counts like the others', async () => {
  const world = smallWorld();
  const chat = chatOf(world, ({ missed, endedAt }) => !missed && endedAt !== undefined);
  const agent = chat.messages.find(({ author }) => author === 'agent')?.authorName ?? '';
  const start = chat.requestedAt + 4 * MINUTE;
  Object.assign(chat, { startedAt: start, endedAt: start + 9 * MINUTE });
  rewritten(chat, [
    { ...by(chat, 'agent', 'Hello.', start), authorName: agent },
    by(chat, 'visitor', 'Is it open today?', start + 20 * SECOND),
    { ...by(chat, 'agent', 'It is.', start + 110 * SECOND), authorName: agent },
  ]);
  await using desk = await startDesk(world, { capabilities: SHOWS_VIEWS });
  await using view = await open(chat, { client: desk.client });
  expect(await view.frame.locator('.silence').allInnerTexts()).toEqual([
    'The visitor waited 4 min',
    'The visitor waited 90 s',
  ]);
  expect((await rowsIn(view)).get('Longest waits')?.map((words) => words.split(' (')[0]?.slice(0, 5))).toEqual([
    '4 min',
    '90 s ',
  ]);
});

describe('of a chat that was left without an answer', () => {
  const QUESTION = 'And where is my parcel now?';
  const world = smallWorld();
  const chat = chatOf(world, ({ missed, endedAt }) => !missed && endedAt !== undefined);
  const agent = chat.messages.find(({ author }) => author === 'agent')?.authorName ?? '';
  const says = (author: Message['author'], text: string, after: number): Message => ({
    ...by(chat, author, text, (chat.startedAt ?? 0) + after),
    ...(author === 'agent' && { authorName: agent }),
  });
  rewritten(chat, [
    says('agent', 'Hello, how can I help?', 0),
    says('visitor', 'My order has not come.', 20 * SECOND),
    says('agent', 'I will look it up for you.', 11 * MINUTE + 20 * SECOND),
    says('visitor', 'Thank you.', 12 * MINUTE),
    says('agent', 'It left our house on Monday.', 15 * MINUTE),
    says('visitor', QUESTION, 16 * MINUTE),
  ]);
  const left = sharedDesk(() => startDesk(world, { capabilities: SHOWS_VIEWS }));
  const opened = async (options: Partial<Parameters<typeof openView>[0]> = {}) =>
    open(chat, { client: (await left()).client, ...options });

  test('looking alone tells that it is not solved, and what the visitor waited for', async () => {
    await using view = await opened();
    expect(
      await view.frame.getByRole('list', { name: 'What stands out' }).getByRole('listitem').allInnerTexts(),
    ).toContain('!\n1 question without an answer');
    expect(await view.frame.locator('.silence').allInnerTexts()).toEqual([
      'The visitor waited 11 min',
      'The visitor waited 3 min',
    ]);
    const rows = await rowsIn(view);
    const start = chat.startedAt ?? 0;
    // Words that are quoted already are not quoted again.
    expect(rows.get('No answer to')).toEqual([`${QUESTION} ${clock(start + 16 * MINUTE)}, the visitor’s last words`]);
    expect(rows.get('Agent’s last words')).toEqual([`It left our house on Monday. ${clock(start + 15 * MINUTE)}`]);
    expect([...rows.keys()]).not.toContain('Visitor’s last words');
    await view.picture('chat-unanswered');
    await expectNoTrouble(view);
  });

  test('a question and the waits are jumped to by mouse', async () => {
    await using view = await opened({ tallest: 500 });
    await view.frame.getByRole('button', { name: QUESTION }).click();
    await expect.poll(() => focused(view)).toContain(QUESTION);
    await view.frame.getByRole('button', { name: /^11 min / }).click();
    await expect.poll(() => focused(view)).toContain('My order has not come.');
    await view.frame.getByRole('button', { name: 'Unanswered (1)' }).click();
    await expect.poll(() => focused(view)).toContain(QUESTION);
    expect(await view.frame.locator(':focus .mark').innerText()).toBe('No answer');
    expect(view.trouble).toEqual([]);
  });

  test('and by keys, at 320 pixels, and each jump is announced', async () => {
    await using view = await opened({ width: 320, reducedMotion: 'reduce' });
    const list = view.frame.getByRole('list', { name: 'Messages' });
    await list.focus();
    await view.page.keyboard.press('w');
    await expect.poll(() => focused(view)).toContain('My order has not come.');
    const status = view.frame.locator('.told-now');
    expect(await status.innerText()).toBe('Wait of 11 min, 1 of 2');
    await view.page.keyboard.press('w');
    await expect.poll(() => focused(view)).toContain('Thank you.');
    await view.page.keyboard.press('q');
    await expect.poll(() => focused(view)).toContain(QUESTION);
    expect(await status.innerText()).toBe('Question without an answer, 1 of 1');
    // A word says what it means, by keys too.
    const word = view.frame.getByRole('button', { name: '1 question without an answer' });
    await word.focus();
    await view.page.keyboard.press('Enter');
    await view.frame.getByText('no agent wrote anything after it').waitFor();
    await view.page.keyboard.press('Escape');
    await view.frame.getByText('no agent wrote anything after it').waitFor({ state: 'detached' });
    // Two lines of buttons and what was announced, at most.
    await list.focus();
    for (const key of ['q', 'w']) {
      await view.page.keyboard.press(key);
      const bar = `document.querySelector('.jumps').getBoundingClientRect().height`;
      expect(await view.frame.evaluate<number>(bar)).toBeLessThan(90);
    }
    await view.picture('chat-unanswered-320');
    await expectNoTrouble(view);
  });
});

describe('a chat says what is known of it, and no more', () => {
  const world = smallWorld();
  const chat = chatOf(world, ({ missed, endedAt, rating }) => !missed && endedAt !== undefined && rating !== undefined);
  const missed = world.chats.find((one) => one.missed);
  // Each is read once, so that what is written into it must be there before.
  const spares = world.chats.filter((one) => !one.missed && one.endedAt !== undefined && one !== chat);
  const spare = (): Chat => {
    const one = spares.pop();
    if (one === undefined) throw new Error('The world has no more chats');
    return one;
  };
  const agent = chat.messages.find(({ author }) => author === 'agent')?.authorName ?? '';
  const says = (author: Message['author'], text: string, after: number): Message => ({
    ...by(chat, author, text, (chat.startedAt ?? 0) + after * SECOND),
    ...(author === 'agent' && { authorName: agent }),
  });
  const LATER = 'Please cancel the whole order and delete my customer account.';
  rewritten(chat, [
    says('visitor', 'My parcel with the blue lamp has not come yet.', 0),
    says('visitor', 'I must leave soon.', 128),
    says('system', `${agent} joined the chat.`, 136),
    says('agent', 'Hello, the system is slow today.', 299),
    says('visitor', LATER, 500),
    says('agent', 'Done.', 520),
    says('visitor', 'Great, thank you!', 540),
  ]);
  const told = sharedDesk(() => startDesk(world, { capabilities: SHOWS_VIEWS }));
  const opened = async (one: Chat, options: Partial<Parameters<typeof openView>[0]> = {}) =>
    open(one, { client: (await told()).client, ...options });
  /** Shows another chat in the same view. */
  const turnTo = async (view: ShownView, { chatId }: Chat): Promise<void> => {
    await view.show(TOOL, { chat_id: chatId });
    await view.frame.getByRole('heading', { name: `Chat ${chatId}` }).waitFor();
  };
  const signs = ({ frame }: ShownView) => frame.locator('.signs').getByRole('listitem').allInnerTexts();

  test('the head and the waits of an answered chat: each length once, each quotation a way to its message', async () => {
    await using view = await opened(chat);
    // Thanks at the end are no alarm.
    expect(await signs(view)).toEqual([`★\nRated ${chat.rating}`]);
    expect(await view.frame.locator('.silence').allInnerTexts()).toEqual([
      '2.1 min silence',
      'The visitor waited 5 min',
      '3.4 min silence',
    ]);
    const head = await view.frame.locator('.digest').innerText();
    expect(head).toMatch(/Longest wait\s+5 min .* the first response/);
    expect(head).toMatch(/Longest silence\s+3.4 min .* until the visitor wrote/);
    expect(head.match(/5 min/g)).toHaveLength(1);
    for (const [name, text] of [
      [/^5 min /, 'My parcel'],
      [/^3.4 min /, 'the system is slow'],
    ] as const) {
      await view.frame.getByRole('button', { name }).click();
      await expect.poll(() => focused(view)).toContain(text);
      const outline = `getComputedStyle(document.querySelector('.message:focus')).outlineStyle`;
      expect(await view.frame.evaluate<string>(outline)).toBe('solid');
    }
    await view.frame.getByRole('definition').getByRole('button', { name: LATER }).click();
    await expect.poll(() => focused(view)).toContain(LATER);
    const start = chat.startedAt ?? 0;
    expect([...(await rowsIn(view))].filter(([term]) => term.includes('last words'))).toEqual([
      ['Agent’s last words', [`Done. ${clock(start + 520 * SECOND)}`]],
      ['Visitor’s last words', [`Great, thank you! ${clock(start + 540 * SECOND)}`]],
    ]);
    await view.frame.getByRole('button', { name: 'Done.' }).click();
    await expect.poll(() => focused(view)).toContain('Done.');
    await expectNoTrouble(view);
  });

  test('a first response is as long at the head as between its messages', async () => {
    const { service } = await shared();
    // A second less, had the fractions not been cut off each.
    const other = service.world.chats.findLast((one) => !one.missed && one.endedAt !== undefined && one !== chat);
    if (other === undefined) throw new Error('The world has no such chat');
    const start = Math.ceil((other.startedAt ?? 0) / SECOND) * SECOND;
    const name = other.messages.find(({ author }) => author === 'agent')?.authorName ?? '';
    rewritten(other, [
      by(other, 'visitor', 'My lamp is broken.', start + 900),
      { ...by(other, 'agent', 'Hello.', start + 163 * SECOND + 100), authorName: name },
      by(other, 'visitor', 'It came yesterday.', start + 170 * SECOND),
      { ...by(other, 'agent', 'I see.', start + 470 * SECOND), authorName: name },
      by(other, 'visitor', 'And now?', start + 480 * SECOND),
      { ...by(other, 'agent', 'A new one is sent.', start + 780 * SECOND), authorName: name },
      by(other, 'visitor', 'Good.', start + 790 * SECOND),
      { ...by(other, 'agent', 'Goodbye.', start + 1090 * SECOND), authorName: name },
    ]);
    await using view = await open(other);
    expect(await view.frame.locator('.facts').innerText()).toContain('first response 2.7 min');
    expect(await view.frame.locator('.silence').allInnerTexts()).toContain('The visitor waited 2.7 min');
  });

  test('keys that find nothing say no more than is known, and are not offered', async () => {
    await using view = await opened(chat);
    expect(await view.frame.locator('.keys').innerText()).toBe('Keys: w next wait.');
    await view.frame.getByRole('list', { name: 'Messages' }).focus();
    await view.page.keyboard.press('q');
    // The visitor wrote last, and may have asked without anything that reads as a question.
    await view.frame.getByText('No question was found after an agent’s last words').waitFor();
    const answered = rewritten(spare(), [says('visitor', 'Is it open today?', 0), says('agent', 'It is.', 10)]);
    await turnTo(view, answered);
    expect(await view.frame.locator('.keys').count()).toBe(0);
    await view.frame.getByRole('list', { name: 'Messages' }).focus();
    await view.page.keyboard.press('q');
    await view.frame.getByText('No question is left without an agent’s words after it').waitFor();
  });

  test('what the agent did is quoted, and a sentence with a sign of where its message goes on', async () => {
    const DONE = 'I have stopped the subscription and refunded 17.90.';
    const done = rewritten(spare(), [
      says('visitor', 'Please stop my subscription and give me the money back.', 0),
      says('agent', DONE, 20),
      says('visitor', 'Thank you.', 40),
      says('agent', 'Goodbye.', 60),
    ]);
    const cut = rewritten(spare(), [
      says('visitor', 'My parcel came broken.', 0),
      says('agent', `${'Many parcels were on the lorry that day. '.repeat(9)}Yours fell down.`, 10),
      says('visitor', 'Will a new one come today? I need it tomorrow.', 20),
      says('visitor', 'Thank you.\nAnd who takes back the old one?', 30),
      says('visitor', 'Where is the form for it?', 40),
    ]);
    await using view = await opened(done);
    const at = clock((chat.startedAt ?? 0) + 20 * SECOND);
    expect((await rowsIn(view)).get('Agent wrote')).toEqual([`${DONE} ${at}`]);
    await turnTo(view, cut);
    const rows = await rowsIn(view);
    expect(rows.get('Asked for')?.[0]).toMatch(/^My parcel came broken\. \d/);
    expect(rows.get('No answer to')?.map((text) => text.replace(/ \d\d:\d\d.*/, ''))).toEqual([
      'Will a new one come today? …',
      '… And who takes back the old one?',
      'Where is the form for it?',
    ]);
    // Of long last words the end is quoted.
    expect(rows.get('Agent’s last words')?.[0]).toMatch(/^… Many parcels .* Yours fell down\. \d\d:\d\d$/);
    await view.picture('chat-cut');
  });

  test('all waits are gone to in their order, and the longest are told', async () => {
    const lengths = [90, 300, 120, 240, 60];
    const waiting = rewritten(
      spare(),
      lengths.flatMap((length, index) => [
        says('visitor', `I have a word ${index}.`, index * 1000),
        says('agent', 'I see.', index * 1000 + length),
      ]),
    );
    await using view = await opened(waiting);
    const rows = await rowsIn(view);
    expect(rows.get('Longest waits (3 of 5)')?.map((text) => text.split(' ')[0])).toEqual(['5', '4', '2']);
    const next = view.frame.getByRole('button', { name: 'Next wait (5)' });
    for (const index of lengths.keys()) {
      await next.click();
      await expect.poll(() => focused(view)).toContain(`I have a word ${index}.`);
    }
    expect(await view.frame.locator('.told-now').innerText()).toBe('Wait of 60 s, 5 of 5');
  });

  test('of a missed chat nothing reads as if somebody had answered', async () => {
    const silent = world.chats.findLast((one) => one.missed);
    if (missed === undefined || silent === undefined) throw new Error('The world has no missed chat');
    rewritten(missed, [
      by(missed, 'visitor', 'My lamp is broken', missed.requestedAt + SECOND),
      by(missed, 'visitor', 'Is anybody there?', missed.requestedAt + MINUTE),
    ]);
    await using view = await opened(missed);
    expect(await signs(view)).toEqual(['!\nMissed: no agent came', '!\n2 messages without an answer']);
    expect(await view.frame.locator('.digest').innerText()).not.toMatch(/wait|silence|nobody ended it/i);
    expect([...(await rowsIn(view)).keys()]).toEqual(['Asked for', 'Visitor also asked']);
    await view.picture('chat-missed');
    await expectNoTrouble(view);
    await turnTo(
      view,
      rewritten(silent, [by(silent, 'system', 'No agent was available.', silent.requestedAt + MINUTE)]),
    );
    expect(await signs(view)).toEqual(['!\nMissed: no agent came', '·\nThe visitor wrote nothing']);
  });

  test('where no agent wrote, all that the visitor wrote is marked as unanswered, and not each with a word', async () => {
    const left = rewritten(spare(), [
      { ...by(chat, 'bot', 'What is it about?', (chat.startedAt ?? 0) - SECOND) },
      says('visitor', 'You have charged me twice.', 0),
      says('visitor', '???', 60),
      says('system', 'The chat has ended.', 90),
    ]);
    await using view = await opened(left);
    expect(await signs(view)).toContain('!\n2 messages without an answer');
    expect(await view.frame.locator('.mark').count()).toBe(0);
    const marked = z.array(z.string()).parse(
      await view.frame.evaluate(`(() => {
        const alert = getComputedStyle(document.querySelector('.never')).color;
        return [...document.querySelectorAll('.messages > li')]
          .filter((row) => row.matches('.never') || getComputedStyle(row.firstElementChild).borderInlineStartColor === alert)
          .map((row) => (row.querySelector('.text') ?? row).textContent);
      })()`),
    );
    expect(marked).toEqual(['No agent answered what follows', 'You have charged me twice.', '???']);
    await view.frame.getByRole('list', { name: 'Messages' }).focus();
    await view.page.keyboard.press('q');
    await view.frame.getByText('No question was found, and no agent wrote').waitFor();
    // What is asked for is not told as a question again, and a call is no request.
    for (const [term, text] of [
      ['Asked for', 'Is the blue lamp sold out?'],
      ['Visitor asked', 'Are you still looking?'],
    ] as const) {
      const brief = rewritten(spare(), [says('visitor', text, 0)]);
      await turnTo(view, brief);
      const last = `${text} ${clock(brief.messages[0]?.at ?? 0)}, the visitor’s last words`;
      expect([...(await rowsIn(view))]).toEqual([[term, [last]]]);
    }
  });

  test('the ending is one press away, and nothing scrolls within what scrolls', async () => {
    await using view = await opened(chat, { tallest: 400, context: { containerDimensions: { maxHeight: 400 } } });
    const list = 'document.querySelector(".messages")';
    expect(await view.frame.evaluate<number>(`${list}.scrollHeight - ${list}.clientHeight`)).toBe(0);
    const isSeen = (text: string) =>
      view.frame.evaluate<boolean>(`(() => {
        const row = [...document.querySelectorAll('.message')].find((one) => one.textContent.includes('${text}'));
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      })()`);
    expect(await isSeen('Great, thank you!')).toBe(false);
    await view.frame.getByRole('button', { name: 'End' }).click();
    await expect.poll(() => isSeen('Great, thank you!')).toBe(true);
    // The buttons stay in sight.
    await view.frame.getByRole('button', { name: 'Beginning' }).click();
    const title = `Math.round(document.querySelector('h1').getBoundingClientRect().top)`;
    await expect.poll(() => view.frame.evaluate<number>(title)).toBeGreaterThanOrEqual(0);
    expect(await focused(view)).toContain(`Chat ${chat.chatId}`);
    // Also for whoever is faster than the page draws.
    await view.frame.evaluate(`(async () => {
      for (const name of ['End', 'Beginning'])
        [...document.querySelectorAll('.jumps button')].find(({ textContent }) => textContent === name).click();
      for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
    })()`);
    expect(await view.frame.evaluate<number>(title)).toBeGreaterThanOrEqual(0);
    // Its keys work from there, too.
    await view.page.keyboard.press('w');
    await expect.poll(() => isSeen('My parcel')).toBe(true);
  });
});

test('a long chat is loaded as far as somebody looks, and to its end where a question is there', async () => {
  const world = smallWorld();
  const chat = chatOf(world, ({ missed }) => !missed);
  const agent = chat.messages.find(({ author }) => author === 'agent')?.authorName ?? '';
  // As long as a digest is read to its end, and longer than one answer to a view.
  const count = 5700;
  const start = chat.startedAt ?? 0;
  rewritten(
    chat,
    Array.from({ length: count }, (_, index) => ({
      ...by(chat, 'visitor', `Parcel ${index} is on its way to you.`, start + index * SECOND),
      ...(index % 2 === 0 && index < count - 1 && { author: 'agent' as const, authorName: agent }),
      ...(index === count - 1 && { text: 'Is anybody still looking for it?' }),
    })),
  );
  await using desk = await startDesk(world, { capabilities: SHOWS_VIEWS });
  const beside = { tool: TOOL, args: { chat_id: chat.chatId } };
  await using view = await openView({ client: desk.client, view: 'chat', beside });
  const more = view.frame.getByRole('button', { name: /^Load [\d,]+ more messages$/ });
  await more.waitFor();
  const begun = (await messagesIn(view)).length;
  expect(begun).toBeGreaterThan(1000);
  expect(view.calls).toEqual([]);
  await view.frame.getByRole('button', { name: 'Unanswered (1)' }).click();
  await expect.poll(() => focused(view)).toContain('Is anybody still looking for it?');
  expect(await messagesIn(view)).toEqual(chat.messages.map(shownAs));
  expect(view.calls.length).toBeLessThan(6);
  await view.picture('chat-long');
  expect(view.trouble).toEqual([]);
});

test('P7: a hostile chat is text, and nothing but text', async () => {
  const world = smallWorld();
  const chat = chatOf(world, ({ missed }) => !missed);
  const start = chat.startedAt ?? 0;
  const attacks = [
    ...hostileTexts.map(([, text]) => text),
    '<img src=x onerror="parent.postMessage(1)"><script>document.title="taken"</script>',
    'x'.repeat(5000),
    'a\u0301\u0302\u0303\u0304\u0305'.repeat(200),
    'https://evil.example/<script>alert(1)</script>',
  ];
  chat.visitorName = '<script>document.title="taken"</script>\u202Eevil';
  rewritten(
    chat,
    attacks.map((text, index) => by(chat, 'visitor', text, start + index * SECOND)),
  );
  await using desk = await startDesk(world, { capabilities: SHOWS_VIEWS });
  const beside = { tool: TOOL, args: { chat_id: chat.chatId } };
  await using view = await openView({ client: desk.client, view: 'chat', beside, scheme: 'dark', width: 320 });
  await expect.poll(async () => (await messagesIn(view)).length).toBe(attacks.length);
  expect(await view.frame.title()).toBe('Chat operations: chat');
  expect(await view.frame.locator('#view :is(script, img, a, iframe, form, svg, style, link)').count()).toBe(0);
  const shown = (await messagesIn(view)).map(({ text }) => text).join('\n');
  expect(shown).toContain('img src=x onerror=');
  await view.picture('chat-hostile');
  await expectNoTrouble(view);
});

describe('where there is little to show', () => {
  test('an empty chat says so', async () => {
    const { service } = await shared();
    const chat = service.world.chats.findLast(({ missed }) => missed);
    if (chat === undefined) throw new Error('The world has no missed chat');
    await using view = await open(rewritten(chat, []));
    await view.frame.getByText('The chat has no messages.').waitFor();
    expect(await view.frame.locator('.signs').innerText()).toBe(
      '!\nMissed: no agent came\n·\nThe visitor wrote nothing',
    );
    await view.picture('chat-empty');
    await expectNoTrouble(view);
  });

  test('what went wrong is told in the words of the answer, and asking again where that can help', async () => {
    const { client, service } = await shared();
    await using view = await openView({ client, view: 'chat', beside: { tool: TOOL, args: { chat_id: 1 } } });
    const alert = view.frame.getByRole('alert');
    await alert.waitFor();
    const { content } = await client.callTool({ name: TOOL, arguments: { chat_id: 1 } });
    const [block] = content;
    expect(await alert.locator('.words').innerText()).toBe(block?.type === 'text' ? block.text : undefined);
    // There is none of that number, however often it is asked for.
    expect(await view.frame.getByRole('button').count()).toBe(0);
    await view.picture('chat-error');
    await expectNoTrouble(view);
    const left = service.world.chats.findLast(({ missed }) => !missed)?.chatId;
    service.replace = () => new Response('', { status: 503 });
    await view.show(TOOL, { chat_id: left });
    service.replace = () => undefined;
    await view.frame.getByRole('button', { name: 'Try again' }).click();
    await view.frame.getByRole('heading', { name: `Chat ${left}` }).waitFor();
    expect(view.calls).toEqual([{ name: TOOL, args: { chat_id: left } }]);
    // A later answer is shown in its place.
    const [chat] = service.world.chats;
    await view.show(TOOL, { chat_id: chat?.chatId });
    await view.frame.getByRole('heading', { name: `Chat ${chat?.chatId}` }).waitFor();
  });

  test('a host that keeps the data for itself is asked for them', async () => {
    const { client, service } = await shared();
    const [chat] = service.world.chats;
    await using view = await openView({
      client,
      view: 'chat',
      keepsData: true,
      beside: { tool: TOOL, args: { chat_id: chat?.chatId, view: 'digest' } },
    });
    await expect.poll(() => messagesIn(view)).toEqual(chat?.messages.map(shownAs));
    expect(view.calls).toEqual([{ name: TOOL, args: { chat_id: chat?.chatId, view: 'digest' } }]);
  });
});

test('P7: only the host is heard, and its colours are taken over', async () => {
  const { service } = await shared();
  const [chat] = service.world.chats;
  if (chat === undefined) throw new Error('The world has no chat');
  await using view = await open(chat);
  // The top window is not the parent of the view: between them is the sandbox.
  const forged = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { isError: true, content: [] } };
  await view.page.evaluate(
    `document.querySelector('iframe').contentWindow.frames[0].postMessage(${JSON.stringify(forged)}, '*')`,
  );
  await view.tellContext({ theme: 'dark', styles: { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } } });
  const paper = () => view.frame.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await expect.poll(paper).toBe('rgb(1, 2, 3)');
  expect(await view.frame.getByRole('alert').count()).toBe(0);
  expect(await view.frame.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  expect(await messagesIn(view)).toEqual(chat.messages.map(shownAs));
});
