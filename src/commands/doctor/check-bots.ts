import type { AccountSettings } from '../../config/accounts.ts';
import { botOf } from '../../config/bots.ts';
import { loginOf } from '../../config/read.ts';
import type { BotSetting } from '../../config/checks.ts';
import type { Environment } from '../../config/folders.ts';
import { InvalidConfiguration } from '../../model/errors.ts';
import { joined, trusted } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { checkWay } from './check-way.ts';
import { notTried, ok, wrong, type Finding, type Tell } from './finding.ts';

/** Tells of each bot whether it could be handed data, without handing it any. */
export async function checkBots(
  { values }: AccountSettings,
  environment: Environment,
  clock: Clock,
  tell: Tell,
): Promise<void> {
  const named = values.bots ?? [];
  if (named.length === 0) {
    tell(notTried('bots', 'none is configured'));
    return;
  }
  const address = values.webhook_base_url;
  const steps: Finding[] = [];
  // Where it is the origin of the service, its way was tried already.
  if (address !== undefined && address.origin !== loginOf(values)?.baseUrl.origin) {
    await checkWay(address, { ca: values.ca_file, clock, setting: 'webhook_base_url' }, (step) => steps.push(step));
  }
  for (const { words, advice, verdict } of steps) {
    if (verdict === 'wrong') tell(wrong('bots', trusted`The host of the webhook: ${words}`, advice ?? trusted``));
  }
  for (const bot of named) {
    const { name, endpoints, tokenEnv } = bot;
    const place = tokenEnv === undefined ? trusted`its file` : trusted`its environment variable`;
    if (!hasToken(bot, environment))
      tell(notTried('bots', trusted`${name}: its token is missing, see the settings above`));
    else {
      const names = endpoints.map((endpoint) => endpoint.name);
      tell(ok('bots', trusted`${name}: token read from ${place}; endpoints ${joined(names, ', ')}. Nothing was sent`));
    }
  }
}

function hasToken(bot: BotSetting, environment: Environment): boolean {
  try {
    botOf(bot, environment).readToken();
    return true;
  } catch (error) {
    if (error instanceof InvalidConfiguration) return false;
    throw error;
  }
}
