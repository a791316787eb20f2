import type { Basis } from '../../model/coverage.ts';
import { contiguousRanges, type DayRange } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { ArchiveCopy, ArchiveFile } from '../tables/engine.ts';
import type { Tables } from '../tables/tables.ts';
import { recoveriesIn, type DatedRecovery } from './recovery.ts';
import { SCHEMA_NUMBER } from '../schema/definition.ts';
import type { CoveredListRow } from '../schema/schema.ts';
import type { KeyedTable } from '../schema/table-keys.ts';

/** Everything that a person who looks after an archive may want to know of it. */
export interface Inventory {
  /** The number of its schema. */
  readonly format: number;
  /** The room it takes on disk: of all desks, where it holds several. */
  readonly bytes: number;
  readonly rows: Readonly<Record<CountedTable, number>>;
  /** The UTC days of chats that were read to an end, of all agents. */
  readonly covered: readonly DayRange[];
  /** The moments at which the oldest and the newest chat were requested. */
  readonly chats?: { readonly oldest: EpochMillis; readonly newest: EpochMillis };
  readonly lists: readonly {
    readonly list: CoveredListRow['list'];
    readonly readAt: EpochMillis;
    readonly basis: Basis;
  }[];
  readonly copies: readonly ArchiveCopy[];
  readonly recoveries: readonly DatedRecovery[];
  /** The records that an older version had stored otherwise, and that have yet to be read again. */
  readonly toReadAgain: readonly { readonly part: string; readonly records: number }[];
}

const COUNTED = [
  'agents',
  'chats',
  'transcripts',
  'messages',
  'offline_messages',
  'offline_replies',
  'visitors',
  'visitor_profiles',
  'erased_visitors',
  'triage',
  'code_meanings',
  'audit',
  'calls',
] as const satisfies readonly KeyedTable[];
const NOTHING: Readonly<Record<CountedTable, number>> = {
  agents: 0,
  chats: 0,
  transcripts: 0,
  messages: 0,
  offline_messages: 0,
  offline_replies: 0,
  visitors: 0,
  visitor_profiles: 0,
  erased_visitors: 0,
  triage: 0,
  code_meanings: 0,
  audit: 0,
  calls: 0,
};
type CountedTable = (typeof COUNTED)[number];

/** An archive of which stock is taken. */
interface Stocked {
  readonly tables: Tables;
  readonly file: Pick<ArchiveFile, 'copies'> | undefined;
  toReadAgain(): Promise<Inventory['toReadAgain']>;
  bytesHeld(): Promise<number>;
}

/** Takes stock of an archive. Throws ArchiveUnusable. */
export async function inventoryOf(store: Stocked): Promise<Inventory> {
  const { tables } = store;
  const rows = { ...NOTHING };
  for (const table of COUNTED) rows[table] = await tables.countOf(table);
  const days = await tables.coveredDays().where('agent_id', '=', 0).select('day').execute();
  const { oldest, newest } = await tables.kept
    .chats()
    .select((chat) => [chat.fn.min('requested_at').as('oldest'), chat.fn.max('requested_at').as('newest')])
    .executeTakeFirstOrThrow();
  const lists = await tables.coveredLists().orderBy('list').select(['list', 'looked_at', 'basis']).execute();
  return {
    format: SCHEMA_NUMBER,
    bytes: await store.bytesHeld(),
    rows,
    covered: contiguousRanges(days.map(({ day }) => day)),
    ...(oldest !== null && newest !== null && { chats: { oldest: epochMillis(oldest), newest: epochMillis(newest) } }),
    lists: lists.map(({ list, looked_at: readAt, basis }) => ({ list, readAt, basis })),
    copies: store.file?.copies() ?? [],
    recoveries: await recoveriesIn(tables),
    toReadAgain: await store.toReadAgain(),
  };
}
