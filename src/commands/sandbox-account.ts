import type { Account, ConfiguredBot } from '../config/read.ts';
import type { CodeSettings } from '../model/codes.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { CODES } from '../sandbox/wire.ts';

/** What the owner of the sandbox's desk would write into the settings. */
export interface SandboxAccount {
  readonly account: Account;
  readonly webhook: { readonly baseUrl: URL; readonly bots: readonly ConfiguredBot[] };
  readonly codes: CodeSettings;
}

const ENDPOINTS: Readonly<Record<string, string>> = {
  'customer-data': "The customer's account, after a login on the site.",
  'order-status': 'The state of an order the visitor asked about.',
};

/** The settings with which a server asks a sandbox, as its super admin. */
export function sandboxAccount({ url, world }: Pick<Sandbox, 'url' | 'world'>): SandboxAccount {
  const { email, password } = world.account.superAdmin;
  return {
    account: { baseUrl: new URL(url), email, password },
    webhook: {
      baseUrl: new URL(url),
      bots: world.bots.map(({ name, botId, webhookId, token, endpoints }) => ({
        name,
        botId,
        webhookId,
        token,
        endpoints: endpoints.map((endpoint) => ({
          name: endpoint.name,
          description: ENDPOINTS[endpoint.name] ?? endpoint.attribute,
        })),
      })),
    },
    codes: SANDBOX_CODES,
  };
}

/** The meaning of the sandbox's codes, in the words of the setting `codes`. */
const SANDBOX_CODES: CodeSettings = {
  is_missed: { [CODES.is_missed.missed]: 'missed', [CODES.is_missed.served]: 'served' },
  chat_started_by: { [CODES.chat_started_by.visitor]: 'visitor', [CODES.chat_started_by.agent]: 'agent' },
  is_chat_transferred: {
    [CODES.is_chat_transferred.yes]: 'transferred',
    [CODES.is_chat_transferred.no]: 'not transferred',
  },
  chat_ended_by: {
    [CODES.chat_ended_by.visitor]: 'visitor',
    [CODES.chat_ended_by.agent]: 'agent',
    [CODES.chat_ended_by.none]: 'nobody',
  },
  unread: { [CODES.unread.yes]: 'unread', [CODES.unread.no]: 'read' },
  enabled: { [CODES.enabled.yes]: 'enabled', [CODES.enabled.no]: 'disabled' },
  rating: { [CODES.rating.none]: 'not rated' },
  user_type: {
    [CODES.user_type.visitor]: 'visitor',
    [CODES.user_type.agent]: 'agent',
    [CODES.user_type.bot]: 'bot',
    [CODES.user_type.system]: 'system',
  },
};
