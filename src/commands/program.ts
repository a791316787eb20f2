import { askedOfProgram, flagsOfServer, withCommand } from './command-line/started-by-host.ts';
import type { Io, OutputStream, Run } from './run.ts';

/** Runs the command that the words name, to its end. Resolves with the exit code; what went wrong is on standard error. */
export async function main(words: readonly string[], io: Io): Promise<number> {
  const run: Run = { ...io, words };
  // The reader of the output may stop before its end, as `head` does. The command still cleans up behind itself.
  let isRead = true;
  io.output.on('error', () => {
    isRead = false;
  });
  io.errors.on('error', () => {});
  try {
    const named = withCommand(askedOfProgram(words), io.input.isTTY === true);
    const flags = flagsOfServer(named);
    if (flags === undefined) await (await import('./command-line/command-line.ts')).runCommand(named, run);
    else await (await import('./stdio.ts')).serveHost(flags, run);
  } catch (thrown) {
    await sayWhatIsWrong(thrown, run);
    run.exitCode = 1;
  }
  if (run.leavesOutput !== true) await Promise.all([written(io.output), written(io.errors)]);
  return run.exitCode ?? (isRead ? 0 : 1);
}

async function sayWhatIsWrong(thrown: unknown, { errors }: Run): Promise<void> {
  const [{ ChatOperationsError }, { endWords }] = await Promise.all([
    import('../model/errors.ts'),
    import('./command-line/end-words.ts'),
  ]);
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const parts = thrown instanceof ChatOperationsError ? [said, thrown.advice] : [said];
  errors.write(endWords(parts, errors.isTTY === true));
}

/** Resolves when all that was given to a stream is written, or cannot be. */
async function written(stream: OutputStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => resolve());
  });
}
