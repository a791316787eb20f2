import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readSettings } from '../../config/read.ts';
import { fullPath } from '../../config/files.ts';
import { settingsFolder } from '../../config/folders.ts';
import { valueOf } from '../../config/given.ts';
import { CONFIG } from '../../config/names.ts';
import { zoneNameOf } from '../../model/calendar/zone-name.ts';
import { InvalidArgument, InvalidConfiguration } from '../../model/errors.ts';
import { Secret } from '../../model/text/secret.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Timing } from '../doctor/patience.ts';
import { clockWords, zoneOfMachine } from '../doctor/settings.ts';
import { ownMachine } from '../hosts/machine.ts';
import type { Run } from '../run.ts';
import { askDesk, type FoundPassword } from './desk.ts';
import { Cancelled, type Dialogue } from './dialogue.ts';
import { readFirst } from './first-reading.ts';
import { offerHosts, wantedHosts } from './offer-hosts.ts';
import { serverStart } from './server-start.ts';
import { flawOf, SettingsFile } from './settings-file.ts';
import { TerminalDialogue } from './terminal-dialogue.ts';
import { UnattendedDialogue } from './unattended-dialogue.ts';
import { writeWhole } from './whole-file.ts';

export interface SetupFlags {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly email?: string;
  readonly passwordFile?: string;
  readonly passwordStdin?: boolean;
  readonly keepPassword?: 'file' | 'environment';
  readonly caFile?: string;
  readonly timezone?: string;
  readonly hosts?: string;
  readonly sandbox?: boolean;
  readonly yes?: boolean;
}

/** A run of a set-up, and with whom it talks. */
export interface SetupRun extends Run, Pick<Timing, 'stopAfter'> {
  readonly dialogue: Dialogue;
  /** Nobody can answer: what does not work is the end. */
  readonly isUnattended: boolean;
}

/** Sets a desk up: with the user at the terminal, or with nobody. Sets the exit code. */
export async function setup(flags: SetupFlags, run: Run): Promise<void> {
  const { input, output } = run;
  const isUnattended = flags.yes === true;
  if (!isUnattended && (input.isTTY !== true || output.isTTY !== true)) {
    throw new InvalidArgument('setup needs a terminal.', 'Or give every value as a flag, with --yes.');
  }
  if (!isUnattended && flags.passwordStdin === true) {
    throw new InvalidArgument('Standard input is the terminal.', 'Leave out --password-stdin, or add --yes.');
  }
  const dialogue = isUnattended ? new UnattendedDialogue(output) : new TerminalDialogue({ input, output });
  try {
    await setUp(flags, { ...run, dialogue, isUnattended });
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    run.errors.write('Cancelled. Only the files listed above were written.\n');
    run.exitCode = 130;
  }
}

/**
 * Asks for what a server needs, tests it, saves it, loads the newest chats, and adds the server to the assistants of this machine.
 * Nothing is written before all of it was found to work. Throws Cancelled, InvalidArgument and InvalidConfiguration.
 */
export async function setUp(flags: SetupFlags, run: SetupRun): Promise<void> {
  const { dialogue, environment, isUnattended } = run;
  const hosts = wantedHosts(flags.hosts ?? (isUnattended ? 'none' : undefined));
  const isSandbox = flags.sandbox === true;
  // A try in the sandbox is not what servers read if no file is named.
  const usual = join(settingsFolder(environment), isSandbox ? 'sandbox.json' : 'settings.json');
  const settings = new SettingsFile(flags.config ?? filled(environment[CONFIG.environment]) ?? usual);
  dialogue.tell(isSandbox ? 'Set up the built-in sandbox' : 'Connect your desk');
  if (!settings.isNew) tellExisting(settings, dialogue);
  settings.refuseUnknownKeys();
  const password = isSandbox ? undefined : await askDesk(settings, await givenDesk(flags, run), run);
  settings.set('sandbox', isSandbox ? true : undefined);
  await askZone(settings, flags.timezone, run);
  settings.refuseProblems();
  await save(settings, password, flags, run);
  const isLoaded = await useDesk(settings, password, run);
  await offerHosts(serverStart(settings.path, run.program), hosts, ownMachine(environment), run);
  if (!isLoaded) {
    throw new InvalidArgument(
      'The settings are saved, but no chats could be loaded yet.',
      'Fix the problem above, then check with: chat-operations-mcp doctor',
    );
  }
  dialogue.tell(
    'Done. Restart your assistant and ask: How did support do last week?\nProblems? Run: chat-operations-mcp doctor',
  );
}

function tellExisting({ path, shown }: SettingsFile, dialogue: Dialogue): void {
  const width = Math.max(...shown.map(({ key }) => key.length));
  dialogue.tell(
    [
      `Settings found in ${path}:`,
      ...shown.map(({ key, value = '(hidden)' }) => `${key.padEnd(width)}  ${value}`),
      'Values you do not change stay; a backup is kept.',
    ].join('\n'),
  );
}

async function givenDesk(flags: SetupFlags, run: SetupRun) {
  const { environment } = run;
  return {
    address: flags.baseUrl ?? filled(environment['CHAT_OPERATIONS_BASE_URL']),
    email: flags.email ?? filled(environment['CHAT_OPERATIONS_EMAIL']),
    password: await givenPassword(flags, run),
    caFile: flags.caFile ?? filled(environment['CHAT_OPERATIONS_CA_FILE']),
  };
}

