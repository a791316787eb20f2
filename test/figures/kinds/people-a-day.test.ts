import { expect, test } from 'vitest';
import { AgentsADaySums } from '../../../src/figures/kinds/people-a-day.ts';
import { agentsWithChats } from '../../../src/figures/metrics/agents-with-chats.ts';
import { NO, UNSETTLED, UNTOLD, YES } from '../../../src/model/codebook/code-states.ts';
import { AgentId, ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import { selectionOf } from '../../support/chats-in-columns.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 18);

/** The figure of chats that came so many hours before or after a midnight in UTC, newest first, each with its agent and whether it was missed. */
function figureOf(
  chats: readonly (readonly [hour: number, agent: number | undefined, missed: number])[],
  zone = 'UTC',
) {
  const selection = selectionOf(
    chats.map(([hour, agentId], index) => ({
      chatId: ChatId.parse(index + 1),
      requestedAt: epochMillis(MIDNIGHT + hour * HOUR),
      visitor: {},
      ...(agentId !== undefined && { agent: { agentId: AgentId.parse(agentId) } }),
    })),
  );
  const sums = new AgentsADaySums(zoneOf(zone));
  sums.add(
    Float64Array.from(chats, ([, , missed]) => missed),
    selection,
    new Uint32Array(chats.length),
  );
  const figure = sums.of(0, undefined, 1);
  return figure && { data: figure.data(agentsWithChats)['agents_with_chats'], words: figure.words(agentsWithChats) };
}

test('one day tells how many there were, several their mean, whoever comes again', () => {
  expect(
    figureOf([
      [3, 7, NO],
      [2, 8, NO],
      [1, 7, NO],
    ]),
  ).toEqual({ data: { mean: 2, n: 2, days: 1 }, words: '2' });
  expect(
    figureOf([
      [3, 7, NO],
      [2, 8, NO],
      [-1, 7, NO],
    ]),
  ).toEqual({
    data: { mean: 1.5, n: 2, days: 2 },
    words: '1.5 a day (2 different on 2 days)',
  });
});

test('days are those of the zone', () => {
  expect(
    figureOf(
      [
        [1, 7, NO],
        [-1, 8, NO],
      ],
      'Europe/Berlin',
    )?.data,
  ).toEqual({ mean: 2, n: 2, days: 1 });
});

test('a missed chat has no agent, even where it names one, and its day counts', () => {
  expect(
    figureOf([
      [3, 7, NO],
      [-1, 8, YES],
    ])?.data,
  ).toEqual({ mean: 0.5, n: 1, days: 2 });
  expect(figureOf([[3, undefined, NO]])?.data).toEqual({ mean: 0, n: 0, days: 1 });
});

test('what nobody can tell is left out, and nothing is said without a chat', () => {
  expect(figureOf([])).toBeUndefined();
  expect(figureOf([[3, 7, UNTOLD]])).toBeUndefined();
  expect(
    figureOf([
      [3, 7, UNTOLD],
      [2, 8, NO],
    ])?.data,
  ).toEqual({ mean: 1, n: 1, days: 1 });
  expect(
    figureOf([
      [3, 7, UNSETTLED],
      [2, 8, NO],
    ]),
  ).toBeUndefined();
});
