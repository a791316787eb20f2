import type { Login, Settings } from '../../config/read.ts';
import type { CodeSettings } from '../../model/codes.ts';
import { Secret } from '../../model/text/secret.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import { type Codes, codesOf } from '../../sandbox/codes.ts';
import { USUAL_DIALECT } from '../../sandbox/dialects.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { AnyWorld } from '../../sandbox/world/world.ts';

/** The settings that the owner of the sandbox's account would write. */
export interface SandboxAccount extends Pick<Settings, 'bots'> {
  readonly account: Login;
  readonly webhook_base_url: URL;
  readonly codes: CodeSettings;
}

const ENDPOINTS: Readonly<Record<string, string>> = {
  'customer-data': "The customer's account, after a login on the site: name, plan, customer_number.",
  'order-status': 'The order that the visitor asked about: number, state, expected.',
};

/** The settings with which a server asks a sandbox, as its super admin. Without a dialect, it is the usual one. */
export function sandboxAccount({
  url,
  world,
  dialect = USUAL_DIALECT,
}: Pick<Sandbox<AnyWorld>, 'url' | 'world'> & Partial<Pick<Sandbox, 'dialect'>>): SandboxAccount {
  const { email, password } = world.account.superAdmin;
  return {
    account: { baseUrl: new URL(url), email, password: new Secret(password) },
    webhook_base_url: new URL(url),
    bots: world.bots.map(({ name, botId, webhookId, token, endpoints }) => ({
      name: DeskText.parse(name),
      botId,
      webhookId,
      readToken: () => new Secret(token),
      endpoints: endpoints.map((endpoint) => ({
        name: DeskText.parse(endpoint.name),
        description: DeskText.parse(ENDPOINTS[endpoint.name] ?? endpoint.attribute),
      })),
      confirm: 'host',
      allowSensitive: false,
    })),
    codes: codeSettings(codesOf(dialect)),
  };
}

/** The meaning of the sandbox's codes, in the words of the setting `codes`. */
function codeSettings(codes: Codes): CodeSettings {
  return {
    is_missed: { [codes.is_missed.missed]: 'missed', [codes.is_missed.served]: 'served' },
    chat_started_by: { [codes.chat_started_by.visitor]: 'visitor', [codes.chat_started_by.agent]: 'agent' },
    is_chat_transferred: {
      [codes.is_chat_transferred.yes]: 'transferred',
      [codes.is_chat_transferred.no]: 'not transferred',
    },
    chat_ended_by: {
      [codes.chat_ended_by.visitor]: 'visitor',
      [codes.chat_ended_by.agent]: 'agent',
      [codes.chat_ended_by.none]: 'nobody',
    },
    unread: { [codes.unread.yes]: 'unread', [codes.unread.no]: 'read' },
    enabled: { [codes.enabled.yes]: 'enabled', [codes.enabled.no]: 'disabled' },
    rating: { [codes.rating.none]: 'not rated' },
    user_type: {
      [codes.user_type.visitor]: 'visitor',
      [codes.user_type.agent]: 'agent',
      [codes.user_type.bot]: 'bot',
      [codes.user_type.system]: 'system',
    },
  };
}
