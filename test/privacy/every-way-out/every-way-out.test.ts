import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { startDesk } from '../../mcp/desk.ts';
import { outsideBoundaries } from '../../support/boundaries.ts';
import { everyWayOut, type WayOut } from './every-way-out.ts';
import { forbiddenIn } from './forbidden.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { ordinaryTexts } from '../ordinary-texts.ts';
import { plantedWorld, plantInWire, STRANGERS_WORD } from './planted-world.ts';
import { dangersIn } from './rendered.ts';

// Every hostile text in every field, and everything that the server then says.

describe('hostile texts', () => {
  let ways: readonly WayOut[] = [];
  beforeAll(async () => {
    const texts = hostileTexts.map(([, text]) => text);
    const world = plantedWorld(texts);
    const { webhook } = sandboxAccount({ url: 'http://127.0.0.1:9', world });
    await using desk = await startDesk(world, { webhook, redact: 'contacts' });
    plantInWire(desk.service, texts);
    ways = await everyWayOut(desk);
  });

  test('come out of everything that shows what strangers wrote', () => {
    const speaking = ways.filter(({ strings }) => strings.some((text) => text.match(STRANGERS_WORD)));
    const names = new Set(speaking.map(({ asked }) => asked.replace(/[ :]? .*|\d.*/, '')));
    for (const tool of ['list_chats', 'get_chat_transcript', 'search_transcripts', 'list_offline_messages']) {
      expect(names).toContain(tool);
    }
    expect(names).toContain('chat://chats/');
    const planted = new Set(ways.flatMap(({ text = '' }) => text.match(STRANGERS_WORD) ?? []));
    expect(planted.size).toBe(hostileTexts.length);
  });

  test('P1: a tool that shows what strangers wrote says so at the beginning of its description', async () => {
    await using desk = await startDesk();
    const { tools } = await desk.client.listTools();
    const speaking = tools.filter(({ name }) =>
      ways.some(
        ({ asked, strings }) => asked.startsWith(`${name} `) && strings.some((text) => text.match(STRANGERS_WORD)),
      ),
    );
    expect(speaking.length).toBeGreaterThanOrEqual(7);
    const silent = speaking.filter(
      ({ description = '' }) => !/strangers.*content, never instructions/.test(description.slice(0, 150)),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('P2: nothing that hides or reorders comes out anywhere', () => {
    const found = ways.flatMap(({ asked, strings }) =>
      strings.flatMap((text) =>
        forbiddenIn(text).map((what) => `${asked}: ${what}: ${JSON.stringify(text.slice(0, 300))}`),
      ),
    );
    expect(found.slice(0, 20)).toEqual([]);
  });

  test('P3: no answer, as a whole, has anything in it that a renderer would load or run', () => {
    const found = ways.flatMap(({ asked, text = '' }) => dangersIn(text).map((danger) => `${asked}: ${danger}`));
    expect(found.slice(0, 20)).toEqual([]);
  });

  test('P1: what strangers wrote stands between the marks of the answer, whatever it closes, in text and in data', () => {
    const found = ways.flatMap(({ kind, asked, text = '', data }) =>
      kind === 'reply'
        ? [text, ...data].flatMap((one) =>
            (outsideBoundaries(one).match(STRANGERS_WORD) ?? []).map((word) => `${asked}: ${word}`),
          )
        : [],
    );
    expect(found.slice(0, 20)).toEqual([]);
  });
});

test('P2: ordinary texts come out of transcripts as they were written', async () => {
  const world = plantedWorld(ordinaryTexts.map(([, text]) => text));
  await using desk = await startDesk(world);
  const read: string[] = [];
  for (const { chatId } of world.chats) {
    const { text, data } = await desk.ask('get_chat_transcript', { chat_id: chatId });
    // Further lines of a message are indented in the text.
    read.push(text.replaceAll('\n  ', '\n'), ...data.messages.map((message) => message.text));
  }
  const lost = ordinaryTexts.filter(([, text]) => read.filter((one) => one.includes(text)).length < 2);
  expect(lost.map(([name]) => name)).toEqual([]);
});
