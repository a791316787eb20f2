import type { Unit } from '../chart.ts';

/** The ends of an axis, and the distance between its labels: both ends have one. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Steps that people count in: seconds, minutes, hours and days. */
const SECONDS = [1, 2, 5, 10, 15, 20, 30].flatMap((count) => [count, count * 60]);
const HOURS = [1, 2, 3, 4, 6, 12].map((count) => count * 3600);
const DAYS = 86_400;

function* steps(unit: Unit): Generator<number, never> {
  let power = unit === 'chats' ? 0 : unit === 'seconds' ? -1 : -3;
  if (unit === 'seconds') {
    yield* [0.1, 0.2, 0.5, ...SECONDS.toSorted((one, other) => one - other), ...HOURS];
    power = 0;
  }
  const of = unit === 'seconds' ? DAYS : 1;
  for (; ; power += 1) {
    for (const digit of [1, 2, 5]) yield digit * 10 ** power * of;
  }
}

/** An axis for some numbers with at most so many steps. It begins at 0 unless `anywhere`. */
export function scaleOf(
  numbers: readonly number[],
  unit: Unit,
  most: number,
  from: 'zero' | 'anywhere' = 'zero',
): Scale {
  const finite = numbers.filter(Number.isFinite);
  const known = from === 'zero' || finite.length === 0 ? [...finite, 0] : finite;
  const [least, largest] = [Math.min(...known), Math.max(...known)];
  const wanted = steps(unit);
  for (;;) {
    const step = wanted.next().value;
    const round = (count: number): number => Number((count * step).toPrecision(12));
    const first = Math.floor(least / step + 1e-9);
    const last = Math.max(Math.ceil(largest / step - 1e-9), first + 1);
    if (last - first <= most) return { min: round(first), max: round(last), step };
  }
}
