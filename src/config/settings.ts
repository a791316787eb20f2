import { z } from 'zod';
import { zoneNameOf } from '../model/calendar/zone-name.ts';
import { CodeSettings } from '../model/codes.ts';
import { REDACTION_LEVELS } from '../model/redaction.ts';
import { seconds } from '../model/time/units.ts';
import * as check from './checks.ts';
import { inFile, secret, setting } from './setting.ts';

// Every setting, in the order of help and documents: beside the settings that it has to do with. Its flag, its variable, its type, its
// errors, its help, its row in docs/settings.md and its field in manifest.json (with `form`) follow from its line here.

/** The settings that each of several accounts may have. */
export const AccountValues = z.object({
  base_url: setting('REST API address: https://, or http:// on this machine', check.address.optional(), {
    form: { title: 'REST base address', isRequired: true },
  }),
  email: secret('email of the login; lists need one with the permission `superadmin`', check.email.optional(), {
    form: { title: 'Login email', isRequired: true },
  }),
  password: secret('password of the login', check.password.optional(), {
    form: { title: 'Password', isRequired: true, isSensitive: true },
  }),
  password_file: secret('file that holds the password', check.passwordFile.optional()),
  webhook_base_url: setting('chatbot webhook address, same rule as `base_url`', check.address.optional()),
  ca_file: setting('file of an extra certificate authority, PEM', check.certificate.optional()),
  archive: setting(
    '`memory`, a SQLite file, or a `postgres://` URL (its password never in a flag)',
    check.archive.optional(),
    { otherwise: "a file for this account in the user's data folder" },
  ),
  requests_per_minute: setting(
    'most requests to the service; the real limit is learned',
    check.count(1, 100_000).default(60),
  ),
  read_ahead_days: setting(
    'days before today that a running server reads in the background, at most at half the rate; 0 for none',
    check.days(0, 366).default(30),
  ),
  watch_requests_per_minute: setting(
    'most requests of `sync --watch`, and of `http` with `sync`, once the archive is filled',
    check.count(1, 100_000).default(6),
  ),
  answer_within: setting('seconds after which a tool answers with what it has', check.patience.default(seconds(25))),
  look_back: setting('days before today that are read once more, for late changes', check.days(0, 60).default(2)),
  retention_days: setting(
    'days before today that the archive keeps; older records are removed',
    check.days(1, 36_500).optional(),
    { otherwise: 'everything is kept' },
  ),
  audit_retention_days: setting(
    'days that the audit of calls, webhooks and erasures is kept',
    check.days(1, 36_500).default(365),
  ),
  timezone: setting('IANA time zone of days and hours; weeks start on Monday', check.zone.default(zoneNameOf('UTC')), {
    form: { title: 'Time zone' },
  }),
  redact: setting(
    "what is masked: `contacts` (cards, secrets, and visitors' emails, phones and IPs), `cards` (cards and secrets) or `none`",
    check.level(REDACTION_LEVELS).default('contacts'),
    { form: { title: 'Redaction' } },
  ),
  bots: inFile('chatbots that data may be sent to', check.bots.optional()),
  codes: inFile('what integer codes mean', CodeSettings.optional()),
  targets: inFile(
    'goals: `service_level` and `missed` as shares of 1, `first_response` in seconds, `rating`',
    check.targets.optional(),
  ),
  maximum_age_seconds: inFile(
    'how old `today` (60), `agents` (300), `offline_messages` (300) and `visitors` (3600) may be',
    check.maximumAges.optional(),
    { otherwise: 'as given' },
  ),
});

/** The settings of the whole server. */
export const ServerValues = z.object({
  sandbox: setting('use the built-in sandbox with an archive in memory; no account needed', check.onOff.default(false)),
  tools: setting(
    `the tools that assistants get: comma-separated names or groups (${check.TOOL_GROUP_NAMES})`,
    check.toolset.optional(),
    { otherwise: '`all`', form: { title: 'Tools' } },
  ),
  structured_content: setting(
    'data in every answer, for programs: `on` or `off`; hosts may hide the text when it is on',
    check.onOrOff.default(false),
    { form: { title: 'Data beside the text' } },
  ),
  calls_per_minute: setting(
    'calls that one caller may make, a sixth of them at once',
    check.count(1, 1_000_000).default(120),
  ),
  log_level: setting(
    'trace, debug, info, warn, error or silent; to standard error',
    check.level(check.LOG_LEVELS).default('warn'),
  ),
  sync: setting(
    'with `http`: fill the archive and keep it up to date, on one of the servers that share it',
    check.onOff.default(false),
  ),
  host: setting(
    'address that `http` listens on; one that other machines reach needs identities',
    check.host.default('127.0.0.1'),
  ),
  port: setting('port that `http` listens on; 0 for any free one', check.port.default(3400)),
  public_url: setting('address of `http` behind a reverse proxy, without `/mcp`', check.address.optional()),
  allowed_hosts: setting('further host names of `http`, comma-separated', check.hostNames.optional()),
  allowed_origins: setting('origins of web pages that may call `http`, comma-separated', check.origins.optional()),
  trusted_proxies: setting(
    'comma-separated addresses or networks of reverse proxies that `http` believes',
    check.networks.optional(),
  ),
  oauth_issuer: setting(
    'OAuth authorization server of `http`, exactly as it names itself',
    check.addressText.optional(),
    { otherwise: 'only tokens of `token create`' },
  ),
  oauth_audience: setting('the `aud` of its access tokens', check.audience.optional(), {
    otherwise: 'the public address of `http`, with `/mcp`',
  }),
  oauth_jwks_url: setting('address of its keys', check.address.optional(), { otherwise: 'from its metadata' }),
  accounts: inFile(
    'several accounts in one server: objects with a `name` and any setting of an account',
    check.accounts.optional(),
    { otherwise: 'one account, from the other settings' },
  ),
});

export const Values = AccountValues.extend(ServerValues.shape);
export type Values = z.output<typeof Values>;
export type SettingKey = keyof Values;
