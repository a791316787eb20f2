import { array, assert, constantFrom, integer, oneof, option, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priorityOf, type MessageFacts, type Priority } from '../../../src/insights/triage/priority.ts';
import { usualReplyTimeOf } from '../../../src/insights/triage/usual-reply-time.ts';
import { seconds } from '../../../src/model/time/units.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NOTHING_KNOWN = usualReplyTimeOf([]);

const facts = (text: string, more: Partial<MessageFacts> = {}): MessageFacts => ({
  text,
  age: seconds(0),
  unansweredBefore: 0,
  contactsBefore: 0,
  ...more,
});
const scoreOf = (text: string, more: Partial<MessageFacts> = {}): Priority =>
  priorityOf(facts(text, more), NOTHING_KNOWN);
const kindsOf = (text: string): string[] => scoreOf(text).evidence.map(({ kind }) => kind);

describe('a score', () => {
  const words = [
    'lawyer',
    'URGENT',
    'tomorrow',
    'refund',
    'newsletter',
    'no rush',
    'smoke',
    'our shop',
    'is down',
    'order 55190',
    'thank you to',
    '返金',
    'غدا',
    '!!!',
  ];
  const anyFacts = record({
    text: array(oneof(constantFrom(...words), string()), { maxLength: 12 }).map((parts) => parts.join(' ')),
    age: integer({ min: -DAY, max: 400 * DAY }).map(seconds),
    unansweredBefore: integer({ min: 0, max: 40 }),
    contactsBefore: integer({ min: 0, max: 400 }),
    missedChatBefore: option(integer({ min: 0, max: 30 * DAY }).map(seconds), { nil: undefined }),
  });

  test('is the sum of its evidence, in whole points from 0 to 100', () => {
    assert(
      property(anyFacts, (message) => {
        const { score, evidence } = priorityOf(message, NOTHING_KNOWN);
        expect(evidence.reduce((sum, { points }) => sum + points, 0)).toBe(score);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(evidence.every(({ points }) => points !== 0)).toBe(true);
      }),
    );
  });

  test('is never lower for a message that has waited longer, or was repeated', () => {
    assert(
      property(anyFacts, integer({ min: 0, max: 30 * DAY }), (message, longer) => {
        const { score } = priorityOf(message, NOTHING_KNOWN);
        const later = {
          ...message,
          age: seconds(message.age + longer),
          unansweredBefore: message.unansweredBefore + 1,
        };
        expect(priorityOf(later, NOTHING_KNOWN).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('words', () => {
  test.each([
    ['safety', 'There is smoke coming out of the charger'],
    ['safety', 'Aus dem Stecker kam Rauch'],
    ['safety', 'Il y a une odeur de brûlé'],
    ['safety', 'Sale humo del enchufe'],
    ['safety', 'Saiu fumaça do carregador'],
    ['safety', 'Det kom røyk fra laderen'],
    ['safety', 'コンセントから煙が出ました'],
    ['safety', 'خرج دخان من الشاحن'],
    ['legal', 'My lawyer will write to you'],
    ['legal', 'Sonst gehe ich zum Anwalt'],
    ['legal', 'يتصل بكم المحامي'],
    ['outage', 'Our web site is down'],
    ['outage', 'Der Shop ist nicht erreichbar'],
    ['outage', 'サーバーが落ちています'],
    ['cancellation', 'Ich möchte kündigen'],
    ['cancellation', '解約したいです'],
    ['cancellation', 'Jeg vil avbestille'],
    ['money', 'I was charged twice'],
    ['money', 'É possível o reembolso?'],
    ['deadline', 'We need it tomorrow'],
    ['deadline', 'Frist: bis morgen'],
    ['deadline', '本日中にお願いします'],
  ])('of %s are found in: %s', (kind, text) => {
    expect(kindsOf(text)).toContain(kind);
  });

  test.each([
    ['Guten Morgen, wann haben Sie offen?', 'deadline'],
    ['Buenas, por la mañana llamo.', 'deadline'],
    ['Is the smoke detector white?', 'safety'],
    ['It is not urgent at all', 'hurry'],
    ['Ein schönes Brandenburg', 'safety'],
    ['A gift for my wife', 'safety'],
    ['それだけが気がかりです', 'safety'],
    ['C’est la bonne marque, god bless', 'safety'],
  ])('mean nothing else in: %s', (text, kind) => {
    expect(kindsOf(text)).not.toContain(kind);
  });

  test('are quoted as they were written', () => {
    const [legal] = scoreOf('I will call my LAWYER.').evidence;
    expect(legal).toMatchObject({ kind: 'legal', said: 'LAWYER' });
  });

  test.each(['no rush', 'kein Stress', 'rien d’urgent', 'sin prisa', 'sem pressa', 'det haster ikke', '急ぎません'])(
    'that say there is no hurry lower the score: %s',
    (calm) => {
      const text = 'My refund has not come, and it was promised until tomorrow.';
      expect(scoreOf(`${text} ${calm}`).score).toBeLessThan(scoreOf(text).score);
    },
  );

  test('behind thousands of characters are not looked for', () => {
    expect(scoreOf(`${'nothing '.repeat(1000)} smoke`).evidence).toEqual([]);
  });
});

describe('age', () => {
  test('counts against the times in which this desk replies', () => {
    const usual = usualReplyTimeOf(Array.from({ length: 20 }, (_, index) => seconds((index + 1) * HOUR)));
    expect(usual).toEqual({ source: 'replies', n: 20, median: 10.5 * HOUR, p90: 18 * HOUR });
    const pointsAt = (hours: number) => priorityOf(facts('hm', { age: seconds(hours * HOUR) }), usual).score;
    expect(pointsAt(10)).toBe(0);
    expect(pointsAt(11)).toBeGreaterThan(0);
    expect(pointsAt(19)).toBeGreaterThan(pointsAt(11));
  });

  test('counts against a day where hardly any reply is known', () => {
    expect(usualReplyTimeOf(Array.from({ length: 9 }, () => seconds(60)))).toMatchObject({
      source: 'assumed',
      n: 9,
      median: DAY,
    });
  });

  test('of months does not outweigh safety', () => {
    const old = scoreOf('My parcel has not arrived', { age: seconds(300 * DAY), unansweredBefore: 5 });
    expect(scoreOf('The charger started to smoke').score).toBeGreaterThan(old.score);
  });
});

test.each([
  ['one long word', 'a'.repeat(1_000_000)],
  ['capitals', 'A'.repeat(1_000_000)],
  ['marks', '\u0301'.repeat(1_000_000)],
  ['exclamations', '! '.repeat(500_000)],
  ['beginnings of phrases', 'konto … geht keine took from '.repeat(40_000)],
  ['ideographs', '明'.repeat(1_000_000)],
  ['halves of emoji', '\uD83D'.repeat(1_000_000)],
])('a hostile text takes no time: %s', (_name, text) => {
  const start = performance.now();
  scoreOf(text);
  expect(performance.now() - start).toBeLessThan(1000);
});
