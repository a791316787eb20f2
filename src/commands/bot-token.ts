import type { ConfiguredBot } from '../config/read.ts';
import { BotTokenUnusable, InvalidConfiguration } from '../model/errors.ts';
import type { Secret } from '../model/text/secret.ts';
import type { Log } from './log.ts';

/**
 * Returns what reads the token of a bot from its file, for each sending; undefined where it lies in none. Flaws of the file
 * are told in full to the log alone, since they name it. Throws BotTokenUnusable.
 */
export function freshTokenOf(
  { name, readToken }: ConfiguredBot,
  log: Pick<Log, 'warn' | 'failure'>,
): (() => Secret) | undefined {
  if (readToken === undefined) return undefined;
  const told = new Set<string>();
  return () => {
    const warnings: string[] = [];
    try {
      return readToken(warnings);
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error;
      log.failure(error);
      throw new BotTokenUnusable(name);
    } finally {
      for (const warning of warnings) if (!told.has(warning)) log.warn(warning);
      for (const warning of warnings) told.add(warning);
    }
  };
}
