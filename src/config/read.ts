import { join } from 'node:path';
import type { AccountName } from '../model/caller.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import type { SettingsFile } from '../model/settings-file.ts';
import type { Secret } from '../model/text/secret.ts';
import { trusted } from '../model/text/trusted-text.ts';
import type { Toolset } from '../model/tool-groups.ts';
import { accountsIn, onlyOf, type AccountSettings } from './accounts.ts';
import { botOf, type Bot } from './bots.ts';
import { fullPath, isReadableByOthers, readableWarning } from './files.ts';
import { dataFolder, userSettingsFile, type Environment } from './folders.ts';
import { checkSettings, gatherSettings, hasPassword, type Sources } from './given.ts';
import { withoutProblems, type Problems } from './problems.ts';
import { flagOf, variableOf } from './setting.ts';
import { ACCOUNT } from './names.ts';
import type { SettingKey, Values } from './settings.ts';
import { isAre } from '../model/words/count.ts';
import { omitUndefined } from '../model/omit-undefined.ts';

/** The service to be asked, and as whom. */
export interface Login {
  readonly baseUrl: URL;
  readonly email: string;
  readonly password: Secret;
}

/** Every setting of one account and of its server, checked, with defaults; files are read. Names are those of the settings file. */
export interface Settings extends Omit<Values, 'base_url' | 'email' | 'password' | 'password_file' | 'bots'> {
  readonly name: AccountName;
  /** Absent with the sandbox. */
  readonly account?: Login;
  /** Whose records these are; absent if no account is named. */
  readonly owner?: { readonly origin: string; readonly login: string } | undefined;
  readonly bots: readonly Bot[];
  /** `memory`, a file, or a PostgreSQL URL. */
  readonly archive: string;
  readonly settingsFile: SettingsFile;
}

/** The settings of a server, and of each of its accounts in the order of the file. */
export interface ServerSettings {
  /** What stands beside the list of accounts. An account's own certificate authority does not decide who may reach the others. */
  readonly server: Values;
  readonly accounts: readonly [Settings, ...Settings[]];
  /** For the person who runs it: files with secrets that others can read. */
  readonly warnings: readonly string[];
}

/** Reads the settings. Throws InvalidConfiguration for the first that is unknown or wrong; secrets are never repeated. */
export function readSettings({ flags, environment }: Sources): ServerSettings {
  const { server, accounts } = withoutProblems((problems) => examineSettings({ flags, environment }, problems));
  const secrets = new Set(accounts.flatMap(secretFilesOf).map(({ path }) => path));
  return {
    server,
    accounts: settingsOf(accounts, environment),
    warnings: [...secrets].filter(isReadableByOthers).map(readableWarning),
  };
}

function settingsOf(accounts: readonly AccountSettings[], environment: Environment): ServerSettings['accounts'] {
  const [first, ...others] = accounts.map(({ name, values, file }): Settings => {
    const { base_url: _, email: __, password: ___, password_file: ____, ...rest } = values;
    return {
      ...rest,
      ...omitUndefined({ account: loginOf(values), owner: ownerOf(values) }),
      name,
      bots: (values.bots ?? []).map((bot) => botOf(bot, environment)),
      read_ahead_days: Math.min(values.read_ahead_days, values.retention_days ?? Infinity),
      // At a start nobody asks for it, and the hash in it would have Node.js load its cryptography.
      get archive() {
        return archiveOf(values, environment) ?? 'memory';
      },
      settingsFile: { path: fullPath(file ?? userSettingsFile(environment)), isRead: file !== undefined },
    };
  });
  if (first === undefined) throw new TypeError('settings without a problem have an account');
  return [first, ...others];
}

/** Reads the settings as far as they are right, and adds everything that is wrong with them. */
export function examineSettings(sources: Sources, problems: Problems) {
  const examined = readAccounts(sources, problems);
  for (const account of examined.accounts) {
    if (account.values.sandbox) refuseArchive(account);
    else requireLogin(account);
    if (account.values.bots?.length !== 0) requireWith(['bots'], 'webhook_base_url', account);
    requireWith(['oauth_audience', 'oauth_jwks_url'], 'oauth_issuer', account);
    requireTokens(account, sources.environment);
  }
  return examined;
}

/** Returns the settings of the only account. Throws InvalidConfiguration if there are several. */
export function theOnly({ accounts }: ServerSettings): Settings {
  return onlyOf(accounts);
}

/** Returns whose records an account reads; undefined where no account is named. */
export function ownerOf({ base_url: url, email }: Values): Settings['owner'] {
  return url && email ? { origin: url.origin, login: email } : undefined;
}

/** Returns the service to be asked, and as whom; undefined with the sandbox, and if something of it is missing. */
export function loginOf({ sandbox, base_url: baseUrl, email, ...passwords }: Values): Login | undefined {
  const password = passwords.password ?? passwords.password_file;
  if (sandbox || baseUrl === undefined || email === undefined || password === undefined) return undefined;
  return { baseUrl, email, password };
}

