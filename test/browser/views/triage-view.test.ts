import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Client } from '@modelcontextprotocol/client';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import type { OfflineMessage, World } from '../../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, MINUTE, NOW, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { IS_WHOLE } from '../../support/runs.ts';
import { openView, SHOWS_VIEWS, type ShownView } from './view-host.ts';

// The board of offline messages as somebody works it off, in the frame of a host. What it shows is held to the world, and what it
// decides to what the server then tells somebody else.

const NAMES = ['Ada', 'Bo', 'Chen', 'Dara', 'Emre', 'Fatima', 'Goran', 'Hana', 'Iris', 'Jonas'];

/** A world in which so many messages wait, each a minute older than the one before, and stand in that order. */
function waitingWorld(count: number): { readonly world: World; readonly waiting: readonly OfflineMessage[] } {
  const world = smallWorld();
  const waiting = Array.from({ length: count }, (_, index): OfflineMessage => {
    const name = `${NAMES[index % NAMES.length]} ${String.fromCodePoint(65 + (index % 26))}${index}`;
    return {
      offlineMessageId: 500_000 + index,
      visitorId: 900_000 + index,
      visitorName: name,
      visitorEmail: `visitor${index}@example.com`,
      visitorPhone: '',
      subject: `Question ${index}.`,
      text: `${name} asks about ${wordsOf(index)}`,
      receivedAt: NOW - HOUR - index * MINUTE,
      unread: true,
      replies: [],
    };
  });
  world.offlineMessages = [...waiting];
  return { world, waiting };
}

/** Text that is like no other: messages that say the same stand together. */
function wordsOf(index: number): string {
  return Array.from({ length: 12 }, (_, place) =>
    String((index + 1) * 7919 * (place + 3)).replaceAll(/\d/g, (digit) => 'qwertyuiop'[Number(digit)] ?? ''),
  ).join(' ');
}

const desk = async (world: World): Promise<Desk> => startDesk(world, { capabilities: SHOWS_VIEWS });

const openBoard = async (client: Client, options: Partial<Parameters<typeof openView>[0]> = {}): Promise<ShownView> => {
  const view = await openView({
    client,
    view: 'triage',
    beside: { tool: 'list_offline_messages', args: { state: 'untriaged' } },
    ...options,
  });
  // The board, or why there is nothing on it.
  await view.frame.locator('#message, .state:not(:has(.spinner))').first().waitFor();
  return view;
};

/** What became of a message, as another client is told. */
const decisionOf = async (other: Client, { offlineMessageId }: OfflineMessage): Promise<string> => {
  const { content } = await other.callTool({
    name: 'get_offline_message',
    arguments: { offline_message_id: offlineMessageId },
  });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
};

const Boxes = z.array(z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }));

const callsOf = (view: ShownView, tool: string): readonly Readonly<Record<string, unknown>>[] =>
  view.calls.flatMap(({ name, args }) => (name === tool ? [args] : []));

