import { Foreign } from '../../../src/model/foreign.ts';
import { describe, expect, test, vi } from 'vitest';
import { firstsLike } from '../../../src/insights/triage/similar.ts';
import { atOnce } from '../../support/at-once.ts';

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

  test('of many messages is found in steps, each of which compares a text with few others', () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${LONG} ${index % 2 === 0 ? 'Ana' : 'Bo'} ${index}`);
    using has = vi.spyOn(Set.prototype, 'has');
    const firsts = likeFirsts(texts);
    let steps = 0;
    let step = firsts.next();
    for (; step.done !== true; step = firsts.next()) steps += 1;
    expect(steps).toBe(texts.length);
    expect(new Set(step.value).size).toBe(1);
    // Each run of words once, and those of the first texts again.
    expect(has.mock.calls.length).toBeLessThan(2 * LONG.split(' ').length * texts.length);
  });
});
