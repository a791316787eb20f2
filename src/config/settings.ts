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
    meaning: 'the most that `sync --watch` may ask the service in a minute once the archive is filled',
    defaultWords: '6',
  },
  {
    key: 'answer_within',
    ...named('answer_within'),
    placeholder: 'SECONDS',
    meaning: 'seconds a tool may take before it answers with what it has',
    defaultWords: '25',
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
    meaning: 'days behind today that the archive keeps the audit of webhook calls and erasures',
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
  { key: 'bots', meaning: 'chatbots that may be handed data (file only)', defaultWords: 'none' },
  { key: 'codes', meaning: 'what integer codes mean on this desk (file only)', defaultWords: 'none' },
  {
    key: 'maximum_age_seconds',
    meaning: 'how old `today` (60), `agents` (300), `offline_messages` (300) and `visitors` (3600) may be (file only)',
    defaultWords: 'as given',
  },
];