/** Presses keys one behind the other within a frame, and waits until the page has drawn what came of them. */
async function pressedAtOnce({ frame }: ShownView, keys: readonly string[]): Promise<void> {
  await frame.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      const pressed = new KeyboardEvent('keydown', { key, bubbles: true });
      document.activeElement.dispatchEvent(pressed);
      // What a browser does by itself for whoever presses it.
      if (key === ' ') document.activeElement.click();
      await undefined;
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  })()`);
}

const heading = (view: ShownView): Promise<string> => view.frame.locator('#message').innerText();
const status = (view: ShownView, words: string | RegExp) => view.frame.getByText(words).first().waitFor();

async function expectSound(view: ShownView): Promise<void> {
  expect(view.trouble).toEqual([]);
  expect(await view.tooWide()).toBeLessThanOrEqual(0);
  expect(await view.seriousFindings()).toEqual([]);
}

describe('the queue is worked off', () => {
  test('by keyboard alone: a key a message, a call a decision, and nothing asked of the service', async () => {
    const { world, waiting } = waitingWorld(7);
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    await view.picture('triage-7');
    await status(view, 'Nothing beside what it says.');
    // Into the frame as by a click, then by keys alone.
    await view.frame.locator('#message').focus();
    const { requests } = await opened.spentOn(async () => {
      for (const [index, message] of waiting.entries()) {
        expect(await heading(view)).toBe(message.visitorName);
        await view.page.keyboard.press(['u', 's', 'w'][index % 3] ?? 'u');
        await status(view, `Saved: message ${message.offlineMessageId}`);
        // What a screen reader says of the message that is shown then.
        const next = waiting[index + 1] ?? message;
        expect(await view.frame.locator('.spoken').innerText()).toContain(`from ${next.visitorName}`);
      }
    });
    await status(view, 'All 7 messages are decided.');
    await view.picture('triage-done');
    expect(requests).toBe(0);
    expect(view.calls.map(({ name }) => name)).toEqual(waiting.map(() => 'record_triage'));
    const other = await opened.clientOf(LOCAL_CALLER);
    const words = ['urgent', 'soon', 'can wait'];
    for (const [index, message] of waiting.entries()) {
      expect(await decisionOf(other, message)).toContain(`; triage: ${words[index % 3]}`);
    }
    await view.page.keyboard.press('r');
    await status(view, 'No untriaged offline message of 7.');
    await view.picture('triage-empty');
    await expectSound(view);
  });

  test('by keys that do nothing while somebody types, with a draft, and back again', async () => {
    const { world, waiting } = waitingWorld(3);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const { keyboard } = view.page;
    await view.frame.locator('#message').focus();
    await keyboard.press('e');
    await keyboard.type('suw? njk! I answer you.');
    expect(view.calls).toEqual([]);
    expect(await heading(view)).toBe(one.visitorName);
    await status(view, 'Not saved yet.');
    await keyboard.press('Escape');
    await keyboard.press('j');
    expect(await view.frame.locator('[data-draft]').inputValue()).toBe('');
    await keyboard.press('k');
    expect(await view.frame.locator('[data-draft]').inputValue()).toBe('suw? njk! I answer you.');
    await keyboard.press('s');
    await status(view, `Saved: message ${one.offlineMessageId}`);
    expect(await heading(view)).toBe(two.visitorName);
    await keyboard.press('b');
    expect(await heading(view)).toBe(one.visitorName);
    await keyboard.press('u');
    await status(view, `Saved: message ${one.offlineMessageId}, Urgent`);
    const kept = await decisionOf(await opened.clientOf(LOCAL_CALLER), one);
    expect(kept).toContain('; triage: urgent');
    expect(kept).toContain('Draft, not sent: suw? njk! I answer you.');
    await view.frame.getByLabel('Search').press('Control+Enter');
    await keyboard.press('Escape');
    await keyboard.press('?');
    await status(view, 'Single keys work');
    await view.frame.getByLabel('Single keys work').uncheck();
    await keyboard.press('Escape');
    await view.frame.locator('#message').press('w');
    expect(callsOf(view, 'record_triage')).toHaveLength(2);
  });

  test('by keys that come faster than the page draws: each finds the board as the one before left it', async () => {
    const { world, waiting } = waitingWorld(3);
    const two = first(waiting.slice(1));
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const { frame, page } = view;
    await frame.getByLabel('Draft reply').focus();
    await page.keyboard.press('Escape');
    await pressedAtOnce(view, ['j', 'e']);
    await page.keyboard.type('us');
    expect(await heading(view)).toBe(two.visitorName);
    expect(await frame.locator('[data-draft]').inputValue()).toBe('us');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await frame.getByLabel('Single keys work').focus();
    await pressedAtOnce(view, [' ', 'Escape', 'w']);
    await frame.getByRole('button', { name: 'Refresh' }).click();
    await status(view, 'The queue was loaded: 3 messages.');
    expect(view.calls.map(({ name }) => name)).toEqual(['list_offline_messages']);
  });

  test('by Ctrl Enter, which asks in place for a priority where nobody has decided, and saves at once where somebody has', async () => {
    const { world, waiting } = waitingWorld(3);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client, { width: 320 });
    const { keyboard } = view.page;
    const draft = view.frame.getByLabel('Draft reply');
    await draft.fill('We look into it.');
    await draft.press('Control+Enter');
    await view.frame.getByRole('alert').getByText('With what priority is it saved?').waitFor();
    await view.picture('triage-lacks-decision');
    expect(view.calls).toEqual([]);
    expect(await heading(view)).toBe(one.visitorName);
    expect(await draft.inputValue()).toBe('We look into it.');
    await expectSound(view);
    await keyboard.press('Enter');
    await status(view, `Saved: message ${one.offlineMessageId}, Can wait`);
    expect(await heading(view)).toBe(two.visitorName);
    // What is decided keeps its level, and the message stays.
    await view.frame.locator('#message').press('b');
    await draft.fill('We have looked into it.');
    await draft.press('Control+Enter');
    await expect.poll(() => callsOf(view, 'record_triage').length).toBe(2);
    expect(callsOf(view, 'record_triage').map(({ priority, draft_reply: kept }) => [priority, kept])).toEqual([
      ['can_wait', 'We look into it.'],
      ['can_wait', 'We have looked into it.'],
    ]);
    expect(await heading(view)).toBe(one.visitorName);
  });

  test('by keys that need a click first, as the board says, and go on behind a choice', async () => {
    const { world, waiting } = waitingWorld(3);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client, { width: 320, scheme: 'dark' });
    const { keyboard } = view.page;
    const hint = view.frame.getByText('Click here to use the keys.');
    const top = async (): Promise<number> => (await view.frame.locator('article').boundingBox())?.y ?? 0;
    await hint.waitFor();
    await view.picture('triage-without-focus');
    const before = await top();
    await keyboard.press('j');
    expect(await heading(view)).toBe(one.visitorName);
    await hint.click();
    await hint.waitFor({ state: 'hidden' });
    expect(await top()).toBe(before);
    await keyboard.press('j');
    expect(await heading(view)).toBe(two.visitorName);
    // Arrows go through the choices; a choice that is made leads back to the board.
    const order = view.frame.getByLabel('Order');
    await order.press('ArrowDown');
    await status(view, 'The queue was loaded: 3 messages.');
    expect(await view.frame.evaluate<string>('document.activeElement.tagName')).toBe('SELECT');
    await keyboard.press('Escape');
    await order.focus();
    await order.selectOption('Newest first');
    await expect.poll(() => callsOf(view, 'list_offline_messages').at(-1)).toMatchObject({ order: 'newest' });
    const options = view.frame.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.first().textContent()).toContain(one.visitorName);
    await keyboard.press('u');
    await expect.poll(() => callsOf(view, 'record_triage').length).toBe(1);
    await expectSound(view);
  });

  test('with Tab through everything, and out of it', async () => {
    const { world } = waitingWorld(2);
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const seen: string[] = [];
    await view.frame.locator('main button').first().focus();
    for (let presses = 0; presses < 40; presses += 1) {
      const name = await view.frame.evaluate<string>(
        // What a field, a list or a button is called.
        '(({ labels, ariaLabel, innerText, role }) => labels?.[0]?.innerText ?? ariaLabel ?? (role || innerText))(document.activeElement)',
      );
      if (name === '' || seen.at(-1) === name) break;
      seen.push(name.split('\n')[0]?.trim() ?? '');
      await view.page.keyboard.press('Tab');
      if (!(await view.frame.evaluate<boolean>('document.hasFocus()'))) break;
    }
    const order = [
      'Keys ?',
      'Show',
      'Search',
      'Refresh r',
      'Previous k',
      'Urgent u',
      'Can wait w',
      'Draft reply e',
      'Category',
      'listbox',
    ];
    expect(seen.filter((name) => order.includes(name))).toEqual(order);
  });

  test('by mouse at 320 px: decide, note, look again, filter; a double click records once', async () => {
    const { world, waiting } = waitingWorld(4);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client, { width: 320, scheme: 'dark', tallest: 1400 });
    const { frame } = view;
    await frame.getByLabel('Draft reply').fill('We look into it.');
    await frame.getByLabel('Category').fill('praise');
    await frame.getByLabel('Note for colleagues').fill('Ask Ben.');
    await view.picture('triage-narrow-typed');
    await frame.getByRole('button', { name: 'Soon', exact: true }).or(frame.locator('.level.soon')).first().dblclick();
    await status(view, `Saved: message ${one.offlineMessageId}`);
    expect(await heading(view)).toBe(two.visitorName);
    expect(callsOf(view, 'record_triage')).toEqual([
      {
        offline_message_id: one.offlineMessageId,
        priority: 'soon',
        draft_reply: 'We look into it.',
        category: 'praise',
        note: 'Ask Ben.',
        replaces: '',
      },
    ]);
    await status(view, '1 of 4 decided, 3 left');
    await frame.getByRole('option', { name: one.visitorName }).click();
    await frame.locator('.level.can_wait').click();
    await status(view, `Saved: message ${one.offlineMessageId}, Can wait`);
    const kept = await decisionOf(await opened.clientOf(LOCAL_CALLER), one);
    expect(kept).toContain('; triage: can wait, praise');
    expect(kept).toContain('Note: Ask Ben.');
    await frame.getByLabel('Show').selectOption('With a draft');
    await status(view, 'Message 1 of 1');
    expect(await heading(view)).toBe(one.visitorName);
    await view.picture('triage-narrow-dark');
    await expectSound(view);
  });
});

describe('the board keeps its shape', () => {
  test('at 320 to 760 px: ages, choices and buttons are whole, and a decision moves none', async () => {
    const { world, waiting } = waitingWorld(4);
    const long = `${'annika_hartmann'.repeat(8)}@example.com`;
    Object.assign(first(waiting), { visitorName: long, visitorEmail: long });
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const { frame, page } = view;
    const row = frame.locator('[role=option]').first();
    const cutOff = (selector: string): Promise<number> =>
      frame.evaluate<number>(
        `[...document.querySelectorAll('${selector}')].filter((one) => {
          const edge = one.closest('li, button').getBoundingClientRect();
          const { left, right } = one.getBoundingClientRect();
          return left < edge.left || right > edge.right || one.scrollWidth > one.clientWidth + 1;
        }).length`,
      );
    // All at once: what is scrolled meanwhile moves none of them beside the others.
    const places = async (): Promise<unknown> => {
      const boxes = Boxes.parse(
        await frame.evaluate(
          "[...document.querySelectorAll('.level, nav button')].map((one) => one.getBoundingClientRect().toJSON())",
        ),
      );
      const { top } = first(boxes);
      return boxes.map((box) => [box.left, box.top - top, box.width, box.height].map(Math.round));
    };
    // What is chosen is readable whole beside the arrow of its field.
    const tooNarrow = (): Promise<number> =>
      frame.evaluate<number>(
        `[...document.querySelectorAll('select')].filter((one) => {
          const pen = document.createElement('canvas').getContext('2d');
          pen.font = getComputedStyle(one).font;
          return one.clientWidth < pen.measureText(one.selectedOptions[0].textContent).width + 30;
        }).length`,
      );
    for (const width of IS_WHOLE ? [320, 480, 760] : [320, 760]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => frame.evaluate('innerWidth')).toBe(width);
      expect(await frame.getByRole('option').locator('.who .quiet').allTextContents()).toHaveLength(4);
      expect(await cutOff('.who .quiet')).toBe(0);
      await row.click();
      const before = await places();
      for (const level of ['can_wait', 'urgent', 'soon']) {
        await row.click();
        await frame.locator(`.level.${level}`).click();
        await row.click();
        await frame.locator(`.level.${level}[aria-pressed=true]`).waitFor();
        expect(await places()).toEqual(before);
      }
      expect(await tooNarrow()).toBe(0);
      await view.picture(`triage-shape-${width}`);
      await expectSound(view);
    }
  });
});

describe('what was decided', () => {
  test('is found when the board is opened again, by its level, and can be changed', async () => {
    const { world, waiting } = waitingWorld(4);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    const other = await opened.clientOf(LOCAL_CALLER);
    for (const [message, priority] of [
      [one, 'urgent'],
      [two, 'can_wait'],
    ] as const) {
      await other.callTool({
        name: 'record_triage',
        arguments: { offline_message_id: message.offlineMessageId, priority },
      });
    }
    await using view = await openBoard(opened.client);
    const { frame } = view;
    await frame.locator('#message').press('b');
    await status(view, 'under Show, Decided');
    const shown = async (): Promise<string[]> => frame.getByRole('option').locator('bdi').allTextContents();
    for (const [choice, names] of [
      ['Decided', [one.visitorName, two.visitorName]],
      ['Decided: can wait', [two.visitorName]],
      ['Decided: soon', []],
      ['Decided: urgent', [one.visitorName]],
    ] as const) {
      await frame.getByLabel('Show').selectOption(choice);
      await expect.poll(async () => (await shown()).toSorted()).toEqual(names);
    }
    await status(view, 'Urgent · decided');
    await frame.locator('.level.soon').click();
    await status(view, `Saved: message ${one.offlineMessageId}, Soon`);
    expect(await heading(view)).toBe(one.visitorName);
    expect(await decisionOf(other, one)).toContain('; triage: soon');
    await view.picture('triage-decided');
    await expectSound(view);
  });
});

describe('nothing is lost', () => {
  test('where two decide about one message: whoever comes later is told, and chooses', async () => {
    const { world, waiting } = waitingWorld(3);
    const message = first(waiting);
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const other = await opened.clientOf(LOCAL_CALLER);
    await view.frame.getByLabel('Draft reply').fill('Mine.');
    opened.service.clock.now += MINUTE;
    await other.callTool({
      name: 'record_triage',
      arguments: {
        offline_message_id: message.offlineMessageId,
        priority: 'urgent',
        draft_reply: 'Theirs.',
        note: 'Called.',
      },
    });
    opened.service.clock.now += MINUTE;
    await view.frame.locator('.level.can_wait').click();
    await view.frame.getByRole('button', { name: 'Look at it' }).click();
    await status(view, '1 of 3 decided, 2 left');
    await status(view, 'Draft: Theirs.');
    expect(await view.frame.getByLabel('Draft reply').inputValue()).toBe('Mine.');
    expect(await decisionOf(other, message)).toContain('Draft, not sent: Theirs.');
    await view.picture('triage-conflict');
    await expectSound(view);
    await view.frame.getByRole('button', { name: 'Save mine: Can wait' }).click();
    await status(view, `Saved: message ${message.offlineMessageId}`);
    const kept = await decisionOf(other, message);
    expect(kept).toContain('; triage: can wait');
    expect(kept).toContain('Draft, not sent: Mine.');
    expect(kept).toContain('Note: Called.');
  });

  test('where the connection fails before a decision is recorded, and behind it', async () => {
    const { world, waiting } = waitingWorld(2);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const call = opened.client.callTool.bind(opened.client);
    const calls = vi.spyOn(opened.client, 'callTool');
    calls.mockImplementationOnce(async () => Promise.reject(new Error('Connection closed')));
    await view.frame.getByLabel('Draft reply').fill('Hello');
    await view.frame.locator('.level.urgent').click();
    await view.frame.getByText(`Message ${one.offlineMessageId} was not saved`).waitFor();
    expect(await heading(view)).toBe(two.visitorName);
    calls.mockImplementationOnce(async (params) => {
      await call(params);
      throw new Error('Connection closed');
    });
    await view.frame.getByRole('button', { name: 'Look at it' }).click();
    expect(await view.frame.getByLabel('Draft reply').inputValue()).toBe('Hello');
    await view.picture('triage-failed');
    await expectSound(view);
    opened.service.clock.now += MINUTE;
    await view.frame.getByRole('button', { name: 'Save it again' }).click();
    await view.frame.getByText(`Message ${one.offlineMessageId} was not saved`).waitFor();
    opened.service.clock.now += MINUTE;
    await view.frame.getByRole('button', { name: 'Look at it' }).click();
    await view.frame.getByRole('button', { name: 'Save it again' }).click();
    await status(view, `Saved: message ${one.offlineMessageId}, Urgent`);
    const kept = await decisionOf(await opened.clientOf(LOCAL_CALLER), one);
    expect(kept).toContain('Draft, not sent: Hello');
  });

  test('where the view is closed: what is typed is saved, at the level that does least where nobody has decided', async () => {
    const { world, waiting } = waitingWorld(2);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    {
      await using view = await openBoard(opened.client);
      await view.frame.locator('.level.soon').click();
      await status(view, `Saved: message ${one.offlineMessageId}`);
      await view.frame.getByLabel('Draft reply').fill('Another half');
      await view.frame.getByRole('option', { name: one.visitorName }).click();
      await view.frame.getByLabel('Draft reply').fill('Half a sen');
    }
    const other = await opened.clientOf(LOCAL_CALLER);
    expect(await decisionOf(other, one)).toMatch(/; triage: soon[^]*Draft, not sent: Half a sen/);
    expect(await decisionOf(other, two)).toMatch(/; triage: can wait[^]*Draft, not sent: Another half/);
  });

  test('where another list is shown meanwhile: what is typed stays, with its message', async () => {
    const { world, waiting } = waitingWorld(3);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client, { canSay: false });
    await view.frame.getByLabel('Draft reply').fill('Half a sen');
    await view.frame.getByLabel('Search').fill(two.visitorName);
    await view.frame.getByLabel('Search').press('Enter');
    await status(view, 'The queue was loaded: 1 message.');
    expect(callsOf(view, 'list_offline_messages')).toEqual([
      { state: 'untriaged', query: two.visitorName, limit: 100 },
    ]);
    await view.frame.getByRole('option', { name: two.visitorName }).click();
    expect(await heading(view)).toBe(two.visitorName);
    await view.frame.getByRole('option', { name: one.visitorName }).click();
    expect(await view.frame.getByLabel('Draft reply').inputValue()).toBe('Half a sen');
    await view.frame.getByRole('button', { name: 'Copy' }).click();
    await status(view, /^The draft was copied/);
    expect(await view.frame.getByRole('button', { name: 'Ask the assistant' }).count()).toBe(0);
    expect(view.trouble).toEqual([]);
  });

  test('where another answer is shown in the same view: what is typed stays, and the board says that it is not kept', async () => {
    const { world, waiting } = waitingWorld(3);
    const [one, two] = [first(waiting), first(waiting.slice(1))];
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const { frame } = view;
    await frame.getByLabel('Draft reply').fill('Half a sen');
    await status(view, 'It is saved with your decision, and as Can wait if this view is closed before.');
    await view.show('list_offline_messages', { state: 'untriaged', query: two.visitorName });
    await status(view, 'Message 1 of 2');
    expect(await frame.getByLabel('Draft reply').inputValue()).toBe('Half a sen');
    await frame.locator('#message').press('j');
    expect(await heading(view)).toBe(two.visitorName);
    await status(view, 'What you typed about 1 undecided message is not saved yet.');
    await view.picture('triage-unkept');
    await expectSound(view);
    await frame.getByRole('button', { name: 'Look at it' }).click();
    expect(await heading(view)).toBe(one.visitorName);
    expect(await frame.getByLabel('Draft reply').inputValue()).toBe('Half a sen');
    await frame.locator('.level.soon').click();
    await status(view, `Saved: message ${one.offlineMessageId}, Soon`);
    expect(await frame.getByText('is not saved yet').count()).toBe(0);
    expect(await decisionOf(await opened.clientOf(LOCAL_CALLER), one)).toContain('Draft, not sent: Half a sen');
  });

  test('where an answer about another account is shown: ids may be the same there, so nothing that was typed goes along', async () => {
    const { world } = waitingWorld(1);
    await using opened = await desk(world);
    await using view = await openBoard(opened.client);
    const draft = view.frame.getByLabel('Draft reply');
    await draft.fill('Half a sen');
    await view.show('list_offline_messages', { state: 'untriaged', account: 'another' });
    await view.frame.getByText('account').first().waitFor();
    await view.show('list_offline_messages', { state: 'untriaged' });
    await draft.waitFor();
    expect(await draft.inputValue()).toBe('');
  });

  test('where the assistant drafts: it is asked in the conversation, and Refresh shows what it kept', async () => {
    const { world, waiting } = waitingWorld(2);
    const message = first(waiting);
    await using opened = await desk(world);
    await using view = await openBoard(opened.client, {
      beside: { tool: 'list_offline_messages', args: { state: 'unanswered' } },
    });
    await view.frame.getByRole('button', { name: 'Ask the assistant for a draft' }).click();
    await view.frame.locator('.draft').getByText('Asked in the conversation.').waitFor();
    expect(view.said).toEqual([
      expect.stringContaining(`Draft a reply to offline message ${message.offlineMessageId}`),
    ]);
    const assistant = await opened.clientOf(LOCAL_CALLER);
    await assistant.callTool({
      name: 'record_triage',
      arguments: { offline_message_id: message.offlineMessageId, priority: 'soon', draft_reply: 'Dear Ada' },
    });
    await view.frame.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => view.frame.getByLabel('Draft reply').inputValue()).toBe('Dear Ada');
    expect(await heading(view)).toBe(message.visitorName);
  });
});

describe('what is shown', () => {
  test('is what the world has, of every message, page by page', async () => {
    const { world, waiting } = waitingWorld(230);
    first(waiting.slice(7)).replies.push({ agentId: first(world.agents).agentId, text: 'Done.', at: NOW - MINUTE });
    const [chat] = world.chats;
    Object.assign(chat ?? {}, { visitorId: first(waiting).visitorId, missed: false, requestedAt: NOW - 30 * MINUTE });
    await using opened = await desk(world);
    await opened.ask('list_chats', { period: 'last_30_days' });
    await using view = await openBoard(opened.client, {
      beside: { tool: 'list_offline_messages', args: { state: 'all' } },
    });
    await view.frame.locator('#message').focus();
    await view.page.keyboard.press('r');
    const rows = view.frame.getByRole('listbox').getByRole('option');
    await status(view, 'The queue was loaded: 230 messages.');
    while ((await rows.count()) < 230) {
      await view.frame.getByRole('listbox').press('End');
      await expect.poll(() => callsOf(view, 'list_offline_messages').length).toBeGreaterThan(1);
    }
    const shown = await rows.allTextContents();
    expect(shown).toHaveLength(230);
    for (const { visitorName, subject } of waiting) {
      expect(shown.filter((row) => row.startsWith(visitorName) && row.includes(subject))).toHaveLength(1);
    }
    await view.frame.getByRole('listbox').press('Home');
    for (const offset of [0, 1, 2]) {
      const name = await heading(view);
      const message = first(waiting.filter(({ visitorName }) => visitorName === name));
      expect(await view.frame.locator('article > .written').innerText(), String(offset)).toBe(message.text);
      await view.page.keyboard.press('j');
    }
    await view.frame.getByRole('option', { name: first(waiting).visitorName }).click();
    await status(view, 'served 30 min later');
    await status(view, 'Of this visitor: 0 other messages, 1 chat');
    await view.frame.getByRole('option', { name: first(waiting.slice(7)).visitorName }).click();
    await view.frame.getByRole('button', { name: 'Show the reply' }).click();
    await status(view, 'Done.');
    expect(callsOf(view, 'list_offline_messages')).toHaveLength(3);
    expect(view.trouble).toEqual([]);
  });

  test('of hostile messages is text', async () => {
    const attacks = [
      '<script>document.title = "owned"</script><img src=x onerror="document.title = `owned`">',
      '</p></article><button onclick="document.title = `owned`">Urgent</button><h1>Offline messages</h1>',
      `\u202Egnp.exe\u202C \u2066hidden\u2069 ${'a\u0301\u0302\u0303\u0304'.repeat(400)}`,
      `${'Z\u0335\u0321\u0322'.repeat(300)} ${'W'.repeat(20_000)}`,
      '[Urgent](javascript:alert(1)) ![x](https://evil.example/x.png) <iframe srcdoc="x"></iframe>',
    ];
    const { world, waiting } = waitingWorld(attacks.length + 2);
    for (const [index, attack] of attacks.entries()) {
      const message = first(waiting.slice(index));
      Object.assign(message, { visitorName: attack.slice(0, 200), subject: attack.slice(0, 300), text: attack });
    }
    Object.assign(first(waiting.slice(5)), {
      visitorName: 'ليلى',
      subject: 'أين طلبي؟',
      text: 'مرحبا، أين طلبي رقم 42؟ شكرا',
    });
    Object.assign(first(waiting.slice(6)), {
      visitorName: '山田',
      subject: '注文について',
      text: '注文がまだ届いていません。よろしくお願いします。',
    });
    await using opened = await desk(world);
    await using view = await openBoard(opened.client, { width: 320 });
    await view.frame.locator('#message').focus();
    for (const [index] of waiting.entries()) {
      await status(view, `Message ${index + 1} of ${waiting.length}`);
      await view.picture(`triage-hostile-${index}`);
      expect(
        await view.frame.locator('script:not([type=module]), img, iframe, a, .written *, .subject *').count(),
      ).toBe(0);
      expect(await view.frame.getByRole('button', { name: /^Urgent/ }).count()).toBe(1);
      expect(await view.tooWide()).toBeLessThanOrEqual(0);
      await view.page.keyboard.press('j');
    }
    expect(await view.frame.title()).toBe('Chat operations: triage');
    await expectSound(view);
  });

  test('to whoever may not decide says so, and has nothing to decide with', async () => {
    const { world } = waitingWorld(2);
    await using opened = await desk(world);
    const reader = { ...LOCAL_CALLER, isIdentified: true, scopes: new Set(['offline:read'] as const) };
    await using view = await openBoard(await opened.clientOf(reader, SHOWS_VIEWS));
    await status(view, 'You can read here, and not decide');
    await view.frame.locator('#message').press('u');
    expect(await view.frame.locator('.level, textarea').count()).toBe(0);
    expect(view.calls).toEqual([]);
    await view.picture('triage-reader');
    await expectSound(view);
  });

  test.each([
    [
      'nobody has prepared, without a message',
      () => Object.assign(smallWorld(), { offlineMessages: [] }),
      'No offline message.',
    ],
    ['where every message is answered', answeredWorld, 'No untriaged offline message of 2.'],
  ])('of a desk %s is why there is nothing', async (_, make, words) => {
    await using opened = await startDesk(make(), { capabilities: SHOWS_VIEWS, codes: {} });
    await using view = await openBoard(opened.client);
    await status(view, words);
    await expectSound(view);
  });

  test('after an error says what went wrong, and asks again', async () => {
    const { world, waiting } = waitingWorld(1);
    await using opened = await desk(world);
    opened.service.gateway = () => {
      throw new Error('cut');
    };
    await using view = await openBoard(opened.client);
    await view.picture('triage-error');
    opened.service.gateway = () => undefined;
    opened.service.clock.now += DAY;
    await view.frame.getByRole('button', { name: 'Try again' }).click();
    await view.frame.locator('#message').waitFor();
    expect(await heading(view)).toBe(first(waiting).visitorName);
  });
});

function answeredWorld(): World {
  const { world, waiting } = waitingWorld(2);
  for (const { replies } of waiting) replies.push({ agentId: first(world.agents).agentId, text: 'Yes.', at: NOW });
  return world;
}
