// `node bench/change-causes.ts [FAMILIES] [WITH] [WITHOUT] [FIRST_SEED] [ROUGHNESS] [verbose]`: how often a planted cause of a change is found, named
// first, and how often one is invented, on desks of odds, of queues and of floors, at 45 and 250 chats a day: WITH worlds with a cause,
// WITHOUT without. A roughness other than 1 is one of odds alone.
import { causesOf } from '../src/insights/changes/causes.ts';
import { wholeChange } from '../src/insights/changes/whole.ts';
import { allSteps } from '../src/model/slices.ts';
import { ODDS_CAUSES, oddsWorld, type OddsCause } from './changes/odds-worlds.ts';
import { FLOOR_CAUSES, floorWorld, type FloorCause } from './changes/floor-worlds.ts';
import { QUEUE_CAUSES, queueWorld, type QueueCause } from './changes/queue-worlds.ts';
import { isPlaced, isTruth, type World } from './changes/world.ts';

const NAMED = (process.argv[2] ?? 'odds,queue,floor').split(',');
const WITH = Number(process.argv[3] ?? 200);
const WITHOUT = Number(process.argv[4] ?? WITH);
const FIRST_SEED = Number(process.argv[5] ?? 30_001);
const ROUGHNESS = Number(process.argv[6] ?? 1);
const isVerbose = process.argv[7] !== undefined;

type AnyCause = OddsCause | QueueCause | FloorCause;
type Make = (seed: number, perDay: number, cause: AnyCause | undefined) => World;
const FAMILIES: readonly { name: string; causes: readonly AnyCause[]; make: Make }[] = [
  {
    name: 'odds',
    causes: ODDS_CAUSES,
    make: (seed, perDay, cause) =>
      oddsWorld(
        seed,
        perDay,
        ODDS_CAUSES.find((one) => one === cause),
        ROUGHNESS,
      ),
  },
  {
    name: 'queue',
    causes: QUEUE_CAUSES,
    make: (seed, perDay, cause) =>
      queueWorld(
        seed,
        perDay,
        QUEUE_CAUSES.find((one) => one === cause),
      ),
  },
  {
    name: 'floor',
    causes: FLOOR_CAUSES,
    make: (seed, perDay, cause) =>
      floorWorld(
        seed,
        perDay,
        FLOOR_CAUSES.find((one) => one === cause),
      ),
  },
];

interface Row {
  worlds: number;
  found: number;
  first: number;
  placed: number;
  other: number;
  beyond: number;
  tested: number;
  millis: number;
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The first world of a seed and those after it in which the figure got worse where the cause is: then a person asks. */
function askedWorld(make: Make, seed: number, perDay: number, cause: AnyCause | undefined): World {
  for (let attempt = 0; ; attempt += 1) {
    const world = make(seed + attempt * 1_000_003, perDay, cause);
    if (cause === undefined || world.isAsked) return world;
  }
}

/** The 95% interval of a share (Wilson), in percent. */
function interval(count: number, of: number): string {
  const [share, z] = [count / of, 1.96 ** 2];
  const middle = (share + z / (2 * of)) / (1 + z / of);
  const half = (1.96 / (1 + z / of)) * Math.sqrt((share * (1 - share)) / of + z / (4 * of * of));
  return `${(100 * Math.max(0, middle - half)).toFixed(1)}–${(100 * (middle + half)).toFixed(1)}`;
}

function look(rows: Map<string, Row>, name: string, world: World): void {
  const { table, kind, periods, change, truths, background } = world;
  const start = process.cpuUsage();
  const whole = wholeChange(table, periods, { kind: 'mean' });
  const causes = allSteps(causesOf(table, kind, periods, change));
  const { user, system } = process.cpuUsage(start);
  const isOne = (cause: (typeof causes)[number]) => truths.some((truth) => isTruth(cause, truth));
  const row = rows.get(name) ?? { worlds: 0, found: 0, first: 0, placed: 0, other: 0, beyond: 0, tested: 0, millis: 0 };
  rows.set(name, row);
  row.worlds += 1;
  row.found += Number(causes.some(isOne));
  row.first += Number(causes.slice(0, 1).some(isOne));
  row.placed += Number(causes.some((cause) => truths.some((truth) => isPlaced(cause, truth))));
  row.other += Number(causes.some((cause) => !isOne(cause) && !background.some((truth) => isTruth(cause, truth))));
  row.tested += Number(whole.verdict !== 'not_tested');
  row.beyond += Number(whole.verdict === 'beyond_chance');
  row.millis += (user + system) / 1000;
  if (
    isVerbose &&
    (truths.length === 0
      ? causes.some((cause) => !background.some((truth) => isTruth(cause, truth)))
      : !causes.some(isOne))
  ) {
    const told = causes.map(
      (one) =>
        `${one.kind} ${'by' in one ? `${one.by} ${one.key}` : ''} [${one.days?.join() ?? ''}] ${one.hours?.join('-') ?? ''} p ${one.chance.toExponential(1)} acc ${one.accounts.toFixed(2)} n ${one.rows.length} ${one.observed.toFixed(1)}/${one.expected.toFixed(1)}`,
    );
    say(`${name} ${world.metric} ${periods.now.to} ${JSON.stringify(truths)} => ${told.join(' | ')}`);
  }
}

for (const { name, causes, make } of FAMILIES) {
  if (!NAMED.includes(name)) continue;

  for (const perDay of [45, 250]) {
    const rows = new Map<string, Row>();
    for (let index = 0; index < WITH; index += 1) {
      const cause = causes[index % causes.length];
      look(rows, cause ?? '', askedWorld(make, FIRST_SEED + index, perDay, cause));
    }
    for (let index = 0; index < WITHOUT; index += 1) {
      look(rows, 'none', askedWorld(make, FIRST_SEED + index + 500_000_000, perDay, undefined));
    }
    say(`\n${name}, ${perDay} chats a day, seeds from ${FIRST_SEED}, roughness ${ROUGHNESS}`);
    say(
      '| planted | worlds | found | named first | with its days | something else named | whole beyond chance | CPU ms |',
    );
    say(`|${'---|'.repeat(8)}`);
    const all = [...rows].filter(([one]) => one !== 'none').map(([, row]) => row);
    const sum = (of: (row: Row) => number) => all.reduce((total, row) => total + of(row), 0);
    rows.set('all', {
      worlds: sum((row) => row.worlds),
      found: sum((row) => row.found),
      first: sum((row) => row.first),
      placed: sum((row) => row.placed),
      other: sum((row) => row.other),
      beyond: sum((row) => row.beyond),
      tested: sum((row) => row.tested),
      millis: sum((row) => row.millis),
    });
    for (const [planted, row] of rows) {
      const share = (count: number) => ((100 * count) / row.worlds).toFixed(1);
      const other = `${share(row.other)} (${interval(row.other, row.worlds)})`;
      say(
        `| ${planted} | ${row.worlds} | ${share(row.found)} | ${share(row.first)} | ${share(row.placed)} | ${other} | ${row.beyond} of ${row.tested} | ${(row.millis / row.worlds).toFixed(0)} |`,
      );
    }
  }
}
