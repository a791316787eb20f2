import { beforeAll, describe, expect, test } from 'vitest';
import { isoTime } from '../../oracle/calendar.ts';
import { lettersOf, sameLetters } from '../../oracle/rows.ts';
import { factsOf } from '../../oracle/truth.ts';
import { phrasebooks } from '../../../src/sandbox/world/phrases/languages.ts';
import type { Chat, Message, World } from '../../../src/sandbox/world/world.ts';
import { readTranscripts, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { oneIn } from '../../support/runs.ts';
import { PROMISES, PROMISES_ON_THE_SPOT } from './promises.ts';
import type { AnswerOf } from '../../mcp/protocol/shapes.ts';

// Digests of more than 200 chats in all languages of the sandbox, each fact against what the world knows of the chat.

type Digest = AnswerOf<'get_chat_transcript'>['digest'];

interface Digested {
  readonly world: World;
  readonly chat: Chat;
  readonly digest: Digest;
  readonly text: string;
}

const SEEDS = [7, 8, 9];
/** Of the 300 chats of each world, beside those in which a visitor wrote last. */
const EVERY = 4;

const digested: Digested[] = [];
beforeAll(async () => {
  for (const seed of SEEDS) {
    const world = smallWorld(seed);
    const chosen = world.chats.filter((one, index) => index % EVERY === 0 || endsWithVisitor(one));
    world.chats = [...oneIn(2, chosen)];
    await using desk = await startDesk(world);
    await readTranscripts(desk);
    for (const chat of world.chats) {
      digested.push({ world, chat, ...(await digestOf(desk, chat)) });
    }
  }
});

async function digestOf(desk: Desk, { chatId }: Chat): Promise<{ digest: Digest; text: string }> {
  const { data, text } = await desk.ask('get_chat_transcript', { chat_id: chatId, view: 'digest' });
  return { digest: data.digest, text };
}

const isParty = ({ author }: Message): boolean => author === 'visitor' || author === 'agent';
const by = ({ messages }: Chat, author: Message['author']): Message[] =>
  messages.filter((message) => message.author === author);

const endsWithVisitor = ({ messages }: Chat): boolean => messages.findLast(isParty)?.author === 'visitor';

/** Questions in the phrase books without a question mark. */
const UNMARKED_QUESTIONS = [
  'do you ship the {item} to {city} and how long does it take',
  'まだですか…',
  'また待つのですか。',
  '{invoice}の領収書を会社名で再発行していただけますか。',
];

/** Greetings that ask, and want no answer. */
const PLEASANTRIES = /^(?:hola, ¿qué tal\?|oi, tudo bem\?)/;

function asks({ source, text }: Message): boolean {
  const phrase = (source?.phrase ?? text).replace(PLEASANTRIES, '');
  if (!/\p{L}/u.test(phrase)) return false;
  return /[?？؟]/.test(phrase) || UNMARKED_QUESTIONS.some((question) => phrase.endsWith(question));
}

/** From the visitor's first message to the first one of an agent after it. */
function firstResponseOf({ messages }: Chat): number | undefined {
  const asked = messages.findIndex(({ author }) => author === 'visitor');
  const answer = messages.slice(asked + 1).find(({ author }) => author === 'agent');
  return asked < 0 || answer === undefined ? undefined : (answer.at - (messages[asked]?.at ?? 0)) / 1000;
}

function turnsOf({ messages }: Chat): number {
  const talk = messages.filter(isParty);
  return talk.filter(({ author }, index) => author !== talk[index - 1]?.author).length;
}

function longestSilenceOf({ messages }: Chat): object | undefined {
  const talk = messages.filter(isParty);
  const silences = talk.slice(1).flatMap((after, index) => {
    const before = talk[index];
    if (before === undefined) return [];
    const isAgents = before.author === 'visitor' || (after.author === 'agent' && !asks(before));
    return [
      {
        seconds: (after.at - before.at) / 1000,
        waiting_for: isAgents ? 'agent' : 'visitor',
        at: isoTime('UTC', before.at),
      },
    ];
  });
  return silences.toSorted((one, other) => other.seconds - one.seconds)[0];
}

function languageOf({ messages }: Chat): string | undefined {
  const item = messages.find(({ source }) => source !== undefined)?.source?.facts.item;
  const language = Object.entries(phrasebooks).find(([, { items }]) => item !== undefined && items.includes(item))?.[0];
  // The code of Norwegian for both of its written forms.
  return language === 'nb' ? 'no' : language;
}

/** Whether a message is what the visitor came for, or one of the things. */
const isOpening = ({ source }: Message): boolean =>
  Object.values(phrasebooks).some(({ topics }) =>
    Object.values(topics).some(({ openings }) => openings.some((opening) => source?.phrase.endsWith(opening))),
  );

/** A sentence of the digest was cut, or is a part of the message as the server shows it. */
function isQuotedFrom(text: string, quote: string): boolean {
  return lettersOf(text).includes(lettersOf(quote.replaceAll(/^… |…$/g, '')));
}

/** Tells a figure that is more than a bound. */
function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function share(part: number, of: number): number {
  return Math.round((1000 * part) / of) / 1000;
}

test('there are enough chats, in every language', () => {
  expect(digested.length).toBeGreaterThan(200);
  // One in which nothing was said is in none.
  expect(new Set(digested.flatMap(({ chat }) => languageOf(chat) ?? []))).toEqual(
    new Set(['en', 'de', 'es', 'fr', 'pt', 'no', 'ja', 'ar']),
  );
});

describe('times', () => {
  test('are those of the chat, and who ended it', () => {
    for (const { chat, digest } of digested) {
      const { requestedAt, startedAt, endedAt, endedBy } = chat;
      expect(digest.wait_seconds).toBe(startedAt && (startedAt - requestedAt) / 1000);
      expect(digest.duration_seconds).toBe(startedAt && endedAt && (endedAt - startedAt) / 1000);
      expect(digest.ended_by).toBe(endedBy ?? 'nobody');
    }
  });

  test('of the first response count from the visitor’s first message', () => {
    for (const { chat, digest } of digested) expect(digest.first_response_seconds).toBe(firstResponseOf(chat));
  });

  test('of the longest silence, and who was waited for', () => {
    for (const { chat, digest } of digested) {
      expect(digest.longest_silence, `chat ${chat.chatId}`).toEqual(longestSilenceOf(chat));
    }
  });
});

describe('who wrote', () => {
  test('how much, how often by turns, and last', () => {
    for (const { chat, digest } of digested) {
      expect(digest.messages).toEqual({
        visitor: by(chat, 'visitor').length,
        agent: by(chat, 'agent').length,
        bot: by(chat, 'bot').length,
        system: by(chat, 'system').length,
        unknown: 0,
      });
      expect(digest.turns).toBe(turnsOf(chat));
      expect(digest.ends_with_visitor).toBe(endsWithVisitor(chat));
    }
  });

  test('in which language', () => {
    const wrong = digested.filter(
      ({ chat, digest }) => digest.language !== undefined && digest.language !== languageOf(chat),
    );
    const told = digested.filter(({ digest }) => digest.language !== undefined);
    report(`language: told of ${told.length} of ${digested.length} chats, wrong of ${wrong.length}`);
    expect(share(wrong.length, told.length)).toBeLessThan(0.02);
    expect(share(told.length, digested.length)).toBeGreaterThan(0.93);
  });
});

describe('what was said', () => {
  test('the questions that nobody answered', () => {
    let some = 0;
    for (const { chat, digest } of digested) {
      const answered = chat.messages.findLastIndex(({ author }) => author === 'agent');
      const open = chat.messages.slice(answered + 1).filter((one) => one.author === 'visitor' && asks(one));
      const expected = open.filter((one, index) => open.findIndex(({ text }) => text === one.text) === index);
      const questions = digest.unanswered_questions ?? [];
      expect(questions.map(({ at }) => at)).toEqual(expected.map(({ at }) => isoTime('UTC', at)));
      for (const [index, { text }] of questions.entries()) {
        expect(isQuotedFrom(expected[index]?.text ?? '', text)).toBe(true);
      }
      some += expected.length;
    }
    expect(some).toBeGreaterThan(digested.length / 25);
  });

  test('the numbers, each once, and none of them as something else', () => {
    let [kinds, numbers] = [0, 0];
    for (const { chat, digest } of digested) {
      const facts: ReadonlyMap<string, string> = new Map([
        ...factsOf(chat),
        // The one that somebody pasted.
        ...(chat.messages.some(({ text }) => text.endsWith('order 123')) ? [['123', 'order'] as const] : []),
      ]);
      const identifiers = digest.identifiers ?? [];
      expect(identifiers.map(({ value }) => value).toSorted()).toEqual([...facts.keys()].toSorted());
      for (const { value, kind } of identifiers) {
        if (kind !== undefined) expect(kind, value).toBe(facts.get(value));
        kinds += kind === undefined ? 0 : 1;
        numbers += 1;
      }
    }
    report(`kinds: told of ${kinds} of ${numbers} numbers, all right`);
    expect(share(kinds, numbers)).toBeGreaterThan(0.5);
  });

  test('the visitor’s request in their own words', () => {
    let [right, all] = [0, 0];
    for (const { chat, digest } of digested) {
      const opening = by(chat, 'visitor').find(isOpening);
      if (opening === undefined) continue;
      all += 1;
      if (digest.request !== undefined && isQuotedFrom(opening.text, digest.request)) right += 1;
      expect(by(chat, 'visitor').some(({ text }) => isQuotedFrom(text, digest.request ?? ''))).toBe(true);
    }
    report(`request: right of ${right} of ${all} chats`);
    expect(share(right, all)).toBeGreaterThan(0.98);
  });

  test('what a visitor asked for besides, before small talk', () => {
    let [listed, all] = [0, 0];
    for (const { chat, digest } of digested) {
      const [, second, third] = by(chat, 'visitor').filter(isOpening);
      if (second === undefined || third !== undefined) continue;
      const { key_sentences: sentences = [], unanswered_questions: questions = [], last_words: last } = digest;
      const places = [...sentences, ...questions, last?.visitor].map((said) => said?.message);
      all += 1;
      listed += places.includes(chat.messages.indexOf(second)) ? 1 : 0;
    }
    report(`second requests: ${listed} of ${all} are told`);
    expect(share(listed, all)).toBeGreaterThan(0.85);
  });

  test('what each of them wrote last, and when', () => {
    for (const { chat, digest } of digested) {
      for (const role of ['visitor', 'agent'] as const) {
        const last = by(chat, role).at(-1);
        const told = digest.last_words?.[role];
        expect(told?.at, `chat ${chat.chatId}`).toBe(last && isoTime('UTC', last.at));
        expect(told?.message).toBe(last && chat.messages.indexOf(last));
        if (told !== undefined) expect(isQuotedFrom(last?.text ?? '', told.text), told.text).toBe(true);
      }
    }
  });

  test('what agents committed to', () => {
    const saidIn = (chat: Chat, phrases: ReadonlySet<string>): Message[] =>
      by(chat, 'agent').filter(({ source }) => [...phrases].some((phrase) => source?.phrase.endsWith(phrase)));
    let [found, promised, onTheSpot, shown] = [0, 0, 0, 0];
    for (const { chat, digest } of digested) {
      const promises = saidIn(chat, PROMISES);
      const lesser = saidIn(chat, PROMISES_ON_THE_SPOT);
      const commitments = digest.commitments ?? [];
      for (const { at, text } of commitments) {
        const source = [...promises, ...lesser].find((one) => isoTime('UTC', one.at) === at);
        expect(isQuotedFrom(source?.text ?? '', text), text).toBe(true);
        onTheSpot += source !== undefined && lesser.includes(source) ? 1 : 0;
      }
      shown += commitments.length;
      // Where some were left out, nobody can see which were found.
      if (digest.left_out?.['commitments'] !== undefined) continue;
      const texts = [...new Set(promises.map(({ text }) => text))];
      promised += texts.length;
      found += texts.filter((text) => commitments.some((one) => isQuotedFrom(text, one.text))).length;
    }
    report(
      `commitments: ${found} of ${promised} promises; ${onTheSpot} of ${shown} shown are kept on the spot, all promise`,
    );
    expect(share(found, promised)).toBeGreaterThan(0.95);
    expect(share(onTheSpot, shown)).toBeLessThan(0.05);
  });

  test('a few sentences of visitor and agent, none of them twice', () => {
    let [solved, shown] = [0, 0];
    for (const { chat, digest } of digested) {
      const sentences = digest.key_sentences ?? [];
      const others = [...(digest.unanswered_questions ?? []), ...(digest.commitments ?? [])].map(({ text }) => text);
      for (const { role, text } of sentences) {
        expect(by(chat, role === 'agent' ? 'agent' : 'visitor').some((one) => isQuotedFrom(one.text, text))).toBe(true);
        expect([digest.request ?? '', ...others].some((other) => other.includes(text))).toBe(false);
      }
      const solutions = by(chat, 'agent').filter(({ source }) =>
        Object.values(phrasebooks).some(({ topics }) =>
          Object.values(topics).some((topic) => topic.solutions.some((phrase) => source?.phrase.endsWith(phrase))),
        ),
      );
      solved += solutions.length;
      const last = digest.last_words?.agent?.text ?? '';
      const quotes = [...sentences.map(({ text }) => text), ...others, last].filter((text) => text !== '');
      shown += solutions.filter(({ text }) => quotes.some((quote) => isQuotedFrom(text, quote))).length;
    }
    report(`solutions: ${shown} of ${solved} are told`);
    expect(share(shown, solved)).toBeGreaterThan(0.88);
  });
});

test('what is not settled is left out, and nothing else is told', async () => {
  const world = smallWorld();
  await using desk = await startDesk(world, { codes: {} });
  await desk.ask('list_support_agents');
  let [told, leftOut] = [0, 0];
  for (const chat of oneIn(
    2,
    world.chats.filter((_, index) => index % EVERY === 0),
  )) {
    const { digest } = await digestOf(desk, chat);
    const facts = [
      [digest.first_response_seconds, firstResponseOf(chat)],
      [digest.turns, turnsOf(chat)],
      [digest.longest_silence, longestSilenceOf(chat)],
      [digest.ends_with_visitor, endsWithVisitor(chat)],
      [digest.ended_by, chat.endedBy ?? 'nobody'],
    ];
    for (const [shown, truth] of facts) {
      if (shown === undefined) leftOut += truth === undefined ? 0 : 1;
      else expect(shown, `chat ${chat.chatId}`).toEqual(truth);
      told += shown === undefined ? 0 : 1;
    }
    const numbers = factsOf(chat);
    for (const { value } of digest.identifiers ?? []) expect([...numbers.keys(), '123']).toContain(value);
  }
  report(`without codes: ${told} facts told, ${leftOut} left out`);
  expect(told).toBeGreaterThan(leftOut);
});

describe('the words', () => {
  test('keep to their budget, and are the same each time', async () => {
    const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
    const lengths = digested.map(({ text }) => encode(text).length);
    report(`tokens of a digest with its foot: at most ${Math.max(...lengths)}`);
    expect(Math.max(...lengths)).toBeLessThan(900);
    const { world } = digested[0] ?? { world: smallWorld() };
    await using desk = await startDesk(world);
    for (const { chat, digest } of digested.filter((one) => one.world === world).slice(0, 20)) {
      expect((await digestOf(desk, chat)).digest).toEqual(digest);
    }
  });

  test('say what the data say', () => {
    for (const { digest, text } of digested) {
      for (const { value } of digest.identifiers ?? []) expect(text).toContain(value);
      for (const said of [...(digest.commitments ?? []), ...(digest.unanswered_questions ?? [])]) {
        expect(text).toContain(`“${said.text}”`);
      }
      if (digest.request !== undefined) expect(text).toContain(sameLetters(digest.request));
    }
  });

  test('stand once in a transcript of several pages, and not beside all messages', async () => {
    const world = smallWorld();
    const chat = world.chats.toSorted((one, other) => other.messages.length - one.messages.length)[0];
    await using desk = await startDesk(world);
    const chat_id = chat?.chatId ?? 0;
    const first = await desk.ask('get_chat_transcript', { chat_id });
    const second = await desk.ask('get_chat_transcript', { chat_id, cursor: first.data.next_cursor });
    expect(first.text).toContain('Request: ');
    expect(second.text).not.toContain('Request: ');
    expect(second.data.digest).toEqual({ messages: first.data.digest.messages });
    const { contents } = await desk.client.readResource({ uri: `chat://chats/${chat_id}/transcript` });
    const resource = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
    for (const { text } of chat?.messages ?? []) expect(lettersOf(resource)).toContain(lettersOf(text));
    expect(resource).not.toContain('Request: ');
  });
});
