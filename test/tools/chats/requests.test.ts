import { describe, expect, test } from 'vitest';
import { digestOf } from './hand-written.ts';

describe('the request', () => {
  test.each([
    [
      'The teapot came on Tuesday, and the lid had a crack. My sister had bought the same one in spring, and hers is fine. '.repeat(
        3,
      ),
      'Could I have my money back?',
    ],
    [
      'Die Kanne kam am Dienstag, und der Deckel hatte einen Sprung. Meine Schwester hat im Frühling dieselbe gekauft. '.repeat(
        3,
      ),
      'Ich hätte gern mein Geld zurück.',
    ],
    ['急須は火曜日に届きました。ふたにひびがあります。'.repeat(6), '返金していただきたいです。'],
  ])('of a long message has its beginning, and what is wanted', async (happened, wanted) => {
    const { digest } = await digestOf([
      ['visitor', `${happened}${wanted}`],
      ['agent', 'One moment.'],
    ]);
    const [beginning = '', end] = digest.request?.split(' … ') ?? [];
    expect(happened).toContain(beginning);
    expect(beginning).not.toBe('');
    expect(end).toBe(wanted);
  });

  test('is none where somebody only called', async () => {
    const { digest, text } = await digestOf([
      ['visitor', 'ehllo?'],
      ['visitor', 'are you still looking?'],
    ]);
    expect(digest).not.toHaveProperty('request');
    expect(text).not.toContain('Request');
  });
});

describe('what a visitor also asked for', () => {
  const TALK = [
    ['visitor', 'Hello, my teapot has not arrived yet.'],
    ['agent', 'Which address did you order to?'],
    ['visitor', 'to the house of my grandmother in the mountains'],
    ['visitor', 'we always have our holidays there in the winter'],
    ['agent', 'It is at the post office since yesterday, anybody can fetch it.'],
    ['visitor', 'my grandmother will walk there tomorrow with the dog'],
  ] as const;
  const SMALL = [
    ['agent', 'That is a good idea.'],
    ['visitor', 'the mountains have so much snow this year'],
    ['visitor', 'bye'],
  ] as const;

  test.each([
    'I also want to give back the cups',
    'One more thing: the sugar bowl has no lid.',
    'can you change the name on my account?',
  ])('comes before small talk: %s', async (second) => {
    const { digest } = await digestOf([...TALK, ['visitor', second], ...SMALL]);
    expect(digest.key_sentences?.map(({ text }) => text).join('\n')).toContain(second);
  });

  test('keeps what is wanted beside what happened', async () => {
    const both = 'Die Tassen kamen zerbrochen an. Ich hätte gern mein Geld zurück.';
    const { digest } = await digestOf([...TALK, ['visitor', both], ...SMALL]);
    expect(digest.key_sentences?.map(({ text }) => text)).toContain(both);
  });
});