/** The password that was given beforehand: on standard input, in a file, in the environment. */
async function givenPassword(flags: SetupFlags, { environment, input }: SetupRun): Promise<Secret | undefined> {
  if (flags.passwordStdin === true) {
    for await (const line of createInterface({ input })) if (line !== '') return new Secret(line);
    throw new InvalidArgument('Standard input holds no password.', 'Put it into the first line. Nothing was written.');
  }
  const path = flags.passwordFile ?? filled(environment['CHAT_OPERATIONS_PASSWORD_FILE']);
  if (path !== undefined) return valueOf('password_file', path);
  const text = filled(environment['CHAT_OPERATIONS_PASSWORD']);
  return text === undefined ? undefined : new Secret(text);
}

/** Asks for the zone in which days and hours are counted, and shows its clock. */
async function askZone(
  settings: SettingsFile,
  given: string | undefined,
  { dialogue, clock }: SetupRun,
): Promise<void> {
  // Throws what is wrong with it, and which zones are close.
  if (given !== undefined) zoneNameOf(given);
  let zone = given ?? settings.textOf('timezone') ?? zoneOfMachine();
  while (
    !(await dialogue.confirm(
      `It is ${clockWords(zoneNameOf(zone), clock)} in ${zone}. Use this time zone for days and hours?`,
      true,
    ))
  ) {
    zone = await dialogue.text({
      message: 'Time zone of the desk',
      flag: '--timezone',
      placeholder: 'Europe/Berlin',
      flaw: (answer) => flawOf('timezone', answer),
    });
  }
  settings.set('timezone', zone);
  dialogue.good(`Time zone: ${zone}`);
}

/** Writes the settings, and the password beside them, each as a whole. */
async function save(
  settings: SettingsFile,
  password: FoundPassword | undefined,
  flags: SetupFlags,
  run: SetupRun,
): Promise<void> {
  const { dialogue, clock } = run;
  const own = ownPasswordFile(settings);
  const place = password === undefined || password.isKept ? 'kept' : await placeOf(flags, dialogue);
  if (place !== 'kept') {
    const named = place === 'file' ? own : place === 'named' ? resolve(flags.passwordFile ?? '') : undefined;
    settings.set('password_file', named);
    settings.set('password', undefined);
  }
  if (!settings.hasChanged && place !== 'file') {
    dialogue.good(`The settings stay as they are: ${settings.path}`);
    return;
  }
  if (!(await dialogue.confirm(`Save the settings to ${settings.path}?`, true))) throw new Cancelled();
  const undo = place === 'file' && password !== undefined ? writePassword(own, password.secret) : () => undefined;
  try {
    const { copy, keepsPassword } = settings.hasChanged ? settings.write(clock()) : { keepsPassword: false };
    dialogue.good(`Settings saved in ${settings.path}${copy === undefined ? '' : `; backup: ${copy}`}`);
    if (copy !== undefined && keepsPassword) {
      dialogue.tell('The backup holds a password, too: remove it once you no longer need it. Only you can read it.');
    }
  } catch (error) {
    undo();
    throw notWritten(error, settings.path);
  }
  if (place === 'file') dialogue.good(`Password saved in ${own}, which only you can read`);
  if (place === 'environment') {
    dialogue.tell('Set CHAT_OPERATIONS_PASSWORD wherever the server starts. Some assistants do not pass on variables.');
  }
}

/** Writes the file of the password. Returns what puts it back as it was. Throws InvalidConfiguration. */
function writePassword(path: string, password: Secret): () => void {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  try {
    writeWhole(path, `${password.reveal()}\n`, 0o600);
  } catch (error) {
    throw notWritten(error, path);
  }
  return () => {
    if (before === undefined) rmSync(path, { force: true });
    else writeWhole(path, before, 0o600);
  };
}

function notWritten(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new InvalidConfiguration(
    trusted`Cannot write ${fullPath(path)}.`,
    "Check the folder's permissions and free disk space. Nothing was changed.",
  );
}

/** A file beside the settings that is theirs already, or that is not there yet. */
function ownPasswordFile(settings: SettingsFile): string {
  const base = settings.path.replace(/\.json$/, '');
  for (let number = 1; ; number += 1) {
    const path = `${base}.password${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(path) || settings.textOf('password_file') === path) return path;
  }
}

async function placeOf(flags: SetupFlags, dialogue: Dialogue): Promise<'named' | 'file' | 'environment'> {
  if (flags.passwordFile !== undefined) return 'named';
  if (flags.keepPassword !== undefined) return flags.keepPassword;
  return dialogue.choose('Where should the password be stored?', [
    { value: 'file', label: 'In its own file (only you can read it)' },
    { value: 'environment', label: 'Nowhere: I will set CHAT_OPERATIONS_PASSWORD myself' },
  ]);
}

/** Loads the newest chats by the settings as they were written. Resolves with whether that worked. */
function useDesk(settings: SettingsFile, password: FoundPassword | undefined, run: SetupRun): Promise<boolean> {
  // What was given for the set-up alone is not there when servers read the file.
  const own = Object.entries(run.environment).filter(([name]) => !name.startsWith('CHAT_OPERATIONS_'));
  const isInFile = settings.textOf('password_file') !== undefined || settings.textOf('password') !== undefined;
  if (password !== undefined && !isInFile) own.push(['CHAT_OPERATIONS_PASSWORD', password.secret.reveal()]);
  const read = readSettings({ flags: { config: settings.path }, environment: Object.fromEntries(own) });
  return readFirst(read, run, run, run.dialogue);
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
