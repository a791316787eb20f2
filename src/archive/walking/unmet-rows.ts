import { PermissionDenied, RecordNotFound, UnreadableAnswer, UpstreamUnavailable } from '../../model/errors.ts';
import type { Clock } from '../../model/time/units.ts';
import type { RequestContext } from '../../upstream/client.ts';
import { sendRequest, type Sent } from './send-request.ts';
import type { WorkContext } from '../sharing/shared-work.ts';
import type { ListTable } from '../tables/changed-rows.ts';
import type { AccountTables } from '../tables/tables.ts';

/** The rows that a reading did not meet up to which each is asked for by its id. More are not lost, but cleared away. */
const MAX_ASKED_FOR = 20;

/** Asks the service for something, and tells when. */
export type Ask = <Answer>(request: (context: RequestContext) => Promise<Answer>) => Promise<Sent<Answer>>;

/** The way to look at the record of a row. */
export interface Records {
  readonly list: ListTable;
  /**
   * Reads the record of a row by its id and keeps it. Returns whether its list has to show it, as far as the record says.
   * Throws RecordNotFound when the service has it no more.
   */
  readonly look: (tables: AccountTables, id: number, ask: Ask) => Promise<boolean>;
}

/**
 * Looks at the records of rows that were listed before, and that a reading did not meet: whoever is gone is marked, whoever
 * is there is kept as it is now. Answers those of which that does not say why the list did not show them: another reading
 * has to agree. That is so for a record that the list has to show or that cannot be read, and for all when they are many.
 */
export async function lookForUnmet(
  { list, look }: Records,
  unmet: readonly number[],
  tables: AccountTables,
  work: WorkContext,
  clock: Clock,
): Promise<readonly number[]> {
  if (unmet.length > MAX_ASKED_FOR) return unmet;
  const doubted: number[] = [];
  for (const id of unmet) {
    const askedAt = clock();
    try {
      if (await look(tables, id, (request) => sendRequest(work, clock, request))) doubted.push(id);
    } catch (error) {
      if (error instanceof RecordNotFound) await tables.markGone(list, [id], askedAt);
      else if (isOfOneRecord(error)) doubted.push(id);
      else throw error;
    }
  }
  return doubted;
}

/** Whether a failure may be that of one record. Where the service is gone, the next page of the list shows it. */
function isOfOneRecord(error: unknown): boolean {
  return error instanceof PermissionDenied || error instanceof UnreadableAnswer || error instanceof UpstreamUnavailable;
}
