import { describe, expect, test } from 'vitest';
import { IS_WHOLE, runs } from '../../support/runs.ts';
import { DESKS, drawDesk, type Cause } from './desks.ts';
import { TRIED, unlikeAgents, verdictsOf, type Tried } from './verdicts.ts';

/** The number of worlds of each kind, size and length. */
const WORLDS = runs(1000, 12);
/** Of a few worlds, chance alone makes more than a twentieth. */
const MOST = IS_WHOLE ? 0.05 : 0.08;

const SIZES = IS_WHOLE ? [20, 100, 250] : [20, 100];
const LENGTHS = IS_WHOLE ? [7, 14, 28] : [7, 14];

const CAUSES: Readonly<Record<Tried, Cause>> = {
  chats: { volume: 1.5 },
  missed: { missed: 1 },
  wait: { wait: 1.5 },
  service_level: { wait: 1.5 },
  duration: { duration: 1.25 },
  transferred: { transferred: 1 },
  rating: { rating: -0.4 },
  first_response: { response: 1.8 },
  response: { response: 1.8 },
  dropped: { dropped: 1.2 },
};

describe.each(SIZES)('of desks with %i chats a day', (perDay) => {
  test('no more than one of twenty changes without a cause is beyond chance, whatever the figure', () => {
    const wrong = counts();
    for (const kind of DESKS) {
      for (const length of LENGTHS) {
        const own = counts();
        for (let seed = 1; seed <= WORLDS; seed += 1) {
          const verdicts = verdictsOf(drawDesk(seed, perDay, length, kind));
          for (const name of TRIED) if (verdicts.get(name) === 'beyond_chance') own[name] += 1;
        }
        for (const name of TRIED) wrong[name] += own[name];
        show(`${kind}, ${perDay} a day, ${length} days, without a cause`, own, WORLDS);
      }
    }
    const worlds = WORLDS * DESKS.length * LENGTHS.length;
    show(`${perDay} a day, without a cause`, wrong, worlds);
    for (const name of TRIED) expect(wrong[name] / worlds, name).toBeLessThanOrEqual(MOST);
  });

  test('changes with a cause are found the more often the longer the periods are', () => {
    const found = LENGTHS.map((length) => {
      const own = counts();
      const worlds = Math.ceil(WORLDS / 10);
      for (const name of TRIED) {
        for (let seed = 1; seed <= worlds; seed += 1) {
          const verdict = verdictsOf(drawDesk(-seed, perDay, length, 'rough', CAUSES[name])).get(name);
          if (verdict === 'beyond_chance') own[name] += 1;
        }
      }
      show(`rough, ${perDay} a day, ${length} days, with a cause`, own, worlds);
      return Object.values(own).reduce((sum, one) => sum + one, 0);
    });
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found.at(-1)).toBeGreaterThan(0);
  });

  test('in no more than one of twenty answers does an agent differ who is like all others', () => {
    const worlds = WORLDS * LENGTHS.length;
    const seeds = Array.from({ length: WORLDS }, (_, index) => index + 1);
    const wrong = LENGTHS.map(
      (length) => seeds.filter((seed) => unlikeAgents(drawDesk(seed, perDay, length, 'rough')).length > 0).length,
    );
    const odd = LENGTHS.map(
      (length) =>
        seeds.filter((seed) => unlikeAgents(drawDesk(seed, perDay, length, 'rough', { oddAgent: 3 })).includes(3))
          .length,
    );
    write(
      `agents, ${perDay} a day, ${LENGTHS.join(', ')} days: wrongly marked ${wrong.join(', ')}, odd one found ${odd.join(', ')} of ${WORLDS}`,
    );
    expect(wrong.reduce((sum, one) => sum + one, 0) / worlds).toBeLessThanOrEqual(MOST);
  });
});

test('of single days nothing is called beyond chance, and what independent chats do not explain is not tested', () => {
  const tested: (string | undefined)[] = [];
  for (const kind of DESKS) {
    for (let seed = 1; seed <= WORLDS; seed += 1) {
      const verdicts = verdictsOf(drawDesk(seed, 250, 1, kind, { volume: 2, wait: 2, missed: 2 }));
      expect([...verdicts.values()]).not.toContain('beyond_chance');
      tested.push(verdicts.get('chats'));
    }
  }
  expect(new Set(tested)).toEqual(new Set(['not_tested', 'within_chance']));
});

function counts(): Record<Tried, number> {
  return {
    chats: 0,
    missed: 0,
    wait: 0,
    service_level: 0,
    duration: 0,
    transferred: 0,
    rating: 0,
    first_response: 0,
    response: 0,
    dropped: 0,
  };
}

function show(what: string, found: Readonly<Record<Tried, number>>, worlds: number): void {
  write(`${what}: ${TRIED.map((name) => `${name} ${((100 * found[name]) / worlds).toFixed(1)} %`).join(', ')}`);
}

/** Only where all are made: what was measured. */
function write(line: string): void {
  if (IS_WHOLE) process.stdout.write(`${line}\n`);
}
