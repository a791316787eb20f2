import { Foreign } from '../../../src/model/foreign.ts';
import { describe, expect, test } from 'vitest';
import { languageDetector } from '../../../src/insights/language.ts';
import { foundTopics } from '../../../src/insights/topics/found-topics.ts';
import { SpokenChats } from '../../../src/insights/topics/spoken-chats.ts';
import { ChatId, VisitorId } from '../../../src/model/ids.ts';
import { sampleOf } from '../../../src/model/sampling.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { phrasebooks } from '../../../src/sandbox/world/phrases/languages.ts';
import { createWorld, type Chat } from '../../../src/sandbox/world/world.ts';
import { runs } from '../../support/runs.ts';

// What chats of the sandbox are about is known: each phrase of a visitor is about one of its matters, or about none.

const NOW = Date.UTC(2026, 10, 18, 15, 30);

const BOOKS = Object.entries(phrasebooks);
const MATTERS = BOOKS.flatMap(([, { topics }]) =>
  Object.values(topics).flatMap(({ openings, answers }) => [...openings, ...answers]),
);
const matters = new Map<string, boolean>();

/** Worlds of an ordinary desk, in eight languages. */
const worlds = Array.from({ length: runs(10, 3) }, (_, index) =>
  createWorld({ seed: index + 1, size: 'medium', now: NOW }),
);

/** Whether a phrase is about a matter: an opening may have a greeting before it. */
function isOfMatter(phrase: string): boolean {
  const known = matters.get(phrase) ?? MATTERS.some((one) => phrase === one || phrase.endsWith(` ${one}`));
  matters.set(phrase, known);
  return known;
}

function saidIn({ messages }: Chat) {
  return messages.filter(({ author }) => author === 'visitor');
}

async function spokenIn(chats: readonly Chat[]): Promise<SpokenChats> {
  const spoken = new SpokenChats(await languageDetector());
  for (const chat of chats) {
    spoken.add({
      chatId: ChatId.parse(chat.chatId),
      visitorId: VisitorId.parse(chat.visitorId),
      requestedAt: epochMillis(chat.requestedAt),
      isBefore: false,
      weight: 1,
      said: saidIn(chat).map(({ text }) => new Foreign(text)),
      names: chat.messages.map(({ authorName }) => new Foreign(authorName)),
    });
  }
  return spoken;
}

describe.each([
  [100, 0.7],
  [200, 0.8],
  [1000, 0.85],
])('of %i chats of an ordinary desk in eight languages', (size, leastOfMatters) => {
  test('the first ten topics are what chats are about, by their number, and most of them of the largest language', async () => {
    let [told, ofMatters] = [0, 0];
    const languages = new Map<string | undefined, number>();
    for (const world of worlds) {
      const byId = new Map(world.chats.map((chat) => [chat.chatId, chat]));
      const ids = sampleOf(
        world.chats.filter(({ endedAt = NOW }) => endedAt < NOW).map(({ chatId }) => chatId),
        size,
      );
      const spoken = await spokenIn(ids.flatMap((id) => byId.get(id) ?? []));
      const { most } = await foundTopics(spoken, 10, false);
      expect(most).toHaveLength(10);
      const counts = most.map(({ term }) => term.chats.length);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      for (const { term } of most) {
        // A word of a text is not a part of another word; other forms of it are counted, too.
        const word = new RegExp(String.raw`(?<![\p{L}\-'’])${term.text}(?![\p{L}\-'’])`, 'iu');
        const isIn = ({ text }: { readonly text: string }) => word.test(text);
        const plain = ids.filter((id) => saidIn(byId.get(id) ?? fail()).some(isIn));
        const counted = new Set(term.chats.map((place) => Number(spoken.chats[place]?.chatId)));
        if (/^[\p{Script=Latin} ]+$/u.test(term.text)) {
          expect(plain.filter((id) => !counted.has(id)).length, term.text).toBeLessThanOrEqual(0.1 * plain.length);
        }
        const phrases = [...counted].flatMap((id) => saidIn(byId.get(id) ?? fail()).filter(isIn));
        const about = phrases.filter(({ source }) => isOfMatter(source?.phrase ?? ''));
        told += 1;
        if (2 * about.length > phrases.length) ofMatters += 1;
        const language = spoken.chats[term.chats[0] ?? -1]?.language;
        languages.set(language, (languages.get(language) ?? 0) + 1);
      }
    }

    expect(ofMatters / told).toBeGreaterThan(leastOfMatters);
    const [largest] = [...languages].sort(([, one], [, other]) => other - one);
    expect(largest?.[0]).toBe('en');
  });
});

function fail(): never {
  throw new Error('there is no such chat');
}
