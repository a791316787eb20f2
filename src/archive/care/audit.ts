import { createHmac } from 'node:crypto';
import type { AccessToken } from '../../model/access-token.ts';
import { LOCAL_CALLER, type CallerId } from '../../model/caller.ts';
import type { AgreedBy } from '../../model/codes.ts';
import type { AuditOutcome } from '../../model/decided-here.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { UtcDay } from '../../model/time/day.ts';
import { epochMillis, type Clock, type EpochMillis } from '../../model/time/units.ts';
import { pseudonymKeyOf } from './pseudonym-key.ts';
import type { Recovery } from './recovery.ts';
import type { AuditRow } from '../schema/schema.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';

/** A call of a chatbot's webhook, as it leaves. */
export interface CallToAudit {
  readonly bot: string;
  readonly endpoint: string;
  readonly sessionId: string;
  readonly body: string;
  /** The one who said yes to a question about it; absent where nobody was asked. */
  readonly agreedBy?: 'host' | undefined;
  readonly caller: CallerId;
}

/** A line as people read it: what is not known is absent, and nothing of what was sent is in it. */
export interface AuditLine {
  readonly entry: number;
  readonly at: EpochMillis;
  readonly action: AuditRow['action'];
  readonly bot?: string;
  readonly endpoint?: string;
  /** HMAC-SHA256 with the key of the account: the same for the same session, and nothing to guess by without the key. */
  readonly sessionHmac?: string;
  /** The length of the body that was sent. */
  readonly bytes?: number;
  readonly bodyHmac?: string;
  /** `host`: it was to ask its person, and accepted, whether a person did is not known. `terminal`: somebody typed it. */
  readonly agreedBy?: AgreedBy;
  readonly visitorId?: VisitorId;
  /** JSON: the numbers of records that an erasure removed, the Recovery after damage, the meanings of values of a code, or what a token opens. */
  readonly removed?: string;
  readonly outcome: AuditOutcome;
  readonly status?: number;
  /** Absent while it is under way, and for good where the process ended before. */
  readonly finishedAt?: EpochMillis;
  /** Who asked for it; absent for what a person did at the terminal, and in lines of earlier versions. */
  readonly caller?: string;
}

/** The calls that are looked for: by the id of the session, by the exact bytes of the body, or by both. */
export interface WantedCalls {
  readonly sessionId?: string;
  readonly body?: Uint8Array;
}

/** The lines of what an account has done that cannot be undone, kept in its archive. */
export class Audit {
  readonly #tables: AccountTables;
  readonly #clock: Clock;
  readonly #key: () => Promise<Uint8Array>;

  constructor(tables: AccountTables, clock: Clock) {
    this.#tables = tables;
    this.#clock = clock;
    this.#key = pseudonymKeyOf(tables);
  }

