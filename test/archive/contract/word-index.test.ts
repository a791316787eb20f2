import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '../../../src/archive/words/word-query.ts';
import {
  TranscriptSearch,
  type RankedChat,
  type SearchGrouping,
  type SearchOrder,
} from '../../../src/archive/search/transcript-search.ts';
import { chatRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { InvalidArgument } from '../../../src/model/errors.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { CallerText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { ENGINE, lendArchive } from '../../support/archive/archive-location.ts';
import { runs } from '../../support/runs.ts';
import { writeTranscripts } from './tables-with-transcripts.ts';

// The index of words of the engine under test, without anything around it.

const OWNER = { origin: 'https://desk.example', login: 'one@desk.example' };

let archive: Awaited<ReturnType<typeof lendArchive>>;
let store: Store;
beforeAll(async () => {
  archive = await lendArchive();
  store = await openStore(archive.location, OWNER);
});
afterAll(async () => {
  await store.close();
  await archive[Symbol.asyncDispose]();
});

const write = (
  chats: readonly (readonly string[])[],
  {
    tables = store.tables,
    requestedAt,
  }: Partial<Pick<Store, 'tables'>> & { requestedAt?: (id: number) => number } = {},
): Promise<void> => writeTranscripts(tables, chats, requestedAt);
/** Of all time, in which ids are moments. */
const ranked = (
  query: string,
  selection = {},
  order: SearchOrder = 'best',
  { tables }: Pick<Store, 'tables'> = store,
) =>
  new TranscriptSearch(tables).rank(
    parseQuery(CallerText.parse(query)),
    { start: epochMillis(0), end: epochMillis(1_000_000_000), ...selection },
    order,
  );
const find = async (query: string, selection = {}, { tables } = store): Promise<number[]> =>
  (await ranked(query, selection, 'best', { tables })).first.map(({ chatId }) => chatId);
const among = async (query: string, chats: readonly (readonly string[])[]): Promise<number[]> => {
  await write(chats);
  return (await find(query)).toSorted((one, other) => one - other);
};

describe('a chat is found', () => {
  test('by words that stand anywhere in it, in any order', async () => {
    expect(await among('lamp red', [['the red one', 'a lamp'], ['lamp'], ['red lamp'], []])).toEqual([1, 3]);
  });

  test('by a phrase within one message, and not over two', async () => {
    expect(await among('"red lamp"', [['a red lamp'], ['red', 'lamp'], ['lamp red'], ['red, lamp']])).toEqual([1, 4]);
  });

  test('by the beginning of a word, also at the end of a phrase', async () => {
    const chats = [['my refunds'], ['refund'], ['a prefund'], ['my refusal']];
    expect(await among('refund*', chats)).toEqual([1, 2]);
    expect(await find('"my ref"*')).toEqual(expect.arrayContaining([1, 4]));
  });

  test('when it lacks what is excluded, in every message', async () => {
    const chats = [['lamp', 'red'], ['lamp'], ['lamp', 'green lamp shade']];
    expect(await among('lamp -red', chats)).toEqual([2, 3]);
    expect(await find('lamp -"lamp shade" -red')).toEqual([2]);
  });

  test('in every script, by what is in it', async () => {
    const chats = [['返金してください'], ['السَّلامُ عليكم'], ['👍🏽 danke'], ['Straße ½'], ['กินข้าว'], ['환불해 주세요']];
    for (const [index, query] of ['返金', 'السلام', '👍', 'STRASSE', 'ข้าว', '불해'].entries()) {
      expect(await among(query, chats)).toEqual([index + 1]);
    }
  });
});

test('the best match comes first, and of equal ones the newest', async () => {
  await write([
    ['lamp and that'],
    ['lamp lamp lamp'],
    ['lamp and this'],
    ['shelf and chair and desk and lamp and door and so on'],
  ]);
  expect(await find('lamp')).toEqual([2, 3, 1, 4]);
});

test('of more chats than one statement looks at, all are counted, and ranked together', async () => {
  const DAY = 86_400_000;
  const dayOf = (id: number) => (id % 3) * DAY + id;
  await write([['lamp'], ['lamp lamp lamp'], ['lamp and this'], ['shelf'], ['a lamp lamp'], ['lamp or that']], {
    requestedAt: dayOf,
  });
  const filling = [0, 1, 2].flatMap((day) => Array.from({ length: 5000 }, (_, index) => ({ day, index })));
  await store.tables.upsert(
    'chats',
    filling.map(({ day, index }) => {
      const chatId = ChatId.parse(1_000_000 * (day + 1) + index);
      const at = epochMillis(day * DAY + DAY / 2);
      return chatRow({ chatId, requestedAt: at, visitor: {} }, store.tables.account, at);
    }),
  );
  const best = await ranked('lamp');
  expect(best.first.map(({ chatId }) => chatId).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 5, 6]);
  // Each engine has scores of its own: what they tell is the order, and of equal ones the newest is the first.
  for (const [index, chat] of best.first.entries()) {
    const next = best.first[index + 1] ?? { score: -Infinity, requestedAt: 0 };
    expect(chat.score).toBeGreaterThanOrEqual(next.score);
    if (chat.score === next.score) expect(chat.requestedAt).toBeGreaterThan(next.requestedAt);
  }
  expect(best).toMatchObject({ count: 5, searched: 6 });
  const newest = await ranked('lamp', {}, 'newest');
  expect(newest.first.map(({ chatId }) => chatId)).toEqual([5, 2, 1, 6, 3]);
  const oldest = await ranked('lamp', {}, 'oldest');
  expect(oldest.first.map(({ chatId }) => chatId)).toEqual([3, 6, 1, 2, 5]);
  expect(await ranked('lamp', { start: epochMillis(DAY), end: epochMillis(2 * DAY + 3) })).toMatchObject({
    count: 2,
    searched: 3,
  });
  expect(await ranked('lamp', { country: 'mexico' })).toMatchObject({ count: 2, searched: 3 });
});

