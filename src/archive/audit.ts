import { createHash, createHmac } from 'node:crypto';
import type { AuditOutcome } from '../model/audit.ts';
import type { VisitorId } from '../model/ids.ts';
import { epochMillis, type Clock, type EpochMillis } from '../model/units.ts';
import { pseudonymKeyOf } from './pseudonym-key.ts';
import type { AuditRow } from './schema.ts';
import type { AccountTables, Tables } from './tables.ts';

/** A call of a chatbot's webhook, as it leaves. */
export interface CallToAudit {
  readonly bot: string;
  readonly endpoint: string;
  readonly sessionId: string;
  readonly body: string;
}

/** A line as people read it: what is not known is absent, and nothing of what was sent is in it. */
export interface AuditLine {
  readonly entry: number;
  readonly at: EpochMillis;
  readonly action: AuditRow['action'];
  readonly bot?: string;
  readonly endpoint?: string;
  /** The session's id under the key of the account: the same for the same session, and of no use elsewhere. */
  readonly session?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly visitorId?: VisitorId;
  /** How much was removed, by what it was, as JSON. */
  readonly removed?: string;
  readonly outcome: AuditOutcome;
  readonly status?: number;
  /** Absent while it is under way, and for good where the process ended before. */
  readonly finishedAt?: EpochMillis;
}

/** What an account has done that cannot be undone: one line each, kept in its archive. */
export class Audit {
  readonly #tables: AccountTables;
  readonly #clock: Clock;
  readonly #key: () => Promise<Uint8Array>;

  constructor(tables: AccountTables, clock: Clock) {
    this.#tables = tables;
    this.#clock = clock;
    this.#key = pseudonymKeyOf(tables);
  }

  /** Writes the line of a call that is about to leave. Answers its number. Throws ArchiveUnusable: then nothing may leave. */
  async begin({ bot, endpoint, sessionId, body }: CallToAudit): Promise<number> {
    const session = await this.#hashed(sessionId);
    const line = {
      bot,
      endpoint,
      session,
      bytes: Buffer.byteLength(body),
      sha256: createHash('sha256').update(body).digest('hex'),
    };
    return this.#tables.transaction((tables) =>
      append(tables, { ...NOTHING, ...line, at: this.#clock(), action: 'webhook', outcome: 'unknown' }),
    );
  }

  /** Completes the line of a call. Answers it. Throws ArchiveUnusable. */
  async finish(entry: number, outcome: AuditOutcome, status?: number): Promise<AuditLine | undefined> {
    return this.#tables.transaction(async (tables) => {
      const row = await tables.audit().where('entry', '=', entry).selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const finished = { ...row, outcome, status: status ?? null, finished_at: this.#clock() };
      await tables.upsert('audit', [finished]);
      return lineOf(finished);
    });
  }

  /** Every line that is kept, oldest first; of one session, where its id is given. Throws ArchiveUnusable. */
  async lines(sessionId?: string): Promise<readonly AuditLine[]> {
    const all = this.#tables.audit().selectAll().orderBy('entry');
    const rows = await (
      sessionId === undefined ? all : all.where('session', '=', await this.#hashed(sessionId))
    ).execute();
    return rows.map(lineOf);
  }

  /** An id may be anything that an assistant was talked into: as it is it stays out of every record. */
  async #hashed(sessionId: string): Promise<string> {
    return createHmac('sha256', await this.#key())
      .update(`session ${sessionId}`)
      .digest('hex')
      .slice(0, 32);
  }
}

/** Writes the line of an erasure, in the transaction in which it happens. */
export async function auditErasure(
  tables: Tables,
  visitorId: VisitorId,
  removed: object,
  at: EpochMillis,
): Promise<void> {
  await append(tables, {
    ...NOTHING,
    at,
    action: 'erase',
    visitor_id: visitorId,
    removed: JSON.stringify(removed),
    outcome: 'erased',
    finished_at: at,
  });
}

const NOTHING = {
  bot: null,
  endpoint: null,
  session: null,
  bytes: null,
  sha256: null,
  visitor_id: null,
  removed: null,
  status: null,
  finished_at: null,
} as const;

async function append(tables: Tables, row: Omit<AuditRow, 'account' | 'entry'>): Promise<number> {
  const last = await tables.audit().orderBy('entry', 'desc').limit(1).select('entry').executeTakeFirst();
  const entry = (last?.entry ?? 0) + 1;
  await tables.upsert('audit', [{ ...row, account: tables.account, entry }]);
  return entry;
}

function lineOf(row: AuditRow): AuditLine {
  return {
    entry: row.entry,
    at: epochMillis(row.at),
    action: row.action,
    ...(row.bot !== null && { bot: row.bot }),
    ...(row.endpoint !== null && { endpoint: row.endpoint }),
    ...(row.session !== null && { session: row.session }),
    ...(row.bytes !== null && { bytes: row.bytes }),
    ...(row.sha256 !== null && { sha256: row.sha256 }),
    ...(row.visitor_id !== null && { visitorId: row.visitor_id }),
    ...(row.removed !== null && { removed: row.removed }),
    outcome: row.outcome,
    ...(row.status !== null && { status: row.status }),
    ...(row.finished_at !== null && { finishedAt: row.finished_at }),
  };
}
