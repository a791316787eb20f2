import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CodeSettings } from '../model/codes.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import { known, mapKnown } from '../model/known.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import { Secret } from '../model/text/secret.ts';
import { DeskText, joined, trusted } from '../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { zoneNameOf, type ZoneName } from '../model/calendar/zone-name.ts';
import { checkSettings, gatherSettings, type Sources } from './given-settings.ts';
import { fileText, secretIn } from './setting-file.ts';
import type { BotSetting, SettingValues } from './setting-values.ts';

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
  /** The days that lines of the audit are kept. */
  readonly auditRetentionDays: number;
  /** Decides what is replaced in text that strangers wrote. */
  readonly redact: RedactionLevel;
  /** Whether answers have data beside their text. */
  readonly structuredContent: boolean;
  readonly zone: ZoneName;
  readonly logLevel: NonNullable<SettingValues['log_level']>;
  readonly codes: CodeSettings;
  readonly maximumAges: Partial<Record<'today' | 'agents' | 'offline_messages' | 'visitors', Seconds>>;
  /** For the person who runs it: files with secrets that others can read. */
  readonly warnings: readonly string[];
}

/**
 * Reads the settings: flags win over environment variables, which win over the file. Throws InvalidConfiguration for
 * anything unknown or wrong, with the reason and the closest valid name. Values of secrets are never repeated.
 */
export function readSettings(sources: Sources): Settings {
  const warnings: string[] = [];
  const given = gatherSettings(sources, warnings);
  const settings = checkSettings(given);
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
  return {
    ...known({
      account: isSandbox ? undefined : account,
      webhook: mapKnown(settings.webhook_base_url, (baseUrl) => ({ baseUrl, bots })),
      ca: mapKnown(settings.ca_file, certificateIn),
      retentionDays: settings.retention_days,
    }),
    // At a start nobody asks for it, and the hash in it would have Node.js load its cryptography.
    get archive() {
      if (isSandbox || account === undefined) return 'memory';
      return settings.archive ?? defaultArchive(account, sources.environment);
    },
    requestsPerMinute: settings.requests_per_minute ?? 60,
    watchRequestsPerMinute: settings.watch_requests_per_minute ?? 6,
    answerWithin: settings.answer_within ?? seconds(25),
    lookBackDays: settings.look_back ?? 2,
    auditRetentionDays: settings.audit_retention_days ?? 365,
    redact: settings.redact ?? 'contacts',
    structuredContent: settings.structured_content === 'on',
    zone: settings.timezone ?? zoneNameOf('UTC'),
    logLevel: settings.log_level ?? 'warn',
    codes: settings.codes ?? {},
    maximumAges: known(settings.maximum_age_seconds ?? {}),
    warnings,
  };
}

/** The place of an archive, and its owner: all that its care needs. */
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
  const settings = checkSettings(gatherSettings(sources, []));
  const { base_url: baseUrl, email, retention_days: retentionDays } = settings;
  const desk = baseUrl === undefined || email === undefined ? undefined : { baseUrl, email };
  const archive = settings.archive ?? (desk && defaultArchive(desk, sources.environment));
  if (archive === undefined) {
    throw new InvalidConfiguration(
      'Neither an archive nor a desk is named.',
      'Name the archive with --archive or CHAT_OPERATIONS_ARCHIVE, or the desk with CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL.',
    );
  }
  return known({
    archive,
    owner: mapKnown(desk, ({ baseUrl, email }) => ({ origin: baseUrl.origin, login: email })),
    retentionDays,
    logLevel: settings.log_level ?? ('warn' as const),
  });
}

function accountOf({ base_url: baseUrl, email }: SettingValues, password: string | undefined): Account | undefined {
  if (baseUrl === undefined || email === undefined || password === undefined) return undefined;
  return { baseUrl, email, password: new Secret(password) };
}

/** The characters that a header takes as they are; an error for any other would quote it. */
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

/** The user's data folder, by the custom of the platform. */
function dataFolder(environment: Sources['environment']): string {
  switch (process.platform) {
    case 'win32':
      return environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    default:
      return environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share');
  }
}

/** The archive file of a desk when none is named: one for each origin and login, so that two desks never meet in one. */
function defaultArchive(
  { baseUrl, email }: Pick<Account, 'baseUrl' | 'email'>,
  environment: Sources['environment'],
): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const desk = createHash('sha256').update(`${baseUrl.origin}\n${email}`).digest('hex').slice(0, 12);
  return join(dataFolder(environment), 'chat-operations-mcp', `archive-${desk}.sqlite`);
}
