import { join } from 'node:path';
import type { CodeSettings } from '../model/codes.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import { known, mapKnown } from '../model/known.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import type { Toolset } from '../model/tool-groups.ts';
import { Secret } from '../model/text/secret.ts';
import { DeskText, joined, trusted } from '../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { zoneNameOf, type ZoneName } from '../model/calendar/zone-name.ts';
import { throwFlaw, unlessFlawed, type OnFlaw } from './flaws.ts';
import { checkSettings, gatherSettings, type Gathered, type Sources } from './given-settings.ts';
import { fileText, fullPath, secretIn } from './setting-file.ts';
import type { BotSetting, SettingValues } from './setting-values.ts';
import { dataFolder } from './user-folders.ts';

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
  /** The days behind today that a server reads by itself; 0 for none. */
  readonly readAheadDays: number;
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
  /** Absent when all tools are registered. */
  readonly tools?: Toolset;
  readonly zone: ZoneName;
  readonly logLevel: NonNullable<SettingValues['log_level']>;
  readonly codes: CodeSettings;
  readonly maximumAges: Partial<Record<'today' | 'agents' | 'offline_messages' | 'visitors', Seconds>>;
  /** For the person who runs it: files with secrets that others can read. */
  readonly warnings: readonly string[];
}

/** The settings as far as they are right. */
export interface SettingParts extends Gathered {
  readonly values: SettingValues;
  /** Absent where the sandbox takes its place, or something of it is missing or wrong. */
  readonly account?: Account;
  readonly bots: readonly ConfiguredBot[];
  /** A certificate authority, PEM. */
  readonly ca?: string;
  /** `memory`, the path of a file, or an address; undefined where neither an archive nor a desk is named. */
  readonly archive: string | undefined;
}

/**
 * Reads the settings: flags win over environment variables, which win over the file. Throws InvalidConfiguration for
 * anything unknown or wrong, with the reason and the closest valid name. Values of secrets are never repeated.
 */
export function readSettings(sources: Sources): Settings {
  const warnings: string[] = [];
  const parts = readParts(sources, warnings, throwFlaw);
  const { values, account, bots, ca } = parts;
  return {
    ...known({
      account,
      webhook: mapKnown(values.webhook_base_url, (baseUrl) => ({ baseUrl, bots })),
      ca,
      retentionDays: values.retention_days,
      tools: values.tools,
    }),
    get archive() {
      return parts.archive ?? 'memory';
    },
    requestsPerMinute: values.requests_per_minute ?? DEFAULT_REQUESTS_PER_MINUTE,
    readAheadDays: Math.min(values.read_ahead_days ?? 30, values.retention_days ?? Infinity),
    watchRequestsPerMinute: values.watch_requests_per_minute ?? 6,
    answerWithin: values.answer_within ?? seconds(25),
    lookBackDays: values.look_back ?? 2,
    auditRetentionDays: values.audit_retention_days ?? 365,
    redact: values.redact ?? 'contacts',
    structuredContent: values.structured_content === 'on',
    zone: values.timezone ?? zoneNameOf('UTC'),
    logLevel: values.log_level ?? 'warn',
    codes: values.codes ?? {},
    maximumAges: known(values.maximum_age_seconds ?? {}),
    warnings,
  };
}

/** The most requests a minute where nobody says. */
export const DEFAULT_REQUESTS_PER_MINUTE = 60;

/** Reads the settings as far as they are right, and hands on each flaw: in the order in which a person would mend them. */
export function readParts(sources: Sources, warnings: string[], onFlaw: OnFlaw): SettingParts {
  const { environment } = sources;
  const gathered = gatherSettings(sources, warnings, onFlaw);
  const values = checkSettings(gathered.given, onFlaw);
  const password =
    values.password ?? unlessFlawed(onFlaw, () => secretIn(values.password_file, trusted`password_file`, warnings));
  const account = accountOf(values, password);
  const isSandbox = values.sandbox === true;
  unlessFlawed(onFlaw, () => {
    if (isSandbox) refuseArchive(values);
    else refuseNoAccount(gathered);
  });
  const bots = (values.bots ?? []).flatMap(
    (bot) => unlessFlawed(onFlaw, () => botOf(bot, environment, warnings)) ?? [],
  );
  unlessFlawed(onFlaw, () => refuseBotsWithoutHost(values, gathered));
  return {
    ...gathered,
    values,
    bots,
    ...known({
      account: isSandbox ? undefined : account,
      ca: mapKnown(values.ca_file, (path) => unlessFlawed(onFlaw, () => certificateIn(path))),
    }),
    // At a start nobody asks for it, and the hash in it would have Node.js load its cryptography.
    get archive() {
      return isSandbox ? 'memory' : archiveOf(values, environment);
    },
  };
}

function refuseArchive({ archive }: SettingValues): void {
  if (archive === undefined || archive === 'memory') return;
  throw new InvalidConfiguration(
    'The embedded sandbox keeps its archive in memory, and an archive file was named.',
    'Leave out --archive, or --sandbox.',
  );
}

function refuseNoAccount({ given }: Gathered): void {
  const missing = [
    ...(given.has('base_url') ? [] : [trusted`CHAT_OPERATIONS_BASE_URL`]),
    ...(given.has('email') ? [] : [trusted`CHAT_OPERATIONS_EMAIL`]),
    ...(given.has('password') || given.has('password_file')
      ? []
      : [trusted`CHAT_OPERATIONS_PASSWORD (or CHAT_OPERATIONS_PASSWORD_FILE)`]),
  ];
  const [last, ...others] = missing.toReversed();
  if (last === undefined) return;
  const named = others.length === 0 ? last : trusted`${joined(others.toReversed(), ', ')} and ${last}`;
  throw new InvalidConfiguration(
    trusted`There is no account to ask: ${named} ${others.length === 0 ? trusted`is` : trusted`are`} not set.`,
    'The command chat-operations-mcp setup asks for what is needed, and keeps it. Or set them yourself, or try everything without an account: --sandbox.',
  );
}

function refuseBotsWithoutHost({ bots = [] }: SettingValues, { given }: Gathered): void {
  if (bots.length === 0 || given.has('webhook_base_url')) return;
  throw new InvalidConfiguration(
    'Bots are configured, but CHAT_OPERATIONS_WEBHOOK_BASE_URL is not set.',
    'Set it as well.',
  );
}

/** Reads which tools assistants are given; undefined for all. Of the other settings none has to be given. Throws InvalidConfiguration. */
export function readToolset(sources: Sources): Toolset | undefined {
  return checkSettings(gatherSettings(sources, [], throwFlaw, ['tools']).given, throwFlaw).tools;
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
  const settings = checkSettings(gatherSettings(sources, [], throwFlaw, ['archive']).given, throwFlaw);
  const { base_url: baseUrl, email, retention_days: retentionDays } = settings;
  const desk = baseUrl === undefined || email === undefined ? undefined : { baseUrl, email };
  const archive = archiveOf(settings, sources.environment);
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
    throw new InvalidConfiguration(
      trusted`The file of ca_file holds no certificate: ${fullPath(path)}.`,
      'It has to be in PEM format.',
    );
  }
}

/** The archive: what is named, else one file for each origin and login, so that two desks never meet in one. */
function archiveOf(
  { archive, base_url: baseUrl, email }: SettingValues,
  environment: Sources['environment'],
): string | undefined {
  if (archive !== undefined || baseUrl === undefined || email === undefined) return archive;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const desk = createHash('sha256').update(`${baseUrl.origin}\n${email}`).digest('hex').slice(0, 12);
  return join(dataFolder(environment), `archive-${desk}.sqlite`);
}
