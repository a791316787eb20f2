import type { Bot } from '../config/bots.ts';
import { isReadableByOthers, readableWarning } from '../config/files.ts';
import { BotTokenUnusable, InvalidConfiguration } from '../model/errors.ts';
import type { Secret } from '../model/text/secret.ts';
import type { Desk } from '../answers/desk.ts';
import { createWebhook, type WebhookOptions } from '../upstream/webhook/webhook.ts';
import type { Log } from './log.ts';

/** Opens the chatbots that a desk may hand data to. */
export function openChatbots(
  bots: readonly Bot[],
  webhook: Omit<WebhookOptions, 'bots'>,
  log: Pick<Log, 'warn' | 'failure'>,
): NonNullable<Desk['chatbots']> {
  return {
    bots: bots.map(({ name, endpoints, confirm, allowSensitive }) => ({ name, endpoints, confirm, allowSensitive })),
    webhook: createWebhook({
      ...webhook,
      bots: bots.map((bot) => ({
        ...bot,
        endpoints: bot.endpoints.map(({ name }) => name),
        readToken: tokenReader(bot, log),
      })),
    }),
  };
}

/**
 * Returns what reads the token of a bot for each call. Problems of its file are logged in full and nowhere else, since they name
 * it. Throws BotTokenUnusable.
 */
function tokenReader({ name, tokenFile, readToken }: Bot, log: Pick<Log, 'warn' | 'failure'>): () => Secret {
  let isWarned = false;
  return () => {
    try {
      return readToken();
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error;
      log.failure(error);
      throw new BotTokenUnusable(name);
    } finally {
      if (!isWarned && tokenFile !== undefined && isReadableByOthers(tokenFile)) {
        isWarned = true;
        log.warn(readableWarning(tokenFile));
      }
    }
  };
}
