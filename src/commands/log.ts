import { pino, type LevelWithSilent } from 'pino';
import { ChatOperationsError } from '../model/errors.ts';

/** The log for the person who runs the server, on standard error: standard output belongs to the protocol. */
export interface Log {
  readonly warn: (message: string) => void;
  readonly info: (message: string) => void;
  /** A line of the audit. */
  readonly audit: (line: Readonly<Record<string, unknown>>) => void;
  /** Reports what was thrown and should not have been. Its message is left out: it may quote a visitor or a secret. */
  readonly bug: (error: unknown) => void;
  /** Reports what failed behind everybody's back: one of our own errors in its words, anything else as a bug. */
  readonly failure: (error: unknown) => void;
  /** Reports that a client sent what is not the protocol, or broke the connection. Nothing of what it sent is told. */
  readonly disturbance: (error: unknown) => void;
}

export function createLog(level: LevelWithSilent): Log {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
  const bug = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const at = stack.split('\n').filter((line) => /^\s+at /.test(line));
    log.error({ kind: kindOf(error), at: at.slice(0, 8) }, 'unexpected error');
  };
  return {
    warn: (message) => log.warn(message),
    info: (message) => log.info(message),
    audit: (line) => log.info(line, 'audit'),
    bug,
    failure: (error) => {
      if (error instanceof ChatOperationsError) log.warn(`${error.message} ${error.advice}`);
      else bug(error);
    },
    disturbance: (error) =>
      log.warn({ kind: kindOf(error) }, 'a client sent what is not the protocol, or broke the connection'),
  };
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
