import type { Question } from '../../model/progress.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { Asking } from '../reader/asking.ts';
import { errorOf, type Failure } from '../reader/failure.ts';
import type { RecordEndpoint } from '../reader/needs.ts';

/** The failures, and nothing else, after which the records are not to blame. */
const MAX_FAILURES = 4;

/** The outcome of reading many records. */
export interface ReadEach {
  /** Whether all were tried in time. */
  readonly isFinished: boolean;
  /** The number of records that the service does not give to this login, or not any more: they are left out. */
  readonly refused: number;
}

/**
 * Reads records in that order, several at once, until there is no more time. One that fails for itself is left out, and
 * remembered. Throws why nothing can be read.
 */
export async function readEach<Id extends number>(
  asking: Asking,
  { endpoint, ids }: { readonly endpoint: RecordEndpoint; readonly ids: readonly Id[] },
  refusals: Refusals<Id>,
  question: Question,
): Promise<ReadEach> {
  const wanted = ids.filter((id) => !refusals.has(id));
  const leftOut = ids.length - wanted.length;
  if (wanted.length === 0) return { isFinished: true, refused: leftOut };
  const isHopeless = (refused: ReadonlyMap<number, Failure>, requests: number): boolean =>
    refused.size >= MAX_FAILURES && requests <= refused.size + MAX_FAILURES && [...refused.values()].every(isBroken);
  const need = { kind: 'records' as const, endpoint, ids: [...wanted] };
  const { isRead, refused } = await asking.read(need, question, isHopeless);
  const broken = [...refused.values()].filter(isBroken);
  const [failure] = broken;
  if (failure !== undefined && broken.length >= MAX_FAILURES && broken.length === refused.size && !isRead) {
    throw errorOf(failure);
  }
  for (const id of wanted) if (refused.has(id)) refusals.add(id);
  return { isFinished: isRead, refused: leftOut + refused.size - broken.length };
}

/** Whether a failure tells nothing of the record: it may be that of the service. */
function isBroken(failure: Failure): failure is Exclude<Failure, { kind: 'unbelieved' }> {
  return failure.kind === 'unreadable' || failure.kind === 'unavailable';
}

/** The time for which a refused record is left out where many are read. */
const MILLIS_REMEMBERED = 3_600_000;
/** The refusals that are remembered. */
const MAX_REMEMBERED = 10_000;

/** The records that the service lately refused, or could not give. A question for one of them alone asks all the same. */
export class Refusals<Id> {
  readonly #clock: Clock;
  readonly #refusedAt = new Map<Id, EpochMillis>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: Id): void {
    // Once more at the end, as the last one to go.
    this.#refusedAt.delete(id);
    this.#refusedAt.set(id, this.#clock());
    for (const oldest of this.#refusedAt.keys()) {
      if (this.#refusedAt.size <= MAX_REMEMBERED) break;
      this.#refusedAt.delete(oldest);
    }
  }

  has(id: Id): boolean {
    const refusedAt = this.#refusedAt.get(id);
    return refusedAt !== undefined && Math.abs(this.#clock() - refusedAt) < MILLIS_REMEMBERED;
  }
}
