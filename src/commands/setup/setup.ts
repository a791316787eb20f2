import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings, theOnly } from '../../config/read.ts';
import { fullPath } from '../../config/files.ts';
import { settingsFolder } from '../../config/folders.ts';
import { valueOf } from '../../config/given.ts';
import { CONFIG } from '../../config/names.ts';
import { ChatOperationsError, InvalidArgument, InvalidConfiguration } from '../../model/errors.ts';
import { Secret } from '../../model/text/secret.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { openAccount } from '../account.ts';
import type { Run } from '../run.ts';
import { askAddress, askLogin, type GivenDesk, type KeptLogin } from './ask-desk.ts';
import { askCodes } from './ask-codes.ts';
import { askZone } from './ask-zone.ts';
import { Cancelled, type Dialogue } from './dialogue.ts';
import { ownMachine } from '../hosts/machine.ts';
import { offerHosts, wantedHosts } from './offer-hosts.ts';
import { readFirst, tellDurations, type FirstChats } from './read-first.ts';
import { serverStart } from './server-start.ts';
import { SettingsDraft } from './settings-draft.ts';
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

type Environment = Run['environment'];

/** Whom a set-up talks with, and where. */
export interface SetupPlace extends Pick<Run, 'environment' | 'clock' | 'errors' | 'program'> {
  readonly dialogue: Dialogue;
  /** Nobody can answer: what does not work is the end. */
  readonly isUnattended: boolean;
  /** The first line of standard input. */
  readonly readLine: () => Promise<string>;
}

/**
 * Asks for what a server needs, tests it, keeps it in a settings file, reads a little, and offers the entry to the assistants of this
 * machine. Nothing is written before all of it was found to work. Throws Cancelled, InvalidArgument and InvalidConfiguration.
 */
export async function setup(flags: SetupFlags, place: SetupPlace): Promise<void> {
  const { dialogue, environment, clock } = place;
  const hosts = wantedHosts(flags.hosts ?? (place.isUnattended ? 'none' : undefined));
  const file = flags.config ?? filled(environment[CONFIG.environment]) ?? defaultFile(flags, environment);
  const draft = new SettingsDraft(file);
  dialogue.begin(
    flags.sandbox === true
      ? 'chat-operations-mcp setup, with the sandbox in place of a service'
      : 'chat-operations-mcp setup',
  );
  if (!draft.isNew) tellExisting(draft, dialogue);
  draft.refuseUnknownKeys();
  const password = flags.sandbox === true ? undefined : await askDesk(draft, flags, place);
  draft.set('sandbox', flags.sandbox === true ? true : undefined);
  await askZone(draft, flags.timezone, { dialogue, clock });
  draft.refuseProblems();
  await keep(draft, password, flags, place);
  const chats = await useDesk(draft, password, place);
  await offerHosts(serverStart(draft.path, place.program), hosts, ownMachine(environment), { dialogue, clock });
  if (chats instanceof ChatOperationsError) throw notLoaded();
  dialogue.end(
    'Ready. Restart your assistant, and ask it: how did support do last week? If something does not work: chat-operations-mcp doctor',
  );
}

function notLoaded(): InvalidArgument {
  return new InvalidArgument(
    'The settings are saved, but no chats could be loaded yet.',
    'Fix the problem above, then check with: chat-operations-mcp doctor',
  );
}

/** A try in the sandbox is not what servers read where nobody names a file. */
function defaultFile({ sandbox }: SetupFlags, environment: Environment): string {
  return join(settingsFolder(environment), sandbox === true ? 'sandbox.json' : 'settings.json');
}

function tellExisting({ path, shown }: SettingsDraft, dialogue: Dialogue): void {
  const width = Math.max(...shown.map(({ key }) => key.length));
  dialogue.tell(
    [
      `There are settings already, in ${path}:`,
      ...shown.map(({ key, value = '(not shown)' }) => `${key.padEnd(width)}  ${value}`),
      'What you do not change stays, and a copy of the file is kept.',
    ].join('\n'),
  );
}

/** A password, and whether it lies where the settings say already. */
interface GotPassword {
  readonly secret: Secret;
  readonly isKept: boolean;
}

async function askDesk(draft: SettingsDraft, flags: SetupFlags, place: SetupPlace): Promise<GotPassword> {
  const { dialogue, environment, isUnattended, clock } = place;
  const given: GivenDesk = {
    address: flags.baseUrl ?? filled(environment['CHAT_OPERATIONS_BASE_URL']),
    email: flags.email ?? filled(environment['CHAT_OPERATIONS_EMAIL']),
    password: await givenPassword(flags, place),
    caFile: flags.caFile ?? filled(environment['CHAT_OPERATIONS_CA_FILE']),
  };
  const asking = { dialogue, clock, isUnattended };
  // Before the address is changed: it belongs to the one that it stands beside.
  const kept = keptLogin(draft);
  for (;;) {
    const reached = await askAddress(draft, given, asking);
    const login = await askLogin(draft, given, reached, kept, asking);
    if (login !== undefined) return { secret: login.account.password, isKept: login.isKept };
  }
}

