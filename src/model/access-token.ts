import type { AccountName, Scope } from './caller.ts';
import { DeskText } from './text/trusted-text.ts';
import type { z } from 'zod';
import type { EpochMillis } from './time/units.ts';

/** The name that a person gives a token: of letters, digits, `-`, `_` and `.`. It stands in the audit, and is no secret. */
export const TokenName = DeskText.brand<'TokenName'>();
export type TokenName = z.infer<typeof TokenName>;

/** What is known of a static token; the token itself is kept nowhere. */
export interface AccessToken {
  readonly name: TokenName;
  readonly scopes: ReadonlySet<Scope>;
  /** The accounts that it opens; absent for all. */
  readonly accounts?: ReadonlySet<AccountName>;
  /** The email of the agent whose chats alone it shows; absent for everybody's. */
  readonly ownChats?: DeskText;
  readonly createdAt: EpochMillis;
  /** Absent where it never expires. */
  readonly expiresAt?: EpochMillis;
  /** Noted at most once an hour; absent where it was never used. */
  readonly lastUsedAt?: EpochMillis;
}

/** A token with the SHA-256 of its text, in hexadecimal digits. */
export interface KeptToken extends AccessToken {
  readonly hash: string;
}

/** The tokens of a deployment, as its servers look them up. */
export interface TokenRegister {
  /** Returns every token that is not revoked, the expired ones too. Throws ArchiveUnusable. */
  all(): Promise<readonly KeptToken[]>;
  /** Whether a token was ever made, though it may be revoked. Throws ArchiveUnusable. */
  wasAnyMade(): Promise<boolean>;
  /** Notes that a token was used; does nothing where that was noted within the last hour, or where it is revoked. Throws ArchiveUnusable. */
  noteUse(name: TokenName, at: EpochMillis): Promise<void>;
}