/** Reads which tools assistants get; undefined for all. No other setting is looked at. Throws InvalidConfiguration. */
export function readToolset(sources: Sources): Toolset | undefined {
  const read = (problems: Problems) =>
    checkSettings(gatherSettings(sources, problems, ['tools']).given, problems, ['tools']);
  return withoutProblems(read).values.tools;
}

/** Where an archive is and whose: all that its maintenance needs. */
export type ArchivePlace = Pick<Settings, 'name' | 'archive' | 'owner' | 'log_level' | 'retention_days'>;

const OF_ARCHIVES: readonly SettingKey[] = ['archive', 'base_url', 'email', 'retention_days', 'log_level', 'accounts'];

/** Reads where the archive of each account is, without any password. Throws InvalidConfiguration. */
export function readArchivePlaces(sources: Sources): readonly [ArchivePlace, ...ArchivePlace[]] {
  const { accounts } = withoutProblems((problems) => readAccounts(sources, problems, OF_ARCHIVES));
  if (accounts.some(({ values }) => archiveOf(values, sources.environment) === undefined)) {
    throw new InvalidConfiguration(
      'Neither an archive nor an account is set.',
      'Set the archive (--archive, CHAT_OPERATIONS_ARCHIVE), or CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL.',
    );
  }
  return settingsOf(accounts, sources.environment);
}

function readAccounts(sources: Sources, problems: Problems, only?: readonly SettingKey[]) {
  const gathered = gatherSettings(sources, problems, only === undefined ? [] : ['archive']);
  const shared = checkSettings(gathered.given, problems, only);
  const accounts = accountsIn(gathered, shared, sources.flags[ACCOUNT.flag], problems, only);
  return { server: shared.values, accounts };
}

/** Returns the archive that is set, else one file for each origin and login, so that two accounts never meet in one. */
export function archiveOf(values: Values, environment: Environment): string | undefined {
  const { sandbox, archive, base_url: url, email } = values;
  if (sandbox) return 'memory';
  if (archive !== undefined || url === undefined || email === undefined) return archive;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const account = createHash('sha256').update(`${url.origin}\n${email}`).digest('hex').slice(0, 12);
  return join(dataFolder(environment), `archive-${account}.sqlite`);
}

function refuseArchive({ values: { archive }, problems }: AccountSettings): void {
  if (archive === undefined || archive === 'memory') return;
  problems.add('The sandbox keeps its archive in memory, but another is set.', 'Leave out --archive or --sandbox.');
}

function requireLogin({ given, wrong, isNamed, problems }: AccountSettings): void {
  const isGiven = (key: SettingKey): boolean => given.has(key) || wrong.has(key);
  const name = (key: SettingKey): string => (isNamed ? key : variableOf(key));
  const missing = (['base_url', 'email'] as const).filter((key) => !isGiven(key)).map(name);
  if (!isGiven('password') && !isGiven('password_file'))
    missing.push(`${name('password')} (or ${name('password_file')})`);
  if (missing.length === 0) return;
  const list = `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`.replace(/^ and /, '');
  const notSet = `${list} ${isAre(missing.length)} not set.`;
  if (isNamed) problems.add(notSet, 'Set it beside the name of the account, or beside the list for all accounts.');
  else {
    const advice = 'Run chat-operations-mcp setup, or set them yourself. To try it without an account: --sandbox.';
    problems.add(`There is no account to ask: ${notSet}`, advice);
  }
}

/** Refuses a setting that has no effect without another one. */
function requireWith(keys: readonly SettingKey[], needed: SettingKey, account: AccountSettings): void {
  const { given, wrong, problems } = account;
  const alone = keys.find((key) => given.has(key));
  if (alone === undefined || given.has(needed) || wrong.has(needed)) return;
  problems.add(
    `${alone} is set (${given.get(alone)?.place}), but ${needed} is not.`,
    `Set ${needed} (${variableOf(needed)}, --${flagOf(needed)}), or remove ${alone}.`,
  );
}

/** Refuses a bot whose token cannot be read. */
function requireTokens({ values: { bots = [] }, problems }: AccountSettings, environment: Environment): void {
  for (const bot of bots) {
    try {
      botOf(bot, environment).readToken();
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error;
      problems.add(error.message, error.advice);
    }
  }
}

/** Returns the files that hold a secret of an account, each with what it is, to go on after "the"; whether they are there is not known. */
export function secretFilesOf({ given, wrong, file, values: { bots = [] } }: AccountSettings) {
  const inFile = (key: SettingKey) => (given.get(key)?.from === 'file' ? given.get(key)?.value : undefined);
  const holdsPassword = inFile('password') !== undefined || hasPassword(inFile('archive'));
  const passwordFile = (given.get('password_file') ?? wrong.get('password_file'))?.value;
  return [
    { path: holdsPassword ? file : undefined, what: trusted`settings file, which holds a password` },
    { path: passwordFile, what: trusted`password file` },
    ...bots.map(({ name, tokenFile: path }) => ({ path, what: trusted`token file of the bot ${name}` })),
  ].flatMap(({ path, what }) => (typeof path === 'string' ? [{ path, what }] : []));
}