/** The password that somebody gave beforehand: in a file, on standard input, in the environment. */
async function givenPassword(flags: SetupFlags, { environment, readLine }: SetupPlace): Promise<Secret | undefined> {
  if (flags.passwordStdin === true) {
    const line = await readLine();
    if (line === '')
      throw new InvalidArgument(
        'Standard input holds no password.',
        'Put it into the first line. Nothing was written.',
      );
    return new Secret(line);
  }
  const path = flags.passwordFile ?? filled(environment['CHAT_OPERATIONS_PASSWORD_FILE']);
  if (path !== undefined) return valueOf('password_file', path);
  const text = filled(environment['CHAT_OPERATIONS_PASSWORD']);
  return text === undefined ? undefined : new Secret(text);
}

/** The login that the settings file holds, whole and readable, with the address that it is for. */
function keptLogin(draft: SettingsDraft): KeptLogin | undefined {
  const { base_url: baseUrl, email, ...passwords } = draft.values;
  const password = passwords.password ?? passwords.password_file;
  if (baseUrl === undefined || email === undefined || password === undefined) return undefined;
  return { origin: baseUrl.origin, email, password };
}

/** Writes the settings, and the password beside them, each as a whole. */
async function keep(
  draft: SettingsDraft,
  password: GotPassword | undefined,
  flags: SetupFlags,
  { dialogue, clock }: SetupPlace,
): Promise<void> {
  const own = ownPasswordFile(draft);
  const place = password === undefined || password.isKept ? 'kept' : await placeOf(flags, own, dialogue);
  if (place === 'named' && flags.passwordFile !== undefined) {
    draft.set('password_file', resolve(flags.passwordFile));
    draft.set('password', undefined);
  }
  if (place === 'file') {
    draft.set('password_file', own);
    draft.set('password', undefined);
  }
  if (place === 'environment') {
    draft.set('password_file', undefined);
    draft.set('password', undefined);
  }
  if (!draft.hasChanged && place !== 'file') {
    dialogue.good(`The settings stay as they are: ${draft.path}`);
    return;
  }
  if (!(await dialogue.confirm(`Write the settings to ${draft.path}?`, true))) throw new Cancelled();
  const undo = place === 'file' && password !== undefined ? writePassword(own, password.secret) : () => undefined;
  try {
    const { backup, keepsPassword } = draft.write(clock());
    dialogue.good(`Settings: ${draft.path}${backup === undefined ? '' : `; as they were: ${backup}`}`);
    if (backup !== undefined && keepsPassword) {
      dialogue.tell('That copy holds a password, too: remove it once you need it no more. Only you can read it.');
    }
  } catch (error) {
    undo();
    throw notWritten(error, draft.path);
  }
  if (place === 'file') dialogue.good(`Password: ${own}, which only you can read`);
  if (place === 'environment')
    dialogue.tell('Set CHAT_OPERATIONS_PASSWORD wherever the server starts: some assistants hand on no variables.');
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
    trusted`The file cannot be written: ${fullPath(path)}.`,
    'Check the permissions of its folder and the room on its disk, or name another settings file with --config. Nothing was changed.',
  );
}

/** A file beside the settings that is theirs already, or that is not there yet. */
function ownPasswordFile(draft: SettingsDraft): string {
  const base = draft.path.replace(/\.json$/, '');
  for (let number = 1; ; number += 1) {
    const path = `${base}.password${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(path) || draft.textOf('password_file') === path) return path;
  }
}

async function placeOf(flags: SetupFlags, own: string, dialogue: Dialogue): Promise<'named' | 'file' | 'environment'> {
  if (flags.passwordFile !== undefined) return 'named';
  return (
    flags.keepPassword ??
    (await dialogue.choose(
      'Where to keep the password?',
      [
        { value: 'file', label: 'In a file of its own', hint: `${own}, for you alone` },
        { value: 'environment', label: 'Nowhere: the environment gives it', hint: 'CHAT_OPERATIONS_PASSWORD' },
      ],
      'file',
    ))
  );
}

/** Reads a little into the archive, by the settings as they were written. Resolves with how far that came. */
async function useDesk(
  draft: SettingsDraft,
  password: GotPassword | undefined,
  { dialogue, environment, isUnattended, clock, errors }: SetupPlace,
): Promise<FirstChats> {
  const isInFile = password === undefined || draft.has('password_file') || draft.has('password');
  const settings = theOnly(
    readSettings({
      flags: { config: draft.path },
      environment: isInFile
        ? withoutSettings(environment)
        : { ...withoutSettings(environment), CHAT_OPERATIONS_PASSWORD: password.secret.reveal() },
    }),
  );
  const opened = await dialogue.during('Opening the archive', () => openAccount(settings, clock, { errors }));
  try {
    const chats = await readFirst(opened.desk, dialogue);
    if (chats instanceof ChatOperationsError) return chats;
    await askCodes(opened.desk, dialogue, isUnattended);
    await tellDurations(opened.desk, chats, dialogue);
    return chats;
  } finally {
    await opened.close();
  }
}

/** The environment of the servers that will read the file: what was given for the set-up alone is not there then. */
function withoutSettings(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('CHAT_OPERATIONS_')));
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
