import type { EpochMillis } from '../model/units.ts';
import { pageSizeOf } from './page-sizes.ts';
import type { CoveredListRow } from './schema.ts';
import type { Tables } from './tables.ts';

/** How much of a list is at hand. */
interface Holding {
  readonly count: number;
  /** How many rows a full page has, where one was seen. */
  readonly pageSize?: number;
}

/** What an archive holds. */
export interface Holdings {
  readonly chats: Holding & {
    readonly oldest?: EpochMillis;
    readonly newest?: EpochMillis;
    /** How many transcripts are at hand. */
    readonly transcripts: number;
  };
  /** The lists that are read as a whole, with when that was the last time. */
  readonly lists: { readonly [List in CoveredListRow['list']]: Holding & { readonly asOf?: EpochMillis } };
}

/** Counts what is at hand. Nothing is read for it. */
export async function holdingsOf(tables: Tables): Promise<Holdings> {
  const { count, oldest, newest } = await tables
    .chats()
    .select((row) => [
      row.fn.countAll<number>().as('count'),
      row.fn.min('requested_at').as('oldest'),
      row.fn.max('requested_at').as('newest'),
    ])
    .executeTakeFirstOrThrow();
  const { transcripts } = await tables
    .transcripts()
    .select((row) => row.fn.countAll<number>().as('transcripts'))
    .executeTakeFirstOrThrow();
  const pageSize = await pageSizeOf(tables, 'chats');
  return {
    chats: {
      count,
      transcripts,
      ...(oldest !== null && { oldest }),
      ...(newest !== null && { newest }),
      ...(pageSize !== undefined && { pageSize }),
    },
    lists: {
      offline_messages: await holdingOf(tables, 'offline_messages'),
      agents: await holdingOf(tables, 'agents'),
      visitors: await holdingOf(tables, 'visitors'),
    },
  };
}

async function holdingOf(
  tables: Tables,
  list: CoveredListRow['list'],
): Promise<Holdings['lists'][CoveredListRow['list']]> {
  const look = await tables.coveredLists().where('list', '=', list).select('looked_at').executeTakeFirst();
  const pageSize = await pageSizeOf(tables, list);
  return {
    count: await tables.listed(list),
    ...(look !== undefined && { asOf: look.looked_at }),
    ...(pageSize !== undefined && { pageSize }),
  };
}
