import { randomUUID } from 'node:crypto';
import type { CallerId } from '../../model/caller.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { CallRow } from '../schema/schema.ts';
import { keyOf, type Key } from '../schema/table-keys.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** The lines that are read together. */
const BATCH_SIZE = 1000;

/** A call that was answered, or refused. Nothing of its arguments and of its answer is in it. */
export interface ServedCall {
  /** The moment at which it began. */
  readonly at: EpochMillis;
  readonly caller: CallerId;
  readonly kind: CallRow['kind'];
  readonly name: string;
  readonly outcome: CallRow['outcome'];
  /** The class of what went wrong. */
  readonly error?: string;
  readonly upstreamRequests: number;
  readonly millis: number;
}

/** A call as it is kept: with the process that answered it, and its number there. A number that is missing is a line that was lost. */
export interface CallLine extends ServedCall {
  readonly node: string;
  readonly entry: number;
}

/** Makes lines of the calls that one process answers. */
export class CallNumbers {
  readonly #node = randomUUID().slice(0, 8);
  #last = 0;

  lineOf(call: ServedCall): CallLine {
    this.#last += 1;
    return { ...call, node: this.#node, entry: this.#last };
  }
}

/** Keeps lines. Throws ArchiveUnusable. */
export async function keepCalls(tables: AccountTables, lines: readonly CallLine[]): Promise<void> {
  await tables.transaction((within) =>
    within.upsert(
      'calls',
      lines.map((line) => rowOf(within, line)),
    ),
  );
}

/** Every line that is kept, or those of one caller, oldest first. Throws ArchiveUnusable. */
export async function* callLines(tables: Tables, caller?: string): AsyncGenerator<CallLine> {
  let after: Key | undefined;
  for (;;) {
    const rows = await tables.rowsInOrder('calls', { after, limit: BATCH_SIZE });
    for (const row of rows) if (caller === undefined || row.caller === caller) yield lineOf(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) return;
    after = keyOf('calls', last);
  }
}

function rowOf({ account }: Tables, { upstreamRequests, error, ...line }: CallLine): CallRow {
  return { account, ...line, error: error ?? null, upstream_requests: upstreamRequests };
}

function lineOf({ account: _, at, upstream_requests: upstreamRequests, ...row }: CallRow): CallLine {
  return omitUndefined({ ...row, at: epochMillis(at), upstreamRequests });
}
