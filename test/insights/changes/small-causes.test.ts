import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/sandbox/world/random.ts';
import { NOW, WEEKS } from './planted.ts';
import { DAY, explain, type WorldChat } from './worlds.ts';

// However sure a cause is, it is not named where it is small beside the change, or beside what chance makes of the whole.

const AGENTS = 20;
const A_DAY = 600;

/** Two weeks of days that differ as a whole; in the later one, agent 1 and all agents take longer by these factors. */
function desk({ agent, all }: { readonly agent: number; readonly all: number }): WorldChat[] {
  const random = createRandom(1, 'small causes');
  return Array.from({ length: 14 }, (_, day) => {
    const mood = random.around(1, 0.15);
    return Array.from({ length: A_DAY }, (__, index): WorldChat => {
      const agentId = (index % AGENTS) + 1;
      const isLater = day >= 7;
      const longer = (isLater ? all : 1) * (isLater && agentId === 1 ? agent : 1);
      return {
        requestedAt: NOW - (14 - day) * DAY + Math.floor((index * DAY) / A_DAY),
        missed: false,
        country: 'Germany',
        agentId,
        wait: 10,
        duration: Math.round(600 * mood * longer * random.around(1, 0.05)),
      };
    });
  }).flat();
}

const named = (chats: readonly WorldChat[]) =>
  explain(chats, WEEKS, 'duration')?.causes.map(({ by, part }) => [by === 'load' ? by : by.name, part?.key]);

describe('an agent with a twentieth of the chats', () => {
  test('is named where its chats take two and a half times as long', () => {
    expect(named(desk({ agent: 2.5, all: 1 }))).toContainEqual(['agent', 1]);
  });

  test('is not named for little beside what chance makes of the whole', () => {
    expect(named(desk({ agent: 1.15, all: 1 }))).toEqual([]);
  });

  test('is not named for little of a large change', () => {
    expect(named(desk({ agent: 1.6, all: 3 }))).toEqual([]);
  });
});
