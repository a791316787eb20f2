import { join } from 'node:path';
import type { CodeSettings } from '../model/codes.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import { known, mapKnown } from '../model/known.ts';
import { ONLY_ACCOUNT, type AccountName } from '../model/caller.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import type { Toolset } from '../model/tool-groups.ts';
import { Secret } from '../model/text/secret.ts';
import { CallerText, joined, quotation, trusted, type DeskText, type TrustedText } from '../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { zoneNameOf, type ZoneName } from '../model/calendar/zone-name.ts';
import { gatherAccounts, refuseSameAccounts, severalNamed, type GatheredAccount } from './accounts.ts';
import { throwFlaw, unlessFlawed, type OnFlaw } from './flaws.ts';
import { checkSettings, gatherSettings, type Gathered, type Sources } from './given-settings.ts';
import { fileText, fullPath, secretIn } from './setting-file.ts';
import type { SettingsFile } from '../model/settings-file.ts';
import { ownSettingsFile } from './user-folders.ts';
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
  /** Reads the token anew, where it lies in a file, which may be replaced. Adds warnings. Throws InvalidConfiguration. */
  readonly readToken?: (warnings: string[]) => Secret;
}

/** The authorization server whose access tokens are taken. */
export interface OAuthSettings {
  /** Letter by letter as it names itself. */
  readonly issuer: string;
  /** Absent where tokens have to be for the public address. */
  readonly audience?: string;
  /** Absent where the issuer tells by its metadata. */
  readonly jwksUrl?: URL;
  /** A further certificate authority, PEM: that of the whole server, for an account's own must not decide who may reach the others. */
  readonly ca?: string;
}

/** Where the server listens over HTTP, and whom it answers there. */
export interface HttpSettings {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** The address by which clients reach it, without `/mcp`; absent where it is the one that it listens on. */
  readonly publicUrl?: URL;
  /** Further names under which it may be asked, of IPv6 in brackets. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may ask. */
  readonly allowedOrigins: readonly string[];
  /** Addresses and networks of proxies that are believed. */
  readonly trustedProxies: readonly string[];
}

/** Every setting of one account, with those of its server: read once and checked once. */
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
  /** Whether a server over HTTP fills the archive and keeps it fresh. */
  readonly sync: boolean;
  readonly answerWithin: Seconds;
  /** The calls of tools, resources and prompts a minute of each caller. */
  readonly callsPerMinute: number;
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
  /** Absent where people make all tokens by hand. */
  readonly oauth?: OAuthSettings;
  readonly http: HttpSettings;
  readonly codes: CodeSettings;
  readonly maximumAges: Partial<Record<'today' | 'agents' | 'offline_messages' | 'visitors', Seconds>>;
  readonly settingsFile?: SettingsFile;
  /** For the person who runs it: files with secrets that others can read. */
  readonly warnings: readonly string[];
}

/** The settings of a server: its own, and those of its accounts. */
export interface ServerSettings extends Pick<
  Settings,
  'structuredContent' | 'tools' | 'callsPerMinute' | 'logLevel' | 'oauth' | 'http' | 'sync' | 'warnings'
> {
  /** In their order in the file; the only one is called ONLY_ACCOUNT where the file does not name accounts. */
  readonly accounts: readonly [NamedSettings, ...NamedSettings[]];
}

/** The settings of an account. */
export interface NamedSettings {
  readonly name: AccountName;
  readonly settings: Settings;
}

/** The settings of an account as far as they are right. */
export interface SettingParts extends Gathered {
  readonly name: AccountName;
  readonly values: SettingValues;
  /** Absent where the sandbox takes its place, or something of it is missing or wrong. */
  readonly account?: Account;
  readonly bots: readonly ConfiguredBot[];
  /** A certificate authority, PEM. */
  readonly ca?: string;
  /** The file of the authority that is named beside the accounts, or for the only one. */
  readonly serverCaFile?: string;
  /** `memory`, the path of a file, or an address; undefined where neither an archive nor a desk is named. */
  readonly archive: string | undefined;
}

/**
 * Reads the settings: flags win over environment variables, which win over the file. Throws InvalidConfiguration for
 * anything unknown or wrong, with the reason, the account and the closest valid name. Values of secrets are never repeated.
 */
export function readSettings(sources: Sources): ServerSettings {
  const warnings: string[] = [];
  const [first, ...others] = readParts(sources, warnings, throwFlaw).map((parts) => ({
    name: parts.name,
    settings: settingsFrom(parts, warnings, sources),
  }));
  if (first === undefined) throw new TypeError('settings without a flaw have an account');
  const { structuredContent, tools, callsPerMinute, logLevel, oauth, http, sync } = first.settings;
  return {
    ...known({ tools, oauth }),
    structuredContent,
    callsPerMinute,
    logLevel,
    http,
    sync,
    warnings,
    accounts: [first, ...others],
  };
}

