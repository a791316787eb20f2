import { z } from 'zod';
import { AccountName } from '../model/caller.ts';
import { CodeSettings } from '../model/codes.ts';
import { InvalidArgument } from '../model/errors.ts';
import { REDACTION_LEVELS } from '../model/redaction.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { DeskText, ProgramText, trusted } from '../model/text/trusted-text.ts';
import { seconds } from '../model/time/units.ts';
import { zoneNameOf, type ZoneName } from '../model/calendar/zone-name.ts';
import { TOOL_GROUPS, TOOLSET_NAMES, toolsNamed, type Toolset } from '../model/tool-groups.ts';

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

/** An issuer is compared letter by letter: as a URL it would get a slash at its end. */
const issuer = z
  .string()
  .refine(
    isSafeTransport,
    'must be an https:// address (http:// only on this machine), without login, query or fragment',
  );

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

function zone(id: string, context: z.RefinementCtx): ZoneName {
  try {
    return zoneNameOf(id, trusted`is not a known time zone`);
  } catch (error) {
    const words = error instanceof InvalidArgument ? `${error.message} ${error.advice}` : '';
    context.addIssue({ code: 'custom', message: words });
    return z.NEVER;
  }
}

/** Texts between commas, as a flag has them, or a list; each is checked. */
const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .union(
      [z.string().transform((text) => text.split(',')), z.array(z.string())],
      'must be a text with commas between, or a list',
    )
    .transform((texts) => texts.map((text) => text.trim()).filter((text) => text !== ''))
    .pipe(z.array(item));

const hostName = z
  .string()
  .regex(
    /^(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])$/i,
    'must be a host name or an address, without scheme and port',
  )
  .transform((name) => name.toLowerCase());

const origin = z
  .string()
  .regex(
    /^[a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i,
    'must be a scheme, a host and perhaps a port, as in https://desk.example.com, without a path',
  )
  .transform((text) => text.toLowerCase());

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be an address, or a network as in 10.0.0.0/8',
);

/** Names between commas, as a flag has them, or a list. A name that is unknown is left out of the words: it may be a secret in the wrong place. */
const toolset = z
  .union(
    [z.string().transform((text) => text.split(',')), z.array(z.string())],
    'must be names between commas, or a list',
  )
  .transform((names, context): Toolset => {
    const words = names.map((name) => name.trim()).filter((name) => name !== '');
    if (words.length === 0) context.addIssue({ code: 'custom', message: 'names no tool' });
    for (const [index, word] of words.entries()) {
      if (toolsNamed(word) !== undefined) continue;
      const said = trusted`has no tool and no group in place ${index + 1}`;
      const names = TOOLSET_NAMES.map((name) => ProgramText.parse(name));
      const listed = Object.keys(TOOL_GROUPS).map((name) => ProgramText.parse(name));
      context.addIssue({ code: 'custom', message: didYouMean(said, word, names, { listed }) });
    }
    return new Set(words.flatMap((word) => toolsNamed(word) ?? []));
  });

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

/** Addresses of resources begin with these, or with an account: one must not be taken for the other. */
const KINDS_OF_RESOURCES: ReadonlySet<string> = new Set([
  'agents',
  'chats',
  'codebook',
  'definitions',
  'offline-messages',
  'status',
  'visitors',
]);

/** Of these an address and a flag can be made, and two of them that differ only in case could not be told apart. */
const accountName = z
  .string()
  .regex(
    /^[a-z\d][\w.-]{0,39}$/i,
    'must be of letters, digits, `-`, `_` and `.`, begin with a letter or a digit, and have at most 40 characters',
  )
  .refine((name) => !KINDS_OF_RESOURCES.has(name.toLowerCase()), 'is the name of a kind of resource')
  .pipe(AccountName);

/** What else an account has is checked account by account (accounts.ts). */
const accounts = z
  .array(z.looseObject({ name: accountName }))
  .min(1)
  .refine(
    (entries) => new Set(entries.map(({ name }) => name.toLowerCase())).size === entries.length,
    'has two of the same name',
  );

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
    read_ahead_days: wholeNumber(0, 366),
    watch_requests_per_minute: wholeNumber(1, 100_000),
    sync: z.union([z.stringbool(), z.boolean()], 'must be true or false'),
    answer_within: wholeNumber(1, 600).transform(seconds),
    calls_per_minute: wholeNumber(1, 1_000_000),
    look_back: wholeNumber(0, 60),
    retention_days: wholeNumber(1, 36_500),
    audit_retention_days: wholeNumber(1, 36_500),
    timezone: z.string().transform(zone),
    redact: z.enum(REDACTION_LEVELS),
    structured_content: z.enum(['off', 'on']),
    tools: toolset,
    sandbox: z.union([z.stringbool(), z.boolean()], 'must be true or false'),
    log_level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    oauth_issuer: issuer,
    oauth_audience: headerValue.max(500),
    oauth_jwks_url: address,
    host: z.string().regex(/^[\w.:-]+$/, 'must be a host name or an address, without a port'),
    port: wholeNumber(0, 65_535),
    public_url: address,
    allowed_hosts: listOf(hostName),
    allowed_origins: listOf(origin),
    trusted_proxies: listOf(network),
    bots: namedOnce(BotSetting),
    codes: CodeSettings,
    accounts,
    maximum_age_seconds: z.strictObject({ today: age, agents: age, offline_messages: age, visitors: age }),
  })
  .partial();
export type SettingValues = z.output<typeof SettingValues>;
export type SettingKey = keyof SettingValues;
