import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../model/time/units.ts';

/** A stream that a command writes to: of a process, or one that stands in for it. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Of a terminal: returns the bits of a colour, 1 for none. */
  readonly getColorDepth?: (environment: Io['environment']) => number;
}

/** The signals that end a command. */
export type EndingSignal = 'SIGTERM' | 'SIGINT';

/** What the program gets from where it runs: `main.ts` passes the streams and signals of its process, a test passes its own. */
export interface Io {
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Standard output. */
  readonly output: OutputStream;
  /** Standard error. */
  readonly errors: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The path by which the program was started, if it has one. */
  readonly program: string | undefined;
  /** Resolves with the next signal to end. Until this is called, such a signal ends the process. */
  readonly untilSignal: () => Promise<EndingSignal>;
}

/** One run of a command. */
export interface Run extends Io {
  /** The words that were typed behind the name of the program. */
  readonly words: readonly string[];
  /** The exit code that the command has set. Without one it is 0, or 1 when its output was not read to the end. */
  exitCode?: number;
  /** Set by a server: its end does not wait for a client to read the rest of the output. */
  leavesOutput?: true;
}
