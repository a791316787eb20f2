import { z } from 'zod';
import { TokenName, type AccessToken, type KeptToken, type TokenRegister } from '../../model/access-token.ts';
import { AccountName, SCOPE_NAMES, type Scope } from '../../model/caller.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { eachInSlices, inOwnSlice } from '../../model/slices.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { auditToken } from '../care/audit.ts';
import type { TokenRow } from '../schema/schema.ts';
import { statement } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** More often is of no use to anybody, and each time is a write. */
const MILLIS_BETWEEN_NOTES = 3_600_000;

/** With SQLite everything else waits while they are read, which servers do every few seconds. */
const READ_AT_ONCE = 500;

const SOME = statement<{ readonly after?: TokenName }, TokenRow>((tables, given) => {
  const tokens = tables.tokens().where('revoked_at', 'is', null).orderBy('name').limit(READ_AT_ONCE).selectAll();
  return given.has('after') ? tokens.where('name', '>', given.value('after')) : tokens;
});

const ONE = statement((tables) => tables.tokens().select('name').limit(1));

/**
 * The static tokens of a deployment, in the archive of its first account. What was given out is nowhere: only its hash is. A
 * revoked one leaves its name: no older copy of it counts again, and a server that had tokens goes on to ask for one.
 */
export class Tokens implements TokenRegister {
  readonly #tables: AccountTables;

  constructor(tables: AccountTables) {
    this.#tables = tables;
  }

  /** Keeps a new token, with a line of the audit. Throws InvalidArgument where there is one of that name, and ArchiveUnusable. */
  async create(token: KeptToken): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      const { name } = token;
      const same = await tables.tokens().where('name', '=', name).selectAll().executeTakeFirst();
      if (same !== undefined && same.revoked_at === null) {
        throw new InvalidArgument(
          trusted`There is a token named ${name} already.`,
          'Choose another name: two tokens for one purpose may be valid at the same time, so that one takes over from the other. Or revoke that one first.',
        );
      }
      await tables.upsert('tokens', [
        {
          account: tables.account,
          name,
          hash: token.hash,
          scopes: JSON.stringify([...token.scopes]),
          accounts: mapKnown(token.accounts, (accounts) => JSON.stringify([...accounts])) ?? null,
          own_chats: token.ownChats ?? null,
          // Whatever the clock says: of two copies that differ the later one is right.
          created_at: epochMillis(Math.max(token.createdAt, (same?.revoked_at ?? 0) + 1)),
          expires_at: token.expiresAt ?? null,
          revoked_at: null,
          last_used_at: token.lastUsedAt ?? null,
        },
      ]);
      await auditToken(tables, token, 'created', token.createdAt);
    });
  }

  /** Every token by its name that is not revoked, the expired ones too. Throws ArchiveUnusable. */
  async all(): Promise<readonly KeptToken[]> {
    const tokens: KeptToken[] = [];
    let rows: readonly TokenRow[] = [];
    do {
      const after = rows.at(-1)?.name;
      rows = await inOwnSlice(() => SOME(this.#tables, omitUndefined({ after })));
      await eachInSlices(rows, (row) => void (isLive(row) && tokens.push(tokenOf(row))));
    } while (rows.length === READ_AT_ONCE);
    return tokens;
  }

  async wasAnyMade(): Promise<boolean> {
    return (await ONE(this.#tables, {})).length > 0;
  }

  /**
   * Revokes a token for good, with a line of the audit. Returns what it was; undefined where there is none of that name. Throws
   * ArchiveUnusable.
   */
  async revoke(name: string, at: EpochMillis): Promise<AccessToken | undefined> {
    return this.#tables.transaction(async (tables) => {
      const row = await liveRow(tables, TokenName.parse(name));
      if (row === undefined) return undefined;
      const revokedAt = epochMillis(Math.max(at, row.created_at + 1));
      await tables.upsert('tokens', [{ ...row, hash: null, own_chats: null, revoked_at: revokedAt }]);
      const token = tokenOf(row);
      await auditToken(tables, token, 'revoked', at);
      return token;
    });
  }

  async noteUse(name: TokenName, at: EpochMillis): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      const row = await liveRow(tables, name);
      if (row === undefined || Math.abs(at - (row.last_used_at ?? 0)) < MILLIS_BETWEEN_NOTES) return;
      await tables.upsert('tokens', [{ ...row, last_used_at: at }]);
    });
  }
}

async function liveRow(tables: Tables, name: TokenName): Promise<LiveRow | undefined> {
  const row = await tables.tokens().where('name', '=', name).selectAll().executeTakeFirst();
  return row !== undefined && isLive(row) ? row : undefined;
}

type LiveRow = TokenRow & { readonly hash: string };

function isLive(row: TokenRow): row is LiveRow {
  return row.revoked_at === null && row.hash !== null;
}

const Names = z.array(z.string());

function tokenOf(row: LiveRow): KeptToken {
  const scopes = Names.parse(JSON.parse(row.scopes));
  return omitUndefined({
    name: row.name,
    hash: row.hash,
    // A later version may have given it scopes that this one does not know.
    scopes: new Set<Scope>(SCOPE_NAMES.filter((scope) => scopes.includes(scope))),
    accounts: mapKnown(
      row.accounts,
      (json) => new Set(Names.parse(JSON.parse(json)).map((name) => AccountName.parse(name))),
    ),
    ownChats: row.own_chats,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  });
}
