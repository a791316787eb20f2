import { beforeAll, describe, expect, test } from 'vitest';
import { startDesk } from '../../mcp/desk.ts';
import { oneIn } from '../../support/runs.ts';
import { everyWayOut, stringsIn, type WayOut } from './every-way-out.ts';
import { brokenMarksIn, partsIn, worldOf, type Person } from './every-way-out-people.ts';

// Addresses and marks through which a cut goes: of what is half cut away nothing is shown, and no mark is halved.

/** Every four characters of these are like no other word. */
const ADDRESS = 'qzxw.vkjq-wxzv@qxjz.zvwq.org';
const LONG_ADDRESS = `${'qzxwvkjqwxzv'.repeat(5)}@${`${'qxjzzvwqkxqz'.repeat(5)}.`.repeat(3)}zvwq`;

/** A text whose address begins at a place. */
function textWith(address: string, place: number, words: string): string {
  const before = words.repeat(Math.ceil(place / words.length)).slice(0, Math.max(0, place - 1));
  return `${before} ${address} and more is said behind it`;
}

/** The depths of a cut into an address, in characters. */
const DEPTHS = oneIn(2, [1, 5, 14, 16, 26]);
const agentSays = (text: string): Person => ({ said: [{ author: 'agent', text }] });
const visitorSays = (text: string): Person => ({ said: [{ author: 'visitor', text }] });
const at = (cut: number, personWith: (text: string) => Person, words = 'I will write about it soon. '): Person[] =>
  DEPTHS.map((depth) => personWith(textWith(ADDRESS, cut - depth, words)));

const dense = (address: string, characters: number): string =>
  `${address} `.repeat(Math.ceil(characters / (address.length + 1)));

const hello = visitorSays('Hello, my lamp is broken');

const CASES: Readonly<Record<string, readonly Person[]>> = {
  'in a field': [
    // Names, subjects and the texts of lists.
    ...at(60, (name) => ({ ...hello, name, authorName: name }), 'Robin '),
    ...[120, 200].flatMap((cut) => at(cut, (subject) => ({ subject }))),
    ...[60, 160, 240, 20_000].flatMap((cut) => at(cut, (letter) => ({ letter }))),
  ],
  'in a message': [
    ...at(400, agentSays, 'I will write about it soon and '),
    ...at(400, visitorSays, 'Where is the lamp and '),
    ...[2000, 20_000].flatMap((cut) => at(cut, agentSays)),
    ...at(2000, visitorSays),
  ],
  'in nothing but addresses': [
    ...oneIn(3, [0, 1, 2]).flatMap((shift) => {
      const text = `${'x'.repeat(shift)} ${dense(ADDRESS, 24_000)}`;
      return [agentSays(text), visitorSays(text), { letter: text, subject: text, name: text.slice(0, 4000) }];
    }),
    agentSays(dense(LONG_ADDRESS, 95_000)),
    { letter: dense(LONG_ADDRESS, 95_000), subject: dense(LONG_ADDRESS, 95_000) },
  ],
};

describe('D1: a cut through an address', () => {
  describe.each(Object.entries(CASES))('%s', (_name, people) => {
    let ways: readonly WayOut[] = [];
    beforeAll(async () => {
      await using desk = await startDesk(worldOf(people).world, { redact: 'contacts' });
      ways = await everyWayOut(desk);
    });

    test('shows no part of it', () => {
      const found = ways.flatMap(({ asked, strings }) =>
        strings.flatMap((text) =>
          [...partsIn(text, ADDRESS), ...partsIn(text, LONG_ADDRESS)].map((part) => `${asked}: ${part}`),
        ),
      );
      expect(found.slice(0, 20)).toEqual([]);
    });

    test('leaves no half of a mark', () => {
      const found = ways.flatMap(({ asked, strings }) =>
        strings.flatMap((text) => brokenMarksIn(text).map((half) => `${asked}: ${half}`)),
      );
      expect(found.slice(0, 20)).toEqual([]);
    });
  });

  test('in a note, a draft and a category shows no part of it, and no half of a mark', async () => {
    const { world, planted } = worldOf([{ email: ADDRESS, letter: 'My lamp is broken.' }]);
    await using desk = await startDesk(world, { redact: 'contacts' });
    const id = planted[0]?.letter.offlineMessageId;
    await desk.ask('list_offline_messages', { state: 'all' });
    for (const depth of DEPTHS) {
      const decision = {
        note: textWith(ADDRESS, 240 - depth, 'Write back to them '),
        draft_reply: textWith(ADDRESS, 240 - depth, 'We have written to you '),
        category: textWith(ADDRESS, 30 - depth, 'lamps ').slice(0, 60),
      };
      const answers = [
        await desk.ask('record_triage', { offline_message_id: id, priority: 'soon', ...decision }),
        await desk.ask('list_offline_messages', { state: 'all' }),
        await desk.ask('get_offline_message', { offline_message_id: id }),
      ];
      for (const { text, data } of answers) {
        for (const shown of [text, ...stringsIn(data)]) {
          expect([...partsIn(shown, ADDRESS), ...brokenMarksIn(shown)]).toEqual([]);
        }
      }
    }
  });

  test('of a passage shows no part of it, and no half of a mark', async () => {
    const people = Array.from({ length: 30 }, (_, shift) =>
      agentSays(`${'x'.repeat(shift)} ${dense(ADDRESS, 300)}zqneedle ${'y'.repeat(shift)} ${dense(ADDRESS, 300)}`),
    );
    const { world } = worldOf(people);
    await using desk = await startDesk(world, { redact: 'contacts' });
    for (const query of ['zqneedle', 'zqsought']) {
      const { text, data } = await desk.ask('search_transcripts', { query, from: '2026-11-01', limit: 100 });
      expect(data.total).toBe(people.length);
      for (const shown of [text, ...stringsIn(data)]) {
        expect([...partsIn(shown, ADDRESS), ...brokenMarksIn(shown)]).toEqual([]);
      }
    }
  });
});
