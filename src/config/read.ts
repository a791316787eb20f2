import { z } from 'zod';
import { closestNames } from '../model/text/closest.ts';
import type { CodeSettings } from '../model/codes.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import { Secret } from '../model/text/secret.ts';
import { DeskText, joined, trusted, type TrustedText } from '../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { zoneNameOf, type ZoneName } from '../model/time/zone-name.ts';
import { defaultArchive } from './default-archive.ts';
import { issueWords } from './issue-words.ts';
import { fileText, secretIn, warnIfReadable } from './setting-file.ts';
import { SettingValues, type BotSetting, type SettingKey } from './setting-values.ts';
import { CONFIG_FILE, SETTINGS } from './settings.ts';

/** The service to be asked, and as whom. */
export interface Account {
  readonly baseUrl: URL;
  readonly email: string;
  readonly password: Secret;
}

/** A chatbot whose token has been read. */
export interface ConfiguredBot extends Omit<BotSetting, 'tokenFile' | 'tokenEnv'> {
  readonly token: Secret;
}

/** Every setting, read once and checked once. */
export interface Settings {
  /** Absent when the embedded sandbox takes the place of the service. */
  readonly account?: Account;
  readonly webhook?: { readonly baseUrl: URL; readonly bots: readonly ConfiguredBot[] };
  /** A certificate authority, PEM. */
  readonly ca?: string;
  /** `memory`, or the path of a file. */
  readonly archive: string;
  readonly requestsPerMinute: number;
  readonly watchRequestsPerMinute: number;
  readonly answerWithin: Seconds;
  readonly lookBackDays: number;
  /** Absent when everything is kept. */
  readonly retentionDays?: number;
  /** How long lines of the audit are kept. */
  readonly auditRetentionDays: number;
  /** What is replaced in text that strangers wrote. */
  readonly redact: RedactionLevel;
  /** Whether answers have data beside their text. */
  readonly structuredContent: boolean;
  readonly zone: ZoneName;
  readonly logLevel: NonNullable<SettingValues['log_level']>;
  readonly codes: CodeSettings;
  readonly maximumAges: Partial<Record<'today' | 'agents' | 'offline_messages' | 'visitors', Seconds>>;
  /** What the person who runs it should know: files with secrets that others can read. */
  readonly warnings: readonly string[];
}