test('what is searched is counted by agent, country and time, in parts that name a chat', async () => {
  await write([['lamp'], ['lamp'], ['lamp'], ['lamp']], { requestedAt: (id) => id * 900_000 - 1 });
  const selection = { start: epochMillis(0), end: epochMillis(1_000_000_000) };
  const search = new TranscriptSearch(store.tables);
  const countsBy = async (by: SearchGrouping) =>
    (await search.searchedBy(by, selection))
      .map(({ key, chats, chatId }) => [key, chats, chatId])
      .toSorted(([, , one], [, , other]) => Number(one) - Number(other));
  expect(await countsBy('agent')).toEqual([[null, 4, 4]]);
  expect(await countsBy('country')).toEqual([
    ['norway', 2, 3],
    ['mexico', 2, 4],
  ]);
  expect(await countsBy('day')).toEqual([1, 2, 3, 4].map((id) => [(id - 1) * 900_000, 1, id]));
  const found = new Map<number, string | undefined>();
  const add = ({ chatId, country }: RankedChat) => void found.set(chatId, country);
  await search.rank(parseQuery(CallerText.parse('lamp')), selection, 'best', { add, by: 'country' });
  expect(found).toEqual(
    new Map([
      [1, 'norway'],
      [2, 'mexico'],
      [3, 'norway'],
      [4, 'mexico'],
    ]),
  );
});

test('of a period, and of a place however it is written', async () => {
  await write([['lamp'], ['lamp'], ['lamp'], ['lamp']]);
  expect(await find('lamp', { start: epochMillis(2), end: epochMillis(4) })).toEqual([3, 2]);
  expect(await find('lamp', { country: 'MEXICO' })).toEqual([4, 2]);
  expect(await find('lamp', { country: 'norway', end: epochMillis(3) })).toEqual([1]);
  expect(await find('lamp', { country: 'norway', city: 'Bergen' })).toEqual([]);
});

