import { z } from 'zod';
import { CodeSettings } from '../model/codes.ts';
import { InvalidArgument } from '../model/errors.ts';
import { DeskText } from '../model/trusted-text.ts';
import { zoneOf, type Zone } from '../model/zone.ts';
import { REDACTION_LEVELS } from '../model/redaction.ts';
import { seconds } from '../model/units.ts';

/** How one setting is called in each place it may come from, what it means, and how it is checked. */
export interface SettingDefinition {
  /** The key in the configuration file. */
  readonly key: SettingKey;
  /** The environment variable; none for what only a file can hold. */
  readonly environment?: string;
  /** The command-line flag; none for secrets, which every user of the machine could read there. */
  readonly flag?: string;
  /** What stands for the value in help texts; none for a flag that is on or off. */
  readonly placeholder?: string;
  readonly meaning: string;
  readonly defaultWords: string;
}

/** Whether an address may carry a password: HTTPS, or HTTP that does not leave this machine. */
function isSafeTransport(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

const address = z
  .string()
  .refine(
    isSafeTransport,
    'must be an https:// address (http:// only on this machine), without login, query or fragment',
  )
  .transform((text) => new URL(text));

// A line break in a header value would surface in an error message, which may reach a model.
export const headerValue = z
  .string()
  .min(1, 'is empty')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'holds a line break or another control character');

/** A number, or its digits. Not coerced: that would take `true` for 1, and nothing for 0. */
const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  const digits = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digits], message).pipe(z.int(message).min(least, message).max(most, message));
};

function zone(id: string, context: z.RefinementCtx): Zone {
  try {
    return zoneOf(id);
  } catch (error) {
    const advice = error instanceof InvalidArgument ? error.advice.replace(/\.$/, '') : '';
    context.addIssue({ code: 'custom', message: `is not a known time zone. ${advice}` });
    return z.NEVER;
  }
}

const age = wholeNumber(0, 86_400 * 30)
  .transform(seconds)
  .optional();

/** A list in which each entry has a name of its own: two of one name could not be told apart by who names one. */
const namedOnce = <Entry extends z.ZodType<{ readonly name: string }>>(entry: Entry) =>
  z
    .array(entry)
    .refine((entries) => new Set(entries.map(({ name }) => name)).size === entries.length, 'has two of the same name');

const BotSetting = z.strictObject({
  name: headerValue.max(100).pipe(DeskText),
  botId: headerValue.max(200),
  webhookId: headerValue
    .max(200)
    .refine((id) => !id.includes('/'), 'is the part of the webhook link behind /chatbot/, not the whole link'),
  tokenFile: z.string().min(1).optional(),
  tokenEnv: z.string().min(1).optional(),
  endpoints: namedOnce(
    z.strictObject({ name: headerValue.max(100).pipe(DeskText), description: DeskText.max(300) }),
  ).min(1),
  /** With `required`, nothing is handed over without a question that the host accepts. */
  confirm: z.enum(['host', 'required']).default('host'),
  /** Whether card numbers, bank accounts and secrets may be handed over, too. */
  allowSensitive: z.boolean().default(false),
});
export type BotSetting = z.infer<typeof BotSetting>;

/** The checks of all settings, by their key in the file. Environment variables and flags are text, and coerced. */
export const SettingValues = z
  .object({
    base_url: address,
    email: headerValue.regex(/^[^:\s]+@[^:\s]+$/, 'is not an email address'),
    password: headerValue,
    password_file: z.string().min(1),
    webhook_base_url: address,
    ca_file: z.string().min(1),
    archive: z
      .string()
      .min(1)
      .refine(
        (text) => !/^[a-z]+:\/\//i.test(text) || (/^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text)),
        'is no address of a PostgreSQL database; an archive is memory, a file, or such an address',
      ),
    requests_per_minute: wholeNumber(1, 100_000),
    watch_requests_per_minute: wholeNumber(1, 100_000),
    answer_within: wholeNumber(1, 600).transform(seconds),
    look_back: wholeNumber(0, 60),
    retention_days: wholeNumber(1, 36_500),
    audit_retention_days: wholeNumber(1, 36_500),
    timezone: z.string().transform(zone),
    redact: z.enum(REDACTION_LEVELS),
    structured_content: z.enum(['off', 'on']),
    sandbox: z.union([z.stringbool(), z.boolean()], 'must be true or false'),
    log_level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    bots: namedOnce(BotSetting),
    codes: CodeSettings,
    maximum_age_seconds: z.strictObject({ today: age, agents: age, offline_messages: age, visitors: age }),
  })
  .partial();
export type SettingValues = z.output<typeof SettingValues>;
export type SettingKey = keyof SettingValues;

const PREFIX = 'CHAT_OPERATIONS_';
export const CONFIG_FILE = { environment: `${PREFIX}CONFIG`, flag: 'config' } as const;

const named = (name: string) => ({ environment: `${PREFIX}${name.toUpperCase()}`, flag: name.replaceAll('_', '-') });
const secret = (name: string) => ({ environment: `${PREFIX}${name.toUpperCase()}` });

/** Every setting, in the order of the help text and of the README, whose table is generated from this. */
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