/** Returns the settings of the only account. Throws InvalidConfiguration where there are several, and says how to choose one. */
export function theOnly({ accounts }: ServerSettings): Settings {
  const [{ settings }, ...others] = accounts;
  if (others.length === 0) return settings;
  throw severalNamed(accounts.map(({ name }) => name));
}

function settingsFrom(parts: SettingParts, warnings: readonly string[], { environment }: Sources): Settings {
  const { values, account, bots, ca, serverCaFile } = parts;
  return {
    ...known({
      account,
      webhook: mapKnown(values.webhook_base_url, (baseUrl) => ({ baseUrl, bots })),
      ca,
      retentionDays: values.retention_days,
      tools: values.tools,
      oauth: mapKnown(values.oauth_issuer, (issuer) =>
        known({
          issuer,
          audience: values.oauth_audience,
          jwksUrl: values.oauth_jwks_url,
          ca: mapKnown(serverCaFile, certificateIn),
        }),
      ),
    }),
    get archive() {
      return parts.archive ?? 'memory';
    },
    requestsPerMinute: values.requests_per_minute ?? DEFAULT_REQUESTS_PER_MINUTE,
    readAheadDays: Math.min(values.read_ahead_days ?? 30, values.retention_days ?? Infinity),
    watchRequestsPerMinute: values.watch_requests_per_minute ?? 6,
    sync: values.sync === true,
    answerWithin: values.answer_within ?? seconds(25),
    callsPerMinute: values.calls_per_minute ?? 120,
    lookBackDays: values.look_back ?? 2,
    auditRetentionDays: values.audit_retention_days ?? 365,
    redact: values.redact ?? 'contacts',
    structuredContent: values.structured_content === 'on',
    zone: values.timezone ?? zoneNameOf('UTC'),
    logLevel: values.log_level ?? 'warn',
    http: {
      host: values.host ?? '127.0.0.1',
      port: values.port ?? 3400,
      allowedHosts: values.allowed_hosts ?? [],
      allowedOrigins: values.allowed_origins ?? [],
      trustedProxies: values.trusted_proxies ?? [],
      ...known({ publicUrl: values.public_url }),
    },
    codes: values.codes ?? {},
    maximumAges: known(values.maximum_age_seconds ?? {}),
    settingsFile:
      parts.file === undefined
        ? { path: fullPath(ownSettingsFile(environment)), isRead: false }
        : { path: parts.file, isRead: true },
    warnings,
  };
}

/** The most requests a minute where nobody says. */
export const DEFAULT_REQUESTS_PER_MINUTE = 60;

/**
 * Reads the settings of each account as far as they are right, and hands on each flaw: in the order in which a person would mend
 * them. None is left where the list of accounts itself is wrong.
 */
export function readParts(sources: Sources, warnings: string[], onFlaw: OnFlaw): readonly SettingParts[] {
  const { environment } = sources;
  const gathered = gatherSettings(sources, warnings, onFlaw);
  const values = checkSettings(gathered.given, onFlaw);
  const accounts = gatherAccounts(gathered, values, sources, onFlaw);
  const ofServer = known({ serverCaFile: values.ca_file });
  if (accounts === undefined) {
    if (gathered.given.has('accounts') && values.sandbox !== true) return [];
    const only = { ...gathered, ...ofServer, name: ONLY_ACCOUNT, isNamed: false, values, onFlaw };
    return [partsOf(only, environment, warnings)];
  }
  unlessFlawed(onFlaw, () => refuseSameAccounts(accounts));
  return accounts.map((account) => partsOf({ ...account, ...ofServer }, environment, warnings));
}

/**
 * Reads the names of the accounts where the settings name them, and hands on in what two of them are the same; undefined where
 * they name none, or the list itself is wrong. Other flaws are met by who reads the settings of an account.
 */
export function readAccountNames(sources: Sources, onFlaw: OnFlaw): readonly AccountName[] | undefined {
  const ignored: OnFlaw = () => undefined;
  const gathered = gatherSettings(sources, [], ignored);
  const accounts = gatherAccounts(gathered, checkSettings(gathered.given, ignored), sources, ignored);
  if (accounts === undefined) return undefined;
  unlessFlawed(onFlaw, () => refuseSameAccounts(accounts));
  return accounts.map(({ name }) => name);
}

