import { theOnly, type ServerSettings } from '../../config/read.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';
import type { SyncFlags } from './sync-plan.ts';
import { sync } from './sync.ts';

/**
 * Fills the archive of the only account, or of each in turn; to keep them fresh with `watch`, one of several has to be chosen. What
 * goes wrong with one of several is told, and the next goes on. Sets the exit code: that of the only one, else 1 where a part of
 * any was left, and as of a signal when one ended it. Throws what `sync` throws where there is only one.
 */
export async function syncAccounts(settings: ServerSettings, flags: SyncFlags, run: Run): Promise<void> {
  const { accounts, server, warnings } = settings;
  const log = createLog(server.log_level, run.errors);
  for (const warning of warnings) log.warn(warning);
  if (accounts.length === 1 || flags.watch) {
    await sync(theOnly(settings), flags, run);
    return;
  }
  let worst = 0;
  for (const [index, account] of accounts.entries()) {
    const { name } = account;
    run.output.write(`${index === 0 ? '' : '\n'}Account           ${name}\n`);
    run.exitCode = 0;
    try {
      await sync(account, flags, run);
    } catch (error) {
      if (!(error instanceof ChatOperationsError)) throw error;
      run.errors.write(`Account ${name}: ${error.message} ${error.advice}\n`);
      run.exitCode = 1;
    }
    worst = Math.max(worst, run.exitCode);
    // A signal ends all of them.
    if (worst > 1) break;
  }
  run.exitCode = worst;
}
