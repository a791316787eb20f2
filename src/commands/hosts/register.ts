import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { quotable } from '../../model/text/quotable.ts';
import { shellLine, windowsLine } from '../command-line/next-line.ts';
import { copyBeside, writeWhole } from '../setup/whole-file.ts';
import { entryOf, SERVER_NAME, snippetOf, startOn, type Host, type HostFile, type ServerStart } from './host.ts';
import { FileStays, withServer } from './json-file.ts';
import { fileOf, programAt, type Machine } from './machine.ts';

/** What became of a host: it has the server, or why not, and what a person does with which text. */
export type Added =
  | { readonly isAdded: true; readonly words: string }
  | { readonly isAdded: false; readonly why?: string; readonly todo: string; readonly text: string };

/** Some programs check for a newer version of themselves first. */
const PATIENCE_MILLIS = 60_000;

/** Of what a program says of its failure, so many characters are shown. */
const LONGEST_SAID = 200;

const IN_TERMINAL = 'run this in a terminal';

/** Variables that may hold a secret, ours first of all: they are no business of other programs. */
const SECRET = /^CHAT_OPERATIONS_|PASSWORD|TOKEN|SECRET/i;

/** How programs say that they have a server of this name. */
const HAS_IT = /\balready (?:exists|configured|added|registered|defined)\b|\bexists already\b/i;

const run = promisify(execFile);

/** Adds the server to a host: by the host's own command where it is on this machine, else in its file, of which a copy is kept. */
export async function addTo(host: Host, start: ServerStart, machine: Machine, now: number): Promise<Added> {
  const own = startOn(machine.platform, start);
  const command = host.addCommand?.(own);
  const program = command && programAt(command[0], machine);
  if (command !== undefined && program !== undefined && isRunnable(program, command)) {
    return byCommand(host, program, command, machine);
  }
  const path = fileOf(host, machine);
  if (host.file !== undefined && path !== undefined) return inFile(host, host.file, path, own, now);
  if (command !== undefined) return { isAdded: false, todo: IN_TERMINAL, text: lineOn(machine, command) };
  const { byHand } = host;
  if (byHand !== undefined) return { isAdded: false, todo: `put this into ${byHand.where}`, text: byHand.text(own) };
  return {
    isAdded: false,
    todo: 'put this into its settings',
    text: snippetOf(host.file?.key ?? '', entryOf(host, own)),
  };
}

/** Scripts of Windows are run by a shell, which reads some characters as its own. */
function isRunnable(program: string, [, ...args]: readonly string[]): boolean {
  return !/\.(?:cmd|bat)$/i.test(program) || args.every((arg) => /^[\w@/:.\\=-]+$/.test(arg));
}

async function byCommand(host: Host, program: string, command: readonly string[], machine: Machine): Promise<Added> {
  const shell = /\.(?:cmd|bat)$/i.test(program);
  const env = Object.fromEntries(Object.entries(machine.environment).filter(([name]) => !SECRET.test(name)));
  try {
    const running = run(shell ? `"${program}"` : program, command.slice(1), { env, shell, timeout: PATIENCE_MILLIS });
    // A program that reads its input would wait for it.
    running.child.stdin?.end();
    await running;
    return { isAdded: true, words: `Added to ${host.name}` };
  } catch (error) {
    if (HAS_IT.test(outputOf(error))) return { isAdded: true, words: hasItAlready(host, machine) };
    return { isAdded: false, why: reasonOf(error), todo: IN_TERMINAL, text: lineOn(machine, command) };
  }
}

/** It may be another server of the same name, or start otherwise: no program says which. */
function hasItAlready({ name, removeCommand }: Host, machine: Machine): string {
  const has = `${name} has a server named ${SERVER_NAME} already and keeps it.`;
  return removeCommand === undefined
    ? has
    : `${has} To replace it, run this before setup: ${lineOn(machine, removeCommand)}`;
}

function lineOn({ platform }: Machine, words: readonly string[]): string {
  return platform === 'win32' ? windowsLine(words) : shellLine(words);
}

/** The last line that a failed program wrote. */
function reasonOf(error: unknown): string {
  const said = outputOf(error).trim().split('\n').at(-1) ?? '';
  return said === '' ? 'its command failed' : `its command said: ${quotable(said, LONGEST_SAID)}`;
}

/** What a failed program wrote. */
function outputOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error && 'stdout' in error
    ? `${String(error.stdout)}\n${String(error.stderr)}`
    : '';
}

function inFile(host: Host, file: HostFile, path: string, start: ServerStart, now: number): Added {
  const entry = entryOf(host, start);
  try {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const after = withServer(before, file, entry);
    if (after === before) return { isAdded: true, words: `${host.name} has the entry already: ${path}` };
    const copy = copyBeside(path, now);
    writeWhole(path, after);
    const kept = copy === undefined ? '' : ` (as it was: ${copy})`;
    return { isAdded: true, words: `Added to ${host.name}: ${path}${kept}` };
  } catch (error) {
    const isOfSystem = error instanceof Error && 'code' in error;
    if (!(error instanceof FileStays) && !(error instanceof RangeError) && !isOfSystem) throw error;
    const why = `${path} ${error instanceof FileStays ? error.message : 'cannot be changed'}`;
    return { isAdded: false, why, todo: `put this into ${path}`, text: snippetOf(file.key, entry) };
  }
}