function partsOf(
  gathered: GatheredAccount & Pick<SettingParts, 'serverCaFile'>,
  environment: Sources['environment'],
  warnings: string[],
): SettingParts {
  const { values, onFlaw } = gathered;
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
  unlessFlawed(onFlaw, () => refuseOAuthWithoutIssuer(gathered));
  return {
    ...gathered,
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

function refuseNoAccount({ given, isNamed }: GatheredAccount): void {
  const missing = [
    ...(given.has('base_url') ? [] : [isNamed ? trusted`base_url` : trusted`CHAT_OPERATIONS_BASE_URL`]),
    ...(given.has('email') ? [] : [isNamed ? trusted`email` : trusted`CHAT_OPERATIONS_EMAIL`]),
    ...(given.has('password') || given.has('password_file')
      ? []
      : [
          isNamed
            ? trusted`password (or password_file)`
            : trusted`CHAT_OPERATIONS_PASSWORD (or CHAT_OPERATIONS_PASSWORD_FILE)`,
        ]),
  ];
  const [last, ...others] = missing.toReversed();
  if (last === undefined) return;
  const named = others.length === 0 ? last : trusted`${joined(others.toReversed(), ', ')} and ${last}`;
  const areWords = others.length === 0 ? trusted`is` : trusted`are`;
  if (isNamed) {
    throw new InvalidConfiguration(
      trusted`${named} ${areWords} not set.`,
      'Set it beside the name of the account, or beside the list where it is the same for all.',
    );
  }
  throw new InvalidConfiguration(
    trusted`There is no account to ask: ${named} ${areWords} not set.`,
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

/** Nobody's tokens would be taken, though somebody means to have set it up. */
function refuseOAuthWithoutIssuer({ given }: Gathered): void {
  const alone = given.get('oauth_audience') ?? given.get('oauth_jwks_url');
  if (alone === undefined || given.has('oauth_issuer')) return;
  throw new InvalidConfiguration(
    trusted`The setting ${alone.from} is given, but no issuer.`,
    'Set oauth_issuer (CHAT_OPERATIONS_OAUTH_ISSUER, --oauth-issuer) to the authorization server, or leave it out.',
  );
}

/** Reads which tools assistants are given; undefined for all. Of the other settings none has to be given. Throws InvalidConfiguration. */
export function readToolset(sources: Sources): Toolset | undefined {
  return checkSettings(gatherSettings(sources, [], throwFlaw, ['tools']).given, throwFlaw).tools;
}

/** The place of an archive, and its owner: all that its care needs. */
export interface ArchivePlace {
  readonly name: AccountName;
  /** `memory`, the path of a file, or an address. */
  readonly archive: string;
  /** Absent where nobody says whose: then it holds one desk. */
  readonly owner?: { readonly origin: string; readonly login: string };
  readonly retentionDays?: number;
  readonly logLevel: Settings['logLevel'];
}

/**
 * Reads the settings that tell which archive of each account is meant. No password is needed, nor read. Throws InvalidConfiguration
 * as `readSettings` does, and where neither an archive nor a desk is named.
 */
export function readArchivePlaces(sources: Sources): readonly [ArchivePlace, ...ArchivePlace[]] {
  const gathered = gatherSettings(sources, [], throwFlaw, ['archive']);
  const values = checkSettings(gathered.given, throwFlaw);
  const accounts = gatherAccounts(gathered, values, sources, throwFlaw) ?? [{ name: ONLY_ACCOUNT, values }];
  const [first, ...others] = accounts.map((account) => placeOf(account, sources.environment));
  if (first === undefined) throw new TypeError('settings without a flaw have an account');
  return [first, ...others];
}

/** Reads which archive is meant where there is one. Throws InvalidConfiguration, also where there are several. */
export function readArchivePlace(sources: Sources): ArchivePlace {
  const [place, ...others] = readArchivePlaces(sources);
  if (others.length === 0) return place;
  throw severalNamed([place, ...others].map(({ name }) => name));
}

function placeOf(
  { name, values }: Pick<GatheredAccount, 'name' | 'values'>,
  environment: Sources['environment'],
): ArchivePlace {
  const { base_url: baseUrl, email, retention_days: retentionDays } = values;
  const desk = baseUrl === undefined || email === undefined ? undefined : { baseUrl, email };
  const archive = archiveOf(values, environment);
  if (archive === undefined) {
    throw new InvalidConfiguration(
      'Neither an archive nor a desk is named.',
      'Name the archive with --archive or CHAT_OPERATIONS_ARCHIVE, or the desk with CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL.',
    );
  }
  return known({
    name,
    archive,
    owner: mapKnown(desk, ({ baseUrl, email }) => ({ origin: baseUrl.origin, login: email })),
    retentionDays,
    logLevel: values.log_level ?? ('warn' as const),
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
  const from = tokenEnv === undefined ? trusted`tokenFile of bot ${bot.name}` : quotation(CallerText.parse(tokenEnv));
  if (tokenEnv === undefined) {
    const readToken = (told: string[]): Secret => tokenOf(secretIn(tokenFile, from, told), bot.name, from);
    return { ...bot, token: readToken(warnings), readToken };
  }
  return { ...bot, token: tokenOf(environment[tokenEnv], bot.name, from) };
}

function tokenOf(token: string | undefined, bot: DeskText, from: TrustedText): Secret {
  if (token === undefined || token === '') {
    throw new InvalidConfiguration(
      trusted`The token of bot ${bot} is missing: the environment variable ${from} is not set, or empty.`,
      'Set it to the token that the webhook settings of the bot show.',
    );
  }
  if (!BEARER_TOKEN.test(token)) {
    throw new InvalidConfiguration(
      trusted`The token of bot ${bot}, from ${from}, holds a line break, a blank or another character that no token has.`,
      'Copy it anew from the webhook settings of the bot.',
    );
  }
  return new Secret(token);
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
