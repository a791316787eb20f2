import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { initial } from './0001-initial.ts';
import { requestHistories } from './0002-request-histories.ts';
import { pageSizes } from './0003-page-sizes.ts';
import { finishedAt } from './0004-finished-at.ts';
import { packedDays } from './0005-packed-days.ts';
import { erasedVisitors } from './0006-erased-visitors.ts';
import { transcriptWords } from './0007-transcript-words.ts';
import { visitorWords } from './0008-visitor-words.ts';
import { triage } from './0009-triage.ts';
import { trust } from './0010-trust.ts';
import { agreements } from './0011-agreements.ts';
import { walkedPages } from './0012-walked-pages.ts';
import { revisions } from './0013-revisions.ts';
import { authored } from './0014-authored.ts';
import { dailyTotals } from './0015-daily-totals.ts';
import { foldings } from './0016-foldings.ts';
import { codeMeanings } from './0017-code-meanings.ts';
import { tokens } from './0018-tokens.ts';
import { calls } from './0019-calls.ts';
import { sessions } from './0020-sessions.ts';
import { confirmations } from './0021-confirmations.ts';
import { notices } from './0023-notices.ts';
import { sessionsDropped } from './0024-sessions-dropped.ts';

type EngineName = 'sqlite' | 'postgres';

/** In order of their names. A released one is never changed, and imports nothing of this program. */
const MIGRATIONS: Readonly<Record<string, (db: Kysely<unknown>, engine: EngineName) => Promise<void>>> = {
  '0001_initial': initial,
  '0002_request_histories': requestHistories,
  '0003_page_sizes': pageSizes,
  '0004_finished_at': finishedAt,
  '0005_packed_days': packedDays,
  '0006_erased_visitors': erasedVisitors,
  '0007_transcript_words': transcriptWords,
  '0008_visitor_words': visitorWords,
  '0009_triage': triage,
  '0010_trust': trust,
  '0011_agreements': agreements,
  '0012_walked_pages': walkedPages,
  '0013_revisions': revisions,
  '0014_authored': authored,
  '0015_daily_totals': dailyTotals,
  '0016_foldings': foldings,
  '0017_code_meanings': codeMeanings,
  '0018_tokens': tokens,
  '0019_calls': calls,
  '0020_sessions': sessions,
  '0021_confirmations': confirmations,
  '0023_notices': notices,
  '0024_sessions_dropped': sessionsDropped,
};

/** Every migration of an engine, by its name. */
export function migrationsFor(engine: EngineName): Readonly<Record<string, Migration>> {
  return Object.fromEntries(Object.entries(MIGRATIONS).map(([name, up]) => [name, { up: (db) => up(db, engine) }]));
}
