import type { SettingKey } from './setting-values.ts';

/** One setting: its name in each place that it may come from, and its meaning. */
export interface SettingDefinition {
  /** The key in the configuration file. */
  readonly key: SettingKey;
  /** The environment variable; none for what only a file can hold. */
  readonly environment?: string;
  /** The command-line flag; none for secrets, which every user of the machine could read there. */
  readonly flag?: string;
  /** Stands for the value in help texts; none for a flag that is on or off. */
  readonly placeholder?: string;
  readonly meaning: string;
  readonly defaultWords: string;
}

const PREFIX = 'CHAT_OPERATIONS_';
export const CONFIG_FILE = { environment: `${PREFIX}CONFIG`, flag: 'config' } as const;
/** The flag that names one of several accounts. */
export const ACCOUNT_FLAG = 'account';
export const ACCOUNT_MEANING = 'one of the accounts that the JSON file names';

const named = (name: string) => ({ environment: `${PREFIX}${name.toUpperCase()}`, flag: name.replaceAll('_', '-') });
const secret = (name: string) => ({ environment: `${PREFIX}${name.toUpperCase()}` });

/** Every setting, in the order of the help text and of docs/settings.md, whose table is generated from this. */
export const SETTINGS: readonly SettingDefinition[] = [
  {
    key: 'base_url',
    ...named('base_url'),
    placeholder: 'URL',
    meaning: 'REST base address; HTTPS, or HTTP on loopback only',
    defaultWords: 'none',
  },
  { key: 'email', ...secret('email'), meaning: 'login email', defaultWords: 'none' },
  { key: 'password', ...secret('password'), meaning: 'password', defaultWords: 'none' },
  { key: 'password_file', ...secret('password_file'), meaning: 'file that holds the password', defaultWords: 'none' },
  {
    key: 'webhook_base_url',
    ...named('webhook_base_url'),
    placeholder: 'URL',
    meaning: 'chatbot webhook host, same transport rule',
    defaultWords: 'none',
  },
  {
    key: 'ca_file',
    ...named('ca_file'),
    placeholder: 'FILE',
    meaning: 'extra certificate authority, PEM',
    defaultWords: 'none',
  },
  {
    key: 'archive',
    ...named('archive'),
    placeholder: 'WHERE',
    meaning: '`memory`, a SQLite file path, or a `postgres://` address (its password never in a flag)',
    defaultWords: "a file for this desk under the user's data folder",
  },
  {
    key: 'requests_per_minute',
    ...named('requests_per_minute'),
    placeholder: 'N',
    meaning: 'the most it may ask the service in a minute; it learns the real limit below that',
    defaultWords: '60',
  },
  {
    key: 'read_ahead_days',
    ...named('read_ahead_days'),
    placeholder: 'DAYS',
    meaning:
      'days behind today that a running server reads by itself, at no more than half of the rate and behind all questions; 0 for none',
    defaultWords: '30',
  },
  {
    key: 'watch_requests_per_minute',
    ...named('watch_requests_per_minute'),
    placeholder: 'N',
    meaning:
      'the most that `sync --watch`, and `http` with `sync`, may ask the service in a minute once the archive is filled',
    defaultWords: '6',
  },
  {
    key: 'sync',
    ...named('sync'),
    meaning: 'with `http`: fill the archive and keep it fresh, on one server of all that share it',
    defaultWords: 'off',
  },
  {
    key: 'answer_within',
    ...named('answer_within'),
    placeholder: 'SECONDS',
    meaning: 'seconds a tool may take before it answers with what it has',
    defaultWords: '25',
  },
  {
    key: 'calls_per_minute',
    ...named('calls_per_minute'),
    placeholder: 'N',
    meaning: 'calls of tools, resources and prompts a minute of one caller, a sixth of them at once',
    defaultWords: '120',
  },
  {
    key: 'look_back',
    ...named('look_back'),
    placeholder: 'DAYS',
    meaning: 'days behind today that are read again once, for late changes',
    defaultWords: '2',
  },
  {
    key: 'retention_days',
    ...named('retention_days'),
    placeholder: 'DAYS',
    meaning: 'days behind today that the archive keeps; what is older is removed',
    defaultWords: 'everything is kept',
  },
  {
    key: 'audit_retention_days',
    ...named('audit_retention_days'),
    placeholder: 'DAYS',
    meaning: 'days behind today that the archive keeps the audit: calls, sendings and erasures',
    defaultWords: '365',
  },
  {
    key: 'timezone',
    ...named('timezone'),
    placeholder: 'ZONE',
    meaning: 'IANA zone for days and hours in questions and answers; weeks start on Monday',
    defaultWords: 'UTC',
  },
  {
    key: 'redact',
    ...named('redact'),
    placeholder: 'LEVEL',
    meaning:
      "`contacts` (cards, secrets, and visitors' emails, phones and IP addresses are replaced by marks), `cards` (cards and secrets only) or `none`",
    defaultWords: '`contacts`',
  },
  {
    key: 'structured_content',
    ...named('structured_content'),
    placeholder: 'WHEN',
    meaning: '`on` adds data and output schemas to every answer, for programs; hosts may then hide the text',
    defaultWords: '`off`',
  },
  {
    key: 'tools',
    ...named('tools'),
    placeholder: 'NAMES',
    meaning:
      'the tools that assistants are given, by name or group (`chats`, `performance`, `offline_messages`, `visitors`, `agents`, `chatbot`, `status`), between commas',
    defaultWords: '`all`',
  },
  {
    key: 'sandbox',
    ...named('sandbox'),
    meaning: 'run against an embedded sandbox with a memory archive; no account needed',
    defaultWords: 'off',
  },
  {
    key: 'log_level',
    ...named('log_level'),
    placeholder: 'LEVEL',
    meaning: 'trace, debug, info, warn, error or silent; to standard error',
    defaultWords: '`warn`',
  },
  {
    key: 'oauth_issuer',
    ...named('oauth_issuer'),
    placeholder: 'URL',
    meaning:
      'issuer of an OAuth authorization server whose access tokens `http` takes, letter by letter as it names itself; HTTPS, or HTTP on this machine',
    defaultWords: 'none: tokens of `token create` only',
  },
  {
    key: 'oauth_audience',
    ...named('oauth_audience'),
    placeholder: 'TEXT',
    meaning: 'what the claim `aud` of those access tokens has to hold',
    defaultWords: 'the public address of `http`, with `/mcp`',
  },
  {
    key: 'oauth_jwks_url',
    ...named('oauth_jwks_url'),
    placeholder: 'URL',
    meaning: 'where the keys of the issuer are, if it does not tell by its metadata',
    defaultWords: 'by the metadata of the issuer',
  },
  {
    key: 'host',
    ...named('host'),
    placeholder: 'HOST',
    meaning: 'address of this machine that `http` listens on; one that other machines reach needs identities',
    defaultWords: '`127.0.0.1`',
  },
  {
    key: 'port',
    ...named('port'),
    placeholder: 'PORT',
    meaning: 'port that `http` listens on; 0 takes any that is free',
    defaultWords: '3400',
  },
  {
    key: 'public_url',
    ...named('public_url'),
    placeholder: 'URL',
    meaning:
      'address by which clients reach `http`, without `/mcp`, where it is that of a reverse proxy; HTTPS, or HTTP on loopback only',
    defaultWords: 'none',
  },
  {
    key: 'allowed_hosts',
    ...named('allowed_hosts'),
    placeholder: 'NAMES',
    meaning: 'further host names under which `http` may be asked, without ports, between commas',
    defaultWords: 'none',
  },
  {
    key: 'allowed_origins',
    ...named('allowed_origins'),
    placeholder: 'ORIGINS',
    meaning: 'origins of web pages that may ask `http`, such as `https://desk.example.com`, between commas',
    defaultWords: 'none',
  },
  {
    key: 'trusted_proxies',
    ...named('trusted_proxies'),
    placeholder: 'ADDRESSES',
    meaning:
      'addresses or networks (`10.0.0.0/8`) of reverse proxies, between commas: what these say of a client, `http` believes',
    defaultWords: 'none',
  },
  { key: 'bots', meaning: 'chatbots that may be handed data (file only)', defaultWords: 'none' },
  { key: 'codes', meaning: 'what integer codes mean on this desk (file only)', defaultWords: 'none' },
  {
    key: 'maximum_age_seconds',
    meaning: 'how old `today` (60), `agents` (300), `offline_messages` (300) and `visitors` (3600) may be (file only)',
    defaultWords: 'as given',
  },
  {
    key: 'accounts',
    meaning:
      'several accounts in one server: a list of objects, each with a `name` and any setting of an account; what stands beside the list is the default of each (file only)',
    defaultWords: 'one account, by the other settings',
  },
];

/** The settings that an account may have of its own. All others are those of the whole server. */
export const OF_AN_ACCOUNT: readonly SettingKey[] = [
  'base_url',
  'email',
  'password',
  'password_file',
  'webhook_base_url',
  'ca_file',
  'archive',
  'requests_per_minute',
  'read_ahead_days',
  'watch_requests_per_minute',
  'answer_within',
  'look_back',
  'retention_days',
  'audit_retention_days',
  'timezone',
  'redact',
  'bots',
  'codes',
  'maximum_age_seconds',
];
