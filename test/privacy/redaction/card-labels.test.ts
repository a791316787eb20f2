import { describe, expect, test } from 'vitest';
import { CARD_LABELS, OTHER_LABELS } from './card-labels.ts';
import { foundIn } from './redacted.ts';

const NUMBER = '4111111111111111';

describe('D1: what stands before the number of a card', () => {
  test('D1: the tables are as long as those of the attack', () => {
    expect(CARD_LABELS.length).toBeGreaterThanOrEqual(46);
    expect(OTHER_LABELS.length).toBeGreaterThanOrEqual(46);
  });

  test.each(CARD_LABELS)('D1: it is a card: %s', (label) => {
    for (const text of [
      `${label}: ${NUMBER}`,
      `${label} ${NUMBER}, thanks`,
      `Hello, ${label} = ${NUMBER}`,
      `${label} 4111 1111 1111 1111`,
    ]) {
      expect(foundIn(text).filter((found) => found.startsWith('card: '))).toHaveLength(1);
    }
  });

  test.each(OTHER_LABELS)('D1: it is something else: %s', (label) => {
    for (const text of [`${label}: ${NUMBER}`, `${label} ${NUMBER}, thanks`, `Hello, ${label} ${NUMBER}?`]) {
      expect(foundIn(text)).toEqual([]);
    }
  });

  test.each([
    `order number ${NUMBER}, exp 12/29`,
    `order ${NUMBER} cvv 123`,
    `invoice: ${NUMBER} (Visa)`,
    `Bestellung ${NUMBER} gültig bis 12/29`,
    `The order has not come. ${NUMBER}`,
    `I ordered a lamp and a chair, ${NUMBER}`,
  ])('D1: words of paying behind it, or another sentence: %s', (text) => {
    expect(foundIn(text)).toContain(`card: ${NUMBER}`);
  });

  test.each([
    `${NUMBER} is my order number`,
    `${NUMBER} (tracking number)`,
    `${NUMBER} ist die Sendungsnummer`,
    `${NUMBER} es mi número de pedido`,
    `${NUMBER} est le numéro de commande`,
  ])('D1: words behind it, too: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: cards next to words', () => {
  test.each([
    'Visa4111111111111111',
    'VISA4111111111111111',
    'card4111111111111111',
    'Karte4111111111111111',
    'cc4111111111111111',
    'is4111111111111111',
    'card-4111111111111111',
    'visa/4111111111111111',
    'Karte.4111111111111111',
    'card_4111111111111111',
    'nr.4111111111111111',
    'n°4111111111111111',
    '#4111111111111111',
    'card=4111111111111111&exp=1229',
    '4111111111111111thanks',
    '4111111111111111,Anna',
    '4111111111111111;exp:12/29',
    '4111111111111111CVV123',
    '4111111111111111/12/29',
    '我的卡号是4111111111111111请退款',
    '카드번호는4111111111111111입니다',
    '(4111111111111111)',
  ])('D1: %s', (text) => {
    expect(foundIn(text)).toContain('card: 4111111111111111');
  });

  test.each([
    'ORD-4111111111111111',
    'ORD4111111111111111',
    'A4111111111111111',
    'AB4111111111111111GB',
    'order4111111111111111',
    'INV/4111111111111111',
    '4111111111111111GB',
    'https://shop.example/p/4111111111111111',
    'a7f34111111111111111',
    '4111111111111111ab3f',
    'sku_4111111111111111',
    '1.4111111111111111',
  ])('D1: part of something longer: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: cards in groups', () => {
  test.each([
    '4111:1111:1111:1111',
    '4111·1111·1111·1111',
    '4111|1111|1111|1111',
    '4111;1111;1111;1111',
    '4111 | 1111 | 1111 | 1111',
    '4111 · 1111 · 1111 · 1111',
    '4111•1111•1111•1111',
    '4111~1111~1111~1111',
    '4111+1111+1111+1111',
    '4111, 1111, 1111, 1111',
    '4111 / 1111 / 1111 / 1111',
    String.raw`4111\1111\1111\1111`,
    '3782:822463:10005',
    '4111\n1111\n1111\n1111',
    '3782\n822463\n10005',
    '4111) (1111) (1111) (1111',
  ])('D1: %j', (written) => {
    expect(foundIn(`my card\n(${written})\nthanks`)).toEqual([`card: ${written}`]);
  });

  test.each([
    '4111:1111;1111:1111',
    '41:11:11:11:11:11:11:11',
    '4111\n1111\n1111\n1111\n1111',
    '1111\n4111\n1111\n1111\n1111',
    '411111;11111;11111',
  ])('D1: not of a card: %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
