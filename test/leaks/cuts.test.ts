import { describe, expect, test } from 'vitest';
import { first, startDesk, type Desk } from '../mcp/desk.ts';
import { oneIn } from '../support/runs.ts';
import { agentSays, CUT_ADDRESS, dense, DEPTHS, STUFFED_PEOPLE, textWith } from './cut-texts.ts';
import { brokenMarksIn, partsIn } from './marks.ts';
import { SOUGHT, worldOf } from './people.ts';
import { stringsIn } from './ways-out.ts';

// Addresses and marks through which a cut goes, in what the sweep of a planted desk does not write: of what is half cut away nothing
// is shown, and no mark is halved.

describe('D1: a cut through an address', () => {
  test('in a note, a draft and a category shows no part of it, and no half of a mark', async () => {
    const { world, planted } = worldOf([{ email: CUT_ADDRESS, letters: [{ text: 'My lamp is broken.' }] }]);
    await using desk = await startDesk(world, { redact: 'contacts' });
    const id = first(planted).letters[0]?.offlineMessageId;
    await desk.ask('list_offline_messages', { state: 'all' });
    for (const depth of oneIn(2, DEPTHS)) {
      const decision = {
        note: textWith(CUT_ADDRESS, 240 - depth, 'Write back to them '),
        draft_reply: textWith(CUT_ADDRESS, 240 - depth, 'We have written to you '),
        category: textWith(CUT_ADDRESS, 30 - depth, 'lamps ').slice(0, 60),
      };
      const answers = [
        await desk.ask('record_triage', { offline_message_id: id, priority: 'soon', ...decision }),
        await desk.ask('list_offline_messages', { state: 'all' }),
        await desk.ask('get_offline_message', { offline_message_id: id }),
      ];
      for (const { text, data } of answers) {
        for (const shown of [text, ...stringsIn(data)]) {
          expect([...partsIn(shown, CUT_ADDRESS), ...brokenMarksIn(shown)]).toEqual([]);
        }
      }
    }
  });

  test('of a passage shows no part of it, and no half of a mark', async () => {
    const people = Array.from({ length: 30 }, (_, shift) =>
      agentSays(
        `${'x'.repeat(shift)} ${dense(CUT_ADDRESS, 300)}zqneedle ${'y'.repeat(shift)} ${dense(CUT_ADDRESS, 300)}`,
      ),
    );
    const { world } = worldOf(people);
    await using desk = await startDesk(world, { redact: 'contacts' });
    for (const query of ['zqneedle', SOUGHT]) {
      const { text, data } = await desk.ask('search_transcripts', { query, from: '2026-11-01', limit: 100 });
      expect(data.total).toBe(people.length);
      for (const shown of [text, ...stringsIn(data)]) {
        expect([...partsIn(shown, CUT_ADDRESS), ...brokenMarksIn(shown)]).toEqual([]);
      }
    }
  });
});

/** Texts of fields as they are shown, each alone. */
async function fieldsOf(desk: Desk, chatIds: readonly number[]): Promise<unknown[]> {
  const { chats } = (await desk.ask('list_chats', { from: '2026-11-01', limit: 100 })).data;
  const { messages } = (await desk.ask('list_offline_messages', { state: 'all', limit: 100 })).data;
  const { visitors } = (await desk.ask('list_visitors', { limit: 100 })).data;
  const { hits } = (await desk.ask('search_transcripts', { query: SOUGHT, from: '2026-11-01', limit: 100 })).data;
  const transcripts = await Promise.all(
    chatIds.map(async (chat_id) => (await desk.ask('get_chat_transcript', { chat_id })).data.messages),
  );
  return [
    ...chats.map(({ visitor }) => nameOf(visitor)),
    ...messages.flatMap(({ text, subject, visitor }) => [text, subject, nameOf(visitor)]),
    ...visitors.map(nameOf),
    ...hits.flatMap(({ visitor }) => visitor['name'] ?? []),
    ...transcripts.flat().flatMap(({ role, text, author }) => (role === 'visitor' ? [text, author] : [text])),
  ];
}

function nameOf(person: unknown): unknown {
  return typeof person === 'object' && person !== null ? Reflect.get(person, 'name') : undefined;
}

describe('D1: a text that is stuffed with what cannot be seen', () => {
  test('shows no part of an address, no half of a mark, and ends in … unless it was shown to its end', async () => {
    const people = oneIn(4, STUFFED_PEOPLE);
    const { world, planted } = worldOf(people);
    await using desk = await startDesk(world, { redact: 'contacts' });
    const fields = await fieldsOf(
      desk,
      planted.map(({ chat }) => chat.chatId),
    );
    const found = fields.flatMap(stringsIn).flatMap((text) => [...partsIn(text, CUT_ADDRESS), ...brokenMarksIn(text)]);
    expect(found.slice(0, 20)).toEqual([]);
    expect(fields.length).toBeGreaterThan(people.length * 6);
    const unmarked = fields.filter((text) => typeof text !== 'string' || !/(?:zqend(?: zqsought)?|…)$/.test(text));
    expect([...new Set(unmarked)]).toEqual([]);
  });

  test('shows no part of an address in the passage of a long message', async () => {
    const fill = 'the lamp is dark '.repeat(700);
    const said = oneIn(4, [9964, 9972, 9980, 9988]).flatMap((count) => [
      `${fill}${CUT_ADDRESS}${'\u200B'.repeat(count)} zqneedle and ${fill}`,
      `${fill} zqneedle ${'\u200B'.repeat(count)}${CUT_ADDRESS} ${fill}`,
      `${fill} ${CUT_ADDRESS}${'\u200B'.repeat(count - 5000)} zqneedle ${'\u200B'.repeat(count - 5000)}${CUT_ADDRESS} ${fill}`,
    ]);
    const { world } = worldOf(said.map((text) => ({ said: [{ author: 'visitor', text }] })));
    await using desk = await startDesk(world, { redact: 'contacts' });
    const { data } = await desk.ask('search_transcripts', { query: 'zqneedle', from: '2026-11-01', limit: 100 });
    expect(data.total).toBe(said.length);
    const found = data.hits.flatMap(({ passage }) => [...partsIn(passage, CUT_ADDRESS), ...brokenMarksIn(passage)]);
    expect(found).toEqual([]);
    expect(data.hits.filter(({ passage }) => !passage.includes('**zqneedle**'))).toEqual([]);
  });
});
