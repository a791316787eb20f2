import type { z } from 'zod';
import { DeskText } from './text/trusted-text.ts';

/** The rights that a caller may have, with their meaning for the person who gives them. */
export const SCOPES = {
  'chats:read': 'chats, transcripts, figures and agents',
  'visitors:read': 'visitors and their totals',
  'offline:read': 'offline messages',
  'triage:write': 'to record triage decisions and drafts',
  'codes:write': 'to record what integer codes mean',
  'webhook:send': 'to hand data to chatbot sessions',
  'contacts:read': "visitors' emails, phones and IP addresses as they are, without marks in their place",
  'metrics:read': 'the figures of the server itself at /metrics, and nothing else',
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES: readonly Scope[] = [
  'chats:read',
  'visitors:read',
  'offline:read',
  'triage:write',
  'codes:write',
  'webhook:send',
  'contacts:read',
  'metrics:read',
];

/** The name that the settings give an account: of letters, digits, `-`, `_` and `.`. */
export const AccountName = DeskText.brand<'AccountName'>();
export type AccountName = z.infer<typeof AccountName>;

/** The account's name where the settings name none. */
export const ONLY_ACCOUNT = AccountName.parse('desk');

/** Who asks, as the audit names them: `token:NAME`, `oauth:SUBJECT`, `oauth-client:CLIENT` or `local`. It has no secret, and stays the same for the same identity. */
export const CallerId = DeskText.brand<'CallerId'>();
export type CallerId = z.infer<typeof CallerId>;

/** Whoever asks, and what they may. */
export interface Caller {
  readonly id: CallerId;
  readonly scopes: ReadonlySet<Scope>;
  /** The accounts that they may reach; absent for all. */
  readonly accounts?: ReadonlySet<AccountName>;
  /** The email of the agent whose chats alone they may see; absent for everybody's. */
  readonly ownChats?: DeskText;
  /** Whether somebody vouched for them by a token. Else they are whoever may reach this process: then the setting `redact` alone decides. */
  readonly isIdentified: boolean;
}

/** Whoever runs this process, or reaches it on this machine: nobody is told apart, and nothing is withheld. */
export const LOCAL_CALLER: Caller = {
  id: CallerId.parse('local'),
  scopes: new Set(SCOPE_NAMES),
  isIdentified: false,
};