test('what is written again replaces what was there, and what is forgotten is not found', async () => {
  await write([['lamp'], ['shelf']]);
  const chatId = ChatId.parse(1);
  await store.tables.transaction((tables) => tables.indexWords([{ chatId, messages: [['shelf'], ['chair']] }]));
  expect(await find('lamp')).toEqual([]);
  expect(await find('shelf chair')).toEqual([1]);
  await store.tables.transaction((tables) => tables.forgetTranscripts([chatId]));
  expect(await find('shelf')).toEqual([2]);
  expect(await new TranscriptSearch(store.tables).count(parseQuery(CallerText.parse('shelf')), {})).toEqual({
    count: 1,
    newest: 2,
  });
});

test.runIf(ENGINE === 'postgres')('a desk finds nothing of another one in the same database', async () => {
  const other = await openStore(archive.location, { ...OWNER, login: 'two@desk.example' });
  await write([['lamp'], ['shelf']]);
  await write([['shelf'], ['lamp'], ['lamp']], other);
  expect(await find('lamp')).toEqual([1]);
  expect(await find('lamp', {}, other)).toEqual([3, 2]);
  await other.tables.transaction((tables) => tables.forgetTranscripts([ChatId.parse(2)]));
  expect(await find('shelf')).toEqual([2]);
  await other.close();
});

test('a transcript that is too long for an index is found by what fits', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(' ');
  await write([[`begin here ${many}`], ['x '.repeat(40_000), 'and the end'], ['y'.repeat(5000)]]);
  expect(await find('"begin here" w17')).toEqual([1]);
  expect(await find('x end')).toEqual([2]);
  expect(await find('y*')).toEqual([3]);
});

describe('chance', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'ab', 'ba');
  const message = fc.array(word, { maxLength: 6 });
  const term = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    isPrefix: fc.boolean(),
    isUnwanted: fc.boolean(),
  });
  type Term = typeof term extends fc.Arbitrary<infer Value> ? Value : never;

  /** Whether a reader would find a term: words side by side in one message, the last one perhaps going on. */
  const stands = ({ words, isPrefix }: Term, messages: readonly (readonly string[])[]): boolean => {
    const wanted = ` ${words.join(' ')}${isPrefix ? '' : ' '}`;
    return messages.some((one) => ` ${one.join(' ')} `.includes(wanted));
  };

  test('finds what a reader finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(message, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        fc.array(term, { maxLength: 3 }),
        term,
        async (chats, terms, first) => {
          const all = [{ ...first, isUnwanted: false }, ...terms];
          const query = all.map(
            (one) => `${one.isUnwanted ? '-' : ''}"${one.words.join(' ')}"${one.isPrefix ? '*' : ''}`,
          );
          const expected = chats.flatMap((messages, index) =>
            all.every((one) => stands(one, messages) !== one.isUnwanted) ? [index + 1] : [],
          );
          expect(
            await among(
              query.join(' '),
              chats.map((messages) => messages.map((one) => one.join(' '))),
            ),
          ).toEqual(expected);
        },
      ),
      { numRuns: runs(60, 20) },
    );
  });

  test('no query fails, whatever is in it, nor a transcript', async () => {
    const signs =
      '" \' - * ( ) : \\ | & ! <-> AND NOT NEAR a 返 😀 \0 \uD800 \uE000 \u200D \u0301 ß { } ^ + ; -- % _ $1 ?';
    const part = fc.constantFrom(' ', ...signs.split(' '));
    const text = fc.oneof(fc.string({ unit: part, maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(text, fc.array(text), async (query, messages) => {
        await write([messages, [query]]);
        try {
          // What only has what it must not have is not found; what has no such thing is found by itself.
          const hasUnwanted = parseQuery(CallerText.parse(query)).unwanted.length > 0;
          if (!hasUnwanted) expect(await find(query)).toContain(2);
          else await find(query);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgument);
        }
      }),
      { numRuns: runs(200, 60) },
    );
  });
});
