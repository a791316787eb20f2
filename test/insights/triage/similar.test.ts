import { Foreign } from '../../../src/model/foreign.ts';
import { describe, expect, test } from 'vitest';
import { firstsLike } from '../../../src/insights/triage/similar.ts';
import { atOnce } from '../../support/at-once.ts';
import { onCpu } from '../../support/cpu-time.ts';

const likeFirsts = (texts: readonly string[]) => firstsLike(texts.map((text) => new Foreign(text)));

describe('nearly the same text', () => {
  const LONG = 'Since this morning nobody can pay in our shop, the page stays white after the card number was entered.';

  test.each([
    ['the same', LONG],
    ['another number', LONG.replace('card number', 'card number').concat(' Order 12345')],
    ['shouted', LONG.toUpperCase()],
    ['another name below', `${LONG} Regards, Ottilie`],
  ])('is found: %s', (_name, text) => {
    expect(atOnce(likeFirsts([LONG, text]))).toEqual([0, 0]);
  });

  test('is not what only begins alike, nor what has no text', () => {
    expect(
      atOnce(likeFirsts([LONG, 'Since this morning my parcel is on its way, thank you for the card.', '', ''])),
    ).toEqual([0, 1, 2, 3]);
  });

  test('is found without spaces, too', () => {
    const text = '本日朝から弊社のショップで決済がすべて失敗しております。';
    expect(atOnce(likeFirsts([text, `${text}!`, '営業時間を教えてください']))).toEqual([0, 0, 2]);
  });

  test('of ten thousand messages takes no time, also where all are nearly the same', () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => `${LONG} ${index % 2 === 0 ? 'Ana' : 'Bo'} ${index}`);
    const { result: firsts, millis } = onCpu(() => atOnce(likeFirsts(texts)));
    expect(millis).toBeLessThan(3000);
    expect(new Set(firsts).size).toBe(1);
  });
});
