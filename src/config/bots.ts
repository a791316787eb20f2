import { Secret } from '../model/text/secret.ts';
import type { BotSetting } from './checks.ts';
import { readSecret, Unusable } from './files.ts';
import type { Environment } from './folders.ts';
import { problem } from './problems.ts';

/** A chatbot that data may be sent to. */
export interface Bot extends BotSetting {
  /** Reads the token anew, since its file may be replaced. Throws InvalidConfiguration. */
  readonly readToken: () => Secret;
}

/** The characters that a header takes as they are; an error for any other would quote it. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Returns a bot of the settings, with what reads its token. */
export function botOf(bot: BotSetting, environment: Environment): Bot {
  const { name, tokenFile, tokenEnv = '' } = bot;
  const readToken = (): Secret => {
    try {
      return tokenFile === undefined ? tokenIn(tokenEnv, environment) : readSecret(tokenFile, TOKEN);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      const setting = tokenFile === undefined ? 'tokenEnv' : 'tokenFile';
      throw problem(`The bot ${name}: ${setting} ${error.message}.`, error.advice);
    }
  };
  return { ...bot, readToken };
}

/** Returns the token that an environment variable holds. Throws Unusable. */
function tokenIn(variable: string, environment: Environment): Secret {
  const token = environment[variable] ?? '';
  if (TOKEN.test(token)) return new Secret(token);
  const why =
    token === '' ? 'which is not set or empty' : 'which holds a line break, a space or another character no token has';
  throw new Unusable(
    `names the environment variable ${variable}, ${why}`,
    "Set it to the token that the bot's webhook settings show.",
  );
}
