import { array, assert, asyncProperty, boolean, constantFrom, integer, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { DayLooks } from '../../../src/archive/walking/day-looks.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { addDays, parseUtcDay, type UtcDay } from '../../../src/model/time/day.ts';
import { AgentId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { ENGINE, lendArchive } from '../../support/archive/archive-location.ts';
import { runs } from '../../support/runs.ts';

// Looks are kept, and are those that anybody had, by whatever clock they are asked for.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const FIRST_DAY = parseUtcDay('2026-11-10');
const DAYS = 4;
const AGENT = AgentId.parse(7);

const day = integer({ min: 0, max: DAYS - 1 }).map((index) => addDays(FIRST_DAY, index));
const moment = integer({ min: 1, max: 9 }).map(epochMillis);
const step = record({
  /** A look that somebody has before the question. */
  look: option(record({ day, agent: constantFrom(0 as const, AGENT), at: moment, by: constantFrom(0, 1) })),
  from: day,
  to: day,
  isOfAgent: boolean(),
  now: moment,
});

const look = ({ tables }: Store, day: UtcDay, agent: AgentId | 0, at: number) =>
  tables.upsert('covered_days', [
    {
      account: tables.account,
      day,
      agent_id: agent,
      looked_at: epochMillis(at),
      basis: 'proven',
      open_chats: 0,
      vanished_chats: 0,
      rejected: 0,
    },
  ]);

test('the looks at days are those that there are, whoever has another one, and whatever the clock says', async () => {
  await using archive = await lendArchive();
  const stores = [await openStore(archive.location, OWNER), await openStore(archive.location, OWNER)] as const;
  let now = epochMillis(1);
  const looks = new DayLooks(stores[0].tables, () => now);
  await assert(
    asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
      await stores[0].tables.transaction((tables) => tables.uncoverEverything());
      const had = new Map<string, { day: UtcDay; agent: AgentId | 0; at: number }>();
      for (const { look: one, from, to, isOfAgent, now: at } of steps) {
        if (one !== null) {
          await look(stores[one.by === 0 ? 0 : 1], one.day, one.agent, one.at);
          had.set(`${one.day} ${one.agent}`, one);
        }
        now = at;
        const expected = new Map<UtcDay, number>();
        for (const { day, agent, at } of had.values()) {
          if (day < from || day > to || at > now || (agent !== 0 && !isOfAgent)) continue;
          expected.set(day, Math.max(at, expected.get(day) ?? 0));
        }
        const found = await looks.at({ from, to }, isOfAgent ? AGENT : undefined);
        expect(new Map([...found].map(([day, { at }]) => [day, at]))).toEqual(expected);
      }
    }),
    { numRuns: runs(ENGINE === 'postgres' ? 30 : 100) },
  );
  for (const store of stores) await store.close();
});