/** Where settings come from: flags by their name without dashes in front, and the environment. */
export interface Sources {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the settings: flags win over environment variables, which win over the file. Throws InvalidConfiguration for
 * anything unknown or wrong, with the reason and the closest valid name. Values of secrets are never repeated.
 */
export function readSettings(sources: Sources): Settings {
  const warnings: string[] = [];
  const given = gather(sources, warnings);
  const settings = check(given);
  const password = settings.password ?? secretIn(settings.password_file, trusted`password_file`, warnings);
  const account = accountOf(settings, password);
  const isSandbox = settings.sandbox === true;
  if (isSandbox && settings.archive !== undefined && settings.archive !== 'memory') {
    throw new InvalidConfiguration(
      'The embedded sandbox keeps its archive in memory, and an archive file was named.',
      'Leave out --archive, or --sandbox.',
    );
  }
  if (!isSandbox && account === undefined) {
    const missing = [
      ...(settings.base_url === undefined ? [trusted`CHAT_OPERATIONS_BASE_URL`] : []),
      ...(settings.email === undefined ? [trusted`CHAT_OPERATIONS_EMAIL`] : []),
      ...(password === undefined ? [trusted`CHAT_OPERATIONS_PASSWORD or CHAT_OPERATIONS_PASSWORD_FILE`] : []),
    ];
    throw new InvalidConfiguration(
      trusted`There is no account to ask: ${joined(missing, ' and ')} not set.`,
      'Set them, or try everything without an account: --sandbox.',
    );
  }
  const bots = (settings.bots ?? []).map((bot) => botOf(bot, sources.environment, warnings));
  if (bots.length > 0 && settings.webhook_base_url === undefined) {
    throw new InvalidConfiguration(
      'Bots are configured, but CHAT_OPERATIONS_WEBHOOK_BASE_URL is not set.',
      'Set it as well.',
    );
  }
  const ca = settings.ca_file === undefined ? undefined : certificateIn(settings.ca_file);
  return {
    ...(account !== undefined && !isSandbox && { account }),
    ...(settings.webhook_base_url !== undefined && { webhook: { baseUrl: settings.webhook_base_url, bots } }),
    ...(ca !== undefined && { ca }),
    // At a start nobody asks for it, and the hash in it would have Node.js load its cryptography.
    get archive() {
      if (isSandbox || account === undefined) return 'memory';
      return settings.archive ?? defaultArchive(account, sources.environment);
    },
    requestsPerMinute: settings.requests_per_minute ?? 60,
    watchRequestsPerMinute: settings.watch_requests_per_minute ?? 6,
    answerWithin: settings.answer_within ?? seconds(25),
    lookBackDays: settings.look_back ?? 2,
    ...(settings.retention_days !== undefined && { retentionDays: settings.retention_days }),
    auditRetentionDays: settings.audit_retention_days ?? 365,
    redact: settings.redact ?? 'contacts',
    structuredContent: settings.structured_content === 'on',
    zone: settings.timezone ?? zoneNameOf('UTC'),
    logLevel: settings.log_level ?? 'warn',
    codes: settings.codes ?? {},
    maximumAges: definedOf(settings.maximum_age_seconds ?? {}),
    warnings,
  };
}

/** Where an archive is, and whose: all that its care needs. */
export interface ArchivePlace {
  /** `memory`, the path of a file, or an address. */
  readonly archive: string;
  /** Absent where nobody says whose: then it holds one desk. */
  readonly owner?: { readonly origin: string; readonly login: string };
  readonly retentionDays?: number;
  readonly logLevel: Settings['logLevel'];
}

/**
 * Reads the settings that tell which archive is meant. No password is needed, nor read. Throws InvalidConfiguration as
 * `readSettings` does, and where neither an archive nor a desk is named.
 */
export function readArchivePlace(sources: Sources): ArchivePlace {
  const settings = check(gather(sources, []));
  const { base_url: baseUrl, email, retention_days: retentionDays } = settings;
  const desk = baseUrl === undefined || email === undefined ? undefined : { baseUrl, email };
  const archive = settings.archive ?? (desk && defaultArchive(desk, sources.environment));
  if (archive === undefined) {
    throw new InvalidConfiguration(
      'Neither an archive nor a desk is named.',
      'Name the archive with --archive or CHAT_OPERATIONS_ARCHIVE, or the desk with CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL.',
    );
  }
  return {
    archive,
    ...(desk !== undefined && { owner: { origin: desk.baseUrl.origin, login: desk.email } }),
    ...(retentionDays !== undefined && { retentionDays }),
    logLevel: settings.log_level ?? 'warn',
  };
}

function definedOf(ages: NonNullable<SettingValues['maximum_age_seconds']>): Settings['maximumAges'] {
  return {
    ...(ages.today !== undefined && { today: ages.today }),
    ...(ages.agents !== undefined && { agents: ages.agents }),
    ...(ages.offline_messages !== undefined && { offline_messages: ages.offline_messages }),
    ...(ages.visitors !== undefined && { visitors: ages.visitors }),
  };
}

interface Given {
  readonly value: unknown;
  /** Where the value came from, to say so when it is wrong. */
  readonly from: TrustedText;
}

type GivenSettings = Map<SettingKey, Given>;

function gather({ flags, environment }: Sources, warnings: string[]): GivenSettings {
  const path = flags[CONFIG_FILE.flag] ?? filledIn(environment[CONFIG_FILE.environment]);
  const inFile =
    typeof path === 'string' && path !== '' ? settingsOfFile(path, warnings) : new Map<SettingKey, Given>();
  const inEnvironment = settingsOfEnvironment(environment);
  refuseTwoPasswords(inFile);
  refuseTwoPasswords(inEnvironment);
  // Either of the two is the password, so the one that is nearer wins over the other, too.
  if (inEnvironment.has('password_file')) inFile.delete('password');
  if (inEnvironment.has('password')) inFile.delete('password_file');
  return new Map([...inFile, ...inEnvironment, ...settingsOfFlags(flags)]);
}

/** Nobody can tell which of the two is meant. */
function refuseTwoPasswords(given: GivenSettings): void {
  const [password, file] = [given.get('password'), given.get('password_file')];
  if (password === undefined || file === undefined) return;
  throw new InvalidConfiguration(trusted`Both ${password.from} and ${file.from} are given.`, 'Leave one of them out.');
}

function settingsOfFile(path: string, warnings: string[]): GivenSettings {
  const entries = Object.entries(configurationIn(path, warnings));
  return new Map(
    entries.map(([key, value]) => [
      knownKey(key, trusted`the configuration file`),
      { value, from: trusted`${DeskText.parse(key)} in the configuration file` },
    ]),
  );
}

function settingsOfEnvironment(environment: Sources['environment']): GivenSettings {
  const given: GivenSettings = new Map();
  const known = SETTINGS.flatMap(({ environment: name }) => name ?? []).concat(CONFIG_FILE.environment);
  for (const [name, text] of Object.entries(environment)) {
    const value = filledIn(text);
    if (!name.startsWith('CHAT_OPERATIONS_') || value === undefined) continue;
    const setting = SETTINGS.find((one) => one.environment === name);
    if (setting !== undefined) given.set(setting.key, { value, from: DeskText.parse(name) });
    else if (name !== CONFIG_FILE.environment) throw unknownName(name, known, trusted`environment variable`);
  }
  return given;
}

/** For a field of its form that a person left open, a host hands over nothing, or what stands for it in manifest.json. */
function filledIn(text: string | undefined): string | undefined {
  return text === '' || /^\$\{user_config\.\w+\}$/.test(text ?? '') ? undefined : text;
}

function settingsOfFlags(flags: Sources['flags']): GivenSettings {
  const given: GivenSettings = new Map();
  for (const { key, flag } of SETTINGS) {
    const value = flag === undefined ? undefined : flags[flag];
    if (key === 'archive' && typeof value === 'string') refusePasswordIn(value);
    if (value !== undefined) given.set(key, { value, from: DeskText.parse(`--${flag}`) });
  }
  return given;
}

/** Throws InvalidConfiguration for the address of an archive with a password: every user of the machine could read it. */
export function refusePasswordIn(text: string, where: TrustedText = trusted`--archive`): void {
  const address = URL.parse(text);
  if (address === null || (address.password === '' && !address.searchParams.has('password'))) return;
  throw new InvalidConfiguration(
    trusted`The address of ${where} holds a password, which every user of this machine can read in the list of processes.`,
    'Leave the password out and set PGPASSWORD, or give the whole address in CHAT_OPERATIONS_ARCHIVE or the configuration file.',
  );
}

function knownKey(key: string, where: TrustedText): SettingKey {
  const setting = SETTINGS.find((one) => one.key === key);
  if (setting !== undefined) return setting.key;
  throw unknownName(
    key,
    SETTINGS.map((one) => one.key),
    trusted`setting in ${where}`,
  );
}

function unknownName(name: string, known: readonly string[], kind: TrustedText): InvalidConfiguration {
  const [closest] = closestNames(name, known, 1);
  return new InvalidConfiguration(
    trusted`There is no ${kind} called ${DeskText.parse(name.slice(0, 80))}.`,
    closest === undefined
      ? trusted`Known: ${DeskText.parse(known.join(', '))}.`
      : trusted`Did you mean ${DeskText.parse(closest)}?`,
  );
}

function configurationIn(path: string, warnings: string[]): Record<string, unknown> {
  const text = fileText(path, trusted`config`);
  warnIfReadable(path, trusted`the configuration`, warnings);
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new InvalidConfiguration(
      'The configuration file is not a JSON object.',
      'Check its quotes, commas and braces.',
    );
  }
}

