import { expect, test } from 'vitest';
import { mentions } from '../../../src/insights/triage/mentions.ts';
import { Foreign } from '../../../src/model/foreign.ts';
import { onCpu } from '../../support/cpu-time.ts';

const mentionedIn = (text: string, query: string): boolean => mentions([new Foreign(text)], query);

test('long rows of accents cost no more than other text', () => {
  const text = `Cre\u0300me ${'a'.concat('\u0300\u0316'.repeat(12_000))} refund`;
  const { result, millis } = onCpu(() => mentionedIn(text, 'creme refund'));
  expect(result).toBe(true);
  expect(millis).toBeLessThan(50);
});
