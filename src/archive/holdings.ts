import type { EpochMillis } from '../model/units.ts';
import { pageSizesOf } from './page-sizes.ts';
import type { CoveredListRow } from './schema.ts';
import { statement } from './statement.ts';
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

const CHATS = statement((tables) =>
  tables
    .chats()
    .select((row) => [
      row.fn.countAll<number>().as('count'),
      row.fn.min('requested_at').as('oldest'),
      row.fn.max('requested_at').as('newest'),
    ]),
);

const TRANSCRIPTS = statement((tables) =>
  tables.transcripts().select((row) => row.fn.countAll<number>().as('transcripts')),
);

const LOOKS = statement((tables) => tables.coveredLists().select(['list', 'looked_at']));

const LISTED = {
  offline_messages: statement((tables) =>
    tables.offlineMessages().select(({ fn }) => fn.countAll<number>().as('count')),
  ),
  agents: statement((tables) => tables.agents().select(({ fn }) => fn.countAll<number>().as('count'))),
  visitors: statement((tables) => tables.visitors().select(({ fn }) => fn.countAll<number>().as('count'))),
} as const;

/** Counts what is at hand. Nothing is read for it. */
export async function holdingsOf(tables: Tables): Promise<Holdings> {
  const [chats = { count: 0, oldest: null, newest: null }] = await CHATS(tables, {});
  const [{ transcripts } = { transcripts: 0 }] = await TRANSCRIPTS(tables, {});
  const sizes = await pageSizesOf(tables);
  const looks = new Map((await LOOKS(tables, {})).map(({ list, looked_at: lookedAt }) => [list, lookedAt]));
  const holdingOf = async (list: CoveredListRow['list']) => {
    const [{ count } = { count: 0 }] = await LISTED[list](tables, {});
    const [asOf, pageSize] = [looks.get(list), sizes.get(list)];
    return { count, ...(asOf !== undefined && { asOf }), ...(pageSize !== undefined && { pageSize }) };
  };
  const { count, oldest, newest } = chats;
  const pageSize = sizes.get('chats');
  return {
    chats: {
      count,
      transcripts,
      ...(oldest !== null && { oldest }),
      ...(newest !== null && { newest }),
      ...(pageSize !== undefined && { pageSize }),
    },
    lists: {
      offline_messages: await holdingOf('offline_messages'),
      agents: await holdingOf('agents'),
      visitors: await holdingOf('visitors'),
    },
  };
}
