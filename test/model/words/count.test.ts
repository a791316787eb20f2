import { expect, test } from 'vitest';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import { countText, isAre, manyText, nounAhead, nounOfLabel } from '../../../src/model/words/count.ts';

test('one of a thing is no plural', () => {
  expect([0, 1, 2, 11].map((count) => countText(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages', '11 pages']);
  expect([1, 3].map((count) => countText(count, 'day that is', 'days that are'))).toEqual([
    '1 day that is',
    '3 days that are',
  ]);
  expect([0, 1, 2].map(isAre)).toEqual(['are', 'is', 'are']);
});

test('a label is the noun of several, or none', () => {
  expect([1, 2].map((count) => nounOfLabel(count, trusted`chats`))).toEqual(['chat', 'chats']);
  expect([1, 2].map((count) => nounOfLabel(count, trusted`served`))).toEqual(['served', 'served']);
});

test('progress is of a noun and what it is of', () => {
  expect([1, 2].map((count) => nounAhead(count, 'pages of chats'))).toEqual(['page of chats', 'pages of chats']);
});

test('many of a thing have separators', () => {
  expect([0, 1, 1648].map((count) => manyText(count, 'reply', 'replies'))).toEqual([
    '0 replies',
    '1 reply',
    '1,648 replies',
  ]);
});
