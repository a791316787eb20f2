import { z } from 'zod';
import { pino, type LevelWithSilent } from 'pino';
import type { AccountName } from '../model/caller.ts';
import { ChatOperationsError } from '../model/errors.ts';
import { quotable } from '../model/text/quotable.ts';
import type { ProgressStream } from './shown/progress-line.ts';
import { CLEARED } from './shown/terminal.ts';

/** The log for the person who runs the server, on standard error: standard output belongs to the protocol. */
export interface Log {
  readonly warn: (message: string) => void;
  readonly info: (message: string) => void;
  /** A line of the audit. */
  readonly audit: (line: Readonly<Record<string, unknown>>) => void;
  /** A line of a request over HTTP; absent where the level leaves it out. */
  readonly request: ((line: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Reports what was thrown and should not have been. Its message is left out: it may quote a visitor or a secret. */
  readonly bug: (error: unknown) => void;
  /** Reports what failed behind everybody's back: one of our own errors in its words, anything else as a bug. */
  readonly failure: (error: unknown) => void;
  /** Reports that a client sent what is not the protocol, or broke the connection. Nothing of what it sent is told. */
  readonly disturbance: (error: unknown) => void;
}

/** Standard error, or what stands in for it. */
export type LogStream = Pick<ProgressStream, 'isTTY' | 'write'>;

/** Makes a log of lines of JSON; on a terminal, where a person reads it, of words. Each line names the account, where it is of one of several. */
export function createLog(level: LevelWithSilent, stream: LogStream, account?: AccountName): Log {
  const log = pino(
    { level, base: account === undefined ? null : { account }, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => void stream.write(stream.isTTY === true ? wordsOf(line) : line) },
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
    request: log.isLevelEnabled('info') ? (line) => log.info(line, 'request') : undefined,
    bug,
    failure: (error) => {
      if (error instanceof ChatOperationsError) log.warn(`${error.message} ${error.advice}`);
      else bug(error);
    },
    disturbance: (error) =>
      log.warn({ kind: kindOf(error) }, 'a client sent what is not the protocol, or broke the connection'),
  };
}

/** The most characters of a line for a person. */
const MAX_LENGTH = 4000;

const Line = z.object({ level: z.number(), time: z.string(), msg: z.string() }).catchall(z.json());

/** A line of the log in words, on a line of its own whatever stood there: `warn: the archive is …`. */
function wordsOf(line: string): string {
  const { level, time: _time, msg, ...more } = Line.parse(JSON.parse(line));
  const rest = Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`;
  return `${CLEARED}${pino.levels.labels[level] ?? level}: ${quotable(`${msg}${rest}`, MAX_LENGTH)}\n`;
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