function check(given: ReadonlyMap<SettingKey, Given>): SettingValues {
  const values = Object.fromEntries([...given].map(([key, { value }]) => [key, value]));
  // Once in a process: to compile the check would take longer than to make it.
  const parsed = SettingValues.safeParse(values, { error: issueWords, jitless: true });
  if (parsed.success) return parsed.data;
  // A name that is wrong explains why another one is missing.
  const issue = parsed.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? parsed.error.issues[0];
  const setting = SETTINGS.find(({ key }) => key === issue?.path[0]);
  const from = (setting && given.get(setting.key)?.from) ?? trusted`a setting`;
  const inside = DeskText.parse(issue?.path.slice(1).join('.') ?? '');
  throw new InvalidConfiguration(
    trusted`The setting ${from}${inside === '' ? '' : trusted`, at ${inside},`} ${DeskText.parse(issue?.message ?? 'is wrong')}.`,
    trusted`It means: ${DeskText.parse(setting?.meaning ?? 'unknown')}.`,
  );
}

function accountOf({ base_url: baseUrl, email }: SettingValues, password: string | undefined): Account | undefined {
  if (baseUrl === undefined || email === undefined || password === undefined) return undefined;
  return { baseUrl, email, password: new Secret(password) };
}

/** What a header takes as it is; an error for anything else would quote it. */
const BEARER_TOKEN = /^[\x21-\x7e]+$/;

function botOf(
  { tokenFile, tokenEnv, ...bot }: BotSetting,
  environment: Sources['environment'],
  warnings: string[],
): ConfiguredBot {
  if ((tokenFile === undefined) === (tokenEnv === undefined)) {
    throw new InvalidConfiguration(
      trusted`Bot ${bot.name} has ${tokenFile === undefined ? 'neither tokenFile nor tokenEnv' : 'both tokenFile and tokenEnv'}.`,
      'Name either a file with tokenFile, or an environment variable with tokenEnv, that holds just the token.',
    );
  }
  const from = tokenEnv === undefined ? trusted`tokenFile of bot ${bot.name}` : DeskText.parse(tokenEnv);
  const token = tokenEnv === undefined ? secretIn(tokenFile, from, warnings) : environment[tokenEnv];
  if (token === undefined || token === '') {
    throw new InvalidConfiguration(
      trusted`The token of bot ${bot.name} is missing: the environment variable ${from} is not set, or empty.`,
      'Set it to the token that the webhook settings of the bot show.',
    );
  }
  if (!BEARER_TOKEN.test(token)) {
    throw new InvalidConfiguration(
      trusted`The token of bot ${bot.name}, from ${from}, holds a line break, a blank or another character that no token has.`,
      'Copy it anew from the webhook settings of the bot.',
    );
  }
  return { ...bot, token: new Secret(token) };
}

function certificateIn(path: string): string {
  const pem = fileText(path, trusted`ca_file`);
  try {
    const { X509Certificate } = process.getBuiltinModule('node:crypto');
    // Throws for anything else.
    void new X509Certificate(pem);
    return pem;
  } catch {
    throw new InvalidConfiguration('The file of ca_file holds no certificate.', 'It has to be in PEM format.');
  }
}