  /** Writes the line of a call that is about to leave. Returns it. Throws ArchiveUnusable: then nothing may leave. */
  async begin({ bot, endpoint, sessionId, body, agreedBy, caller }: CallToAudit): Promise<AuditLine> {
    const line = {
      bot,
      endpoint,
      session_hmac: await this.#keyed('session', sessionId),
      bytes: Buffer.byteLength(body),
      body_hmac: await this.#keyed('body', body),
      agreed_by: agreedBy ?? null,
      caller,
    };
    return this.#tables.transaction(async (tables) =>
      lineOf(await append(tables, { ...NOTHING, ...line, at: this.#clock(), action: 'webhook', outcome: 'unknown' })),
    );
  }

  /** Completes the line of a call. Returns it. Throws ArchiveUnusable. */
  async finish(entry: number, outcome: AuditOutcome, status?: number): Promise<AuditLine> {
    return this.#tables.transaction(async (tables) => {
      const row = await tables.audit().where('entry', '=', entry).selectAll().executeTakeFirstOrThrow();
      const finished = { ...row, outcome, status: status ?? null, finished_at: this.#clock() };
      await tables.upsert('audit', [finished]);
      return lineOf(finished);
    });
  }

  /** Every line that is kept, or those of some calls, oldest first. Throws ArchiveUnusable. */
  async lines({ sessionId, body }: WantedCalls = {}): Promise<readonly AuditLine[]> {
    let lines = this.#tables.audit().selectAll().orderBy('entry');
    if (sessionId !== undefined) lines = lines.where('session_hmac', '=', await this.#keyed('session', sessionId));
    if (body !== undefined) lines = lines.where('body_hmac', '=', await this.#keyed('body', body));
    return (await lines.execute()).map(lineOf);
  }

  /** Both may be anything that an assistant was talked into, a phone number for instance, which a plain hash would give away. */
  async #keyed(purpose: 'session' | 'body', content: string | Uint8Array): Promise<string> {
    const hmac = createHmac('sha256', await this.#key());
    return hmac.update(`${purpose} `).update(content).digest('hex');
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

/** Who said what a code means, and by which yes. */
export interface Agreement {
  readonly agreedBy: AgreedBy;
  readonly caller: CallerId;
}

/** Writes the line of what a code was said to mean, or is said to mean no more, in the transaction in which it is kept. */
export async function auditCodeMeanings(
  tables: Tables,
  meanings: object,
  outcome: 'recorded' | 'taken_back',
  { agreedBy, caller }: Agreement,
  at: EpochMillis,
): Promise<void> {
  await append(tables, {
    ...NOTHING,
    at,
    action: 'code',
    agreed_by: agreedBy,
    caller,
    removed: JSON.stringify(meanings),
    outcome,
    finished_at: at,
  });
}

/** Writes the line of a token that is made or revoked at the terminal, in the transaction in which that happens. Whose chats it is bound to stays out. */
export async function auditToken(
  tables: Tables,
  { name, scopes, accounts, ownChats }: AccessToken,
  outcome: 'created' | 'revoked',
  at: EpochMillis,
): Promise<void> {
  const opened = omitUndefined({
    name,
    scopes: [...scopes],
    accounts: mapKnown(accounts, (names) => [...names]),
    own_chats_only: ownChats === undefined ? undefined : true,
  });
  await append(tables, {
    ...NOTHING,
    at,
    action: 'token',
    caller: LOCAL_CALLER.id,
    removed: JSON.stringify(opened),
    outcome,
    finished_at: at,
  });
}

/** Writes the line of days whose chats were not as they had been kept, and are read again. */
export async function auditReadAgain(tables: Tables, days: readonly UtcDay[], at: EpochMillis): Promise<void> {
  const removed = JSON.stringify({ days_read_again: days });
  await append(tables, { ...NOTHING, at, action: 'recover', removed, outcome: 'recovered', finished_at: at });
}

/** The line of damage that was met, without its number. */
export function recoveryRow(recovery: Recovery, at: EpochMillis) {
  return {
    ...NOTHING,
    at,
    action: 'recover',
    removed: JSON.stringify(recovery),
    outcome: recovery.doubtful.length === 0 ? 'recovered' : 'lost',
    finished_at: at,
  } as const;
}

const NOTHING = {
  bot: null,
  endpoint: null,
  session_hmac: null,
  bytes: null,
  body_hmac: null,
  agreed_by: null,
  visitor_id: null,
  removed: null,
  status: null,
  finished_at: null,
  caller: null,
} as const;

async function append(tables: Tables, row: Omit<AuditRow, 'account' | 'entry'>): Promise<AuditRow> {
  const last = await tables.audit().orderBy('entry', 'desc').limit(1).select('entry').executeTakeFirst();
  const appended = { ...row, account: tables.account, entry: (last?.entry ?? 0) + 1 };
  await tables.upsert('audit', [appended]);
  return appended;
}

function lineOf(row: AuditRow): AuditLine {
  return omitUndefined({
    entry: row.entry,
    at: epochMillis(row.at),
    action: row.action,
    bot: row.bot,
    endpoint: row.endpoint,
    sessionHmac: row.session_hmac,
    bytes: row.bytes,
    bodyHmac: row.body_hmac,
    // Earlier versions wrote `person`, and knew no more than that the host accepted.
    agreedBy: row.agreed_by === 'person' ? ('host' as const) : row.agreed_by,
    visitorId: row.visitor_id,
    removed: row.removed,
    outcome: row.outcome,
    status: row.status,
    finishedAt: row.finished_at,
    caller: row.caller,
  });
}
