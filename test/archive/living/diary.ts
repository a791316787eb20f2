import { KINDS } from './events.ts';

// What is told of living desks.

/** The counts of what was seen in some lives. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, this.of(what) + 1);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  lines(): string {
    const lines = [...this.#counts].map(([what, count]) => `${what}: ${count}`);
    return lines.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).join('\n');
  }
}

/** Everything that went on in one life, to be told where an answer is wrong. */
export class Diary {
  readonly #lines: string[] = [];
  readonly #began = Date.now();

  note(line: string): void {
    this.#lines.push(`${((Date.now() - this.#began) / 1000).toFixed(3).padStart(12)} s  ${line}`);
  }

  text(): string {
    return this.#lines.join('\n');
  }
}

/**
 * The events that have to happen in the middle of walks, or while a record is on its way, so that lives prove something.
 */
const HAPPENINGS = [
  'comes in the middle of a walk, elsewhere',
  'comes late in the middle of a walk, elsewhere',
  'ends in the middle of a walk, read',
  'changes in the middle of a walk, read',
  'changes in the middle of a walk, ahead',
  'changes hands in the middle of a walk, read',
  'changes hands in the middle of a walk, ahead',
  'moves in the middle of a walk, read',
  'moves in the middle of a walk, ahead',
  'is deleted in the middle of a walk, read',
  'is deleted in the middle of a walk, ahead',
  'returns in the middle of a walk, elsewhere',
  'changes while its record is under way',
  'changes hands while its record is under way',
  'is deleted while its record is under way',
  'requests for pages while others are under way',
];

/** The least percentage of answers of a kind of desk that have to say that they are complete: others claim nothing. */
const COMPLETE_PERCENT = 70;

/** Returns what was seen too seldom in some lives for them to prove anything. */
export function lacking(tally: Tally, lives: number): string[] {
  const isFew = (what: string, inFiveHundred: number): boolean => tally.of(what) < (inFiveHundred * lives) / 500;
  const isVague = (desk: string): boolean => {
    const complete = tally.of(`answers complete, ${desk}`);
    return (100 * complete) / (complete + tally.of(`answers partial, ${desk}`)) < COMPLETE_PERCENT;
  };
  const desks = Object.keys(KINDS).flatMap((kind) => [1, 3].map((servers) => deskName({ kind, servers })));
  return [
    ...HAPPENINGS.filter((what) => isFew(what, 10)),
    ...desks.filter((desk) => isFew(`answers complete, ${desk}`, 100) || isVague(desk)),
    ...['proven', 'assumed', 'partial'].filter((basis) => isFew(`basis ${basis}`, 50)),
    ...Array.from({ length: 12 }, (_, pages) => `walks of ${pages + 3} requests`).filter((what) => isFew(what, 10)),
  ];
}

/** Returns the name of a kind of desk in a tally. */
export function deskName({ kind, servers }: { readonly kind: string; readonly servers: number }): string {
  return `${kind}, ${servers === 1 ? 'one server' : `${servers} servers`}`;
}
