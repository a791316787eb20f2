import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { AnyWorld } from '../../sandbox/world/world.ts';
import { sandboxAccount } from './sandbox-account.ts';

/** The environment variable from which a server takes the token of the sandbox's bot. */
export const TOKEN_VARIABLE = 'SANDBOX_BOT_TOKEN';

/** The configuration file for a server that asks a sandbox. The bot's token stays out of it. */
export function sandboxConfiguration(
  sandbox: Pick<Sandbox<AnyWorld>, 'url' | 'world'> & Partial<Pick<Sandbox, 'dialect'>>,
): Record<string, unknown> {
  const { account, webhook_base_url, bots, codes } = sandboxAccount(sandbox);
  return {
    base_url: account.baseUrl.href,
    email: account.email,
    // Known to everybody, and good for nothing but this sandbox.
    password: account.password.reveal(),
    webhook_base_url: webhook_base_url.href,
    bots: bots.map(({ readToken: _, ...bot }) => ({ ...bot, tokenEnv: TOKEN_VARIABLE })),
    codes,
  };
}
