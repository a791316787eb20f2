import { botOf } from '../../config/bots.ts';
import { loginOf } from '../../config/read.ts';
import type { BotSetting } from '../../config/checks.ts';
import type { Environment } from '../../config/folders.ts';
import { InvalidConfiguration } from '../../model/errors.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { countText } from '../../model/words/count.ts';
import type { Context } from './context.ts';
import { connectionFindings } from './connection.ts';
import { ok, problem, skipped, type Finding } from './finding.ts';

/** Finds out of each bot whether data could be sent to it, without sending any. */
export async function checkBots(context: Context): Promise<Finding[]> {
  const { account, environment, clock, stopAfter } = context;
  const { values } = account;
  const bots = values.bots ?? [];
  if (bots.length === 0) return [skipped('bots', 'none is configured')];
  const address = values.webhook_base_url;
  // The origin of the service was checked already.
  const isElsewhere = address !== undefined && address.origin !== loginOf(values)?.baseUrl.origin;
  const steps = isElsewhere
    ? await connectionFindings(address, { ca: values.ca_file, clock, stopAfter, setting: 'webhook_base_url' })
    : [];
  const problems = steps
    .filter(({ verdict }) => verdict === 'problem')
    .map(({ words, advice = trusted`` }) => problem('bots', trusted`The host of the webhook: ${words}`, advice));
  const tokens = bots.map((bot) =>
    hasToken(bot, environment)
      ? ok('bots', trusted`${bot.name}: token found, ${countText(bot.endpoints.length, 'endpoint')}, not called`)
      : skipped('bots', trusted`${bot.name}: its token is missing, see the settings above`),
  );
  return [...problems, ...tokens];
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
