import { z } from 'zod';
import { AccountName } from '../model/caller.ts';
import { zoneNameOf } from '../model/calendar/zone-name.ts';
import { InvalidArgument } from '../model/errors.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { Secret } from '../model/text/secret.ts';
import { keysOf } from '../model/keys-of.ts';
import { DeskText, ProgramText, trusted } from '../model/text/trusted-text.ts';
import { seconds } from '../model/time/units.ts';
import { TOOL_GROUPS, TOOLSET_NAMES, toolsNamed, type Toolset } from '../model/tool-groups.ts';
import { placeholders } from './setting.ts';
import { ONE_LINE, readCertificate, readSecret, Unusable } from './files.ts';

// Checks of values. Environment variables and flags are text; in a file a number may be one.
// A message goes on after "The setting NAME" and never repeats the value, which may be a secret in the wrong place.

/** Whether a password may be sent to an address: over HTTPS, or over HTTP that does not leave this machine. */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

/** An address, letter by letter: a URL would get a slash at its end, and issuers are compared as they are written. */
export const addressText = z
  .string()
  .refine(isSafeAddress, 'must be an https:// address (http:// only on this machine), without login, query or fragment')
  .register(placeholders, { value: 'URL' });
export const address = addressText.transform((text) => new URL(text)).register(placeholders, { value: 'URL' });

const line = z.string().min(1, 'is empty').regex(ONE_LINE, 'holds a line break or another control character');

export const email = line.regex(/^[^:\s]+@[^:\s]+$/, 'is not an email address');
export const audience = line.max(500).register(placeholders, { value: 'TEXT' });

const text = z.string().min(1);

/** A text, of which the value is what a function reads from it or from the file that it names. */
function read<Value>(reader: (text: string) => Value) {
  return text.transform((given, context) => {
    try {
      return reader(given);
    } catch (error) {
      if (!(error instanceof Unusable || error instanceof InvalidArgument)) throw error;
      context.addIssue({ code: 'custom', message: error.message, params: { advice: error.advice } });
      return z.NEVER;
    }
  });
}

export const password = line.transform((text) => new Secret(text));
export const passwordFile = read((file) => readSecret(file, ONE_LINE));
export const certificate = read(readCertificate).register(placeholders, { value: 'FILE' });

export const onOff = z.union([z.stringbool(), z.boolean()], 'must be on or off');
/** The same, of which a flag says which. */
export const onOrOff = onOff.clone().register(placeholders, { value: 'on|off' });

/** A number, or its digits. Not coerced: that would take `true` for 1 and an empty text for 0. */
function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  const digits = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digits], message).pipe(z.int(message).min(least, message).max(most, message));
}

export const count = (least: number, most: number) => whole(least, most).register(placeholders, { value: 'N' });
export const days = (least: number, most: number) => whole(least, most).register(placeholders, { value: 'DAYS' });
export const port = whole(0, 65_535).register(placeholders, { value: 'PORT' });
export const patience = whole(1, 600).transform(seconds).register(placeholders, { value: 'SECONDS' });

const age = whole(0, 30 * 86_400).transform(seconds);
export const maximumAges = z.strictObject({ today: age, agents: age, offline_messages: age, visitors: age }).partial();

export const archive = text
  .refine(
    (where) => !/^[a-z]+:\/\//i.test(where) || (/^postgres(?:ql)?:\/\//i.test(where) && URL.canParse(where)),
    'is not a PostgreSQL URL; an archive is `memory`, a file, or such a URL',
  )
  .register(placeholders, { value: 'WHERE' });

export const zone = read((id) => zoneNameOf(id, trusted`is not a known time zone`)).register(placeholders, {
  value: 'ZONE',
});

/** A list, or its entries separated by commas. */
function list<Entry extends z.ZodType<unknown, string>>(entry: Entry) {
  const separated = z.string().transform((entries) => entries.split(','));
  const texts = z
    .union([separated, z.array(z.string())], 'must be a comma-separated text or a list')
    .transform((entries) => entries.map((each) => each.trim()).filter((each) => each !== ''));
  return texts.pipe(z.array(entry));
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export const level = <const Level extends string>(levels: readonly Level[]) =>
  z.enum(levels).register(placeholders, { value: 'LEVEL' });

const lowerCase = (pattern: RegExp, message: string) =>
  z
    .string()
    .regex(pattern, message)
    .transform((name) => name.toLowerCase());

export const host = z
  .string()
  .regex(/^[\w.:-]+$/, 'must be a host name or an address, without a port')
  .register(placeholders, { value: 'HOST' });

export const hostNames = list(
  lowerCase(
    /^(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])$/i,
    'must be a host name or an address, without scheme and port',
  ),
).register(placeholders, { value: 'NAMES' });

export const origins = list(
  lowerCase(
    /^[a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i,
    'must be a scheme, a host and perhaps a port, as in https://desk.example.com, without a path',
  ),
).register(placeholders, { value: 'ORIGINS' });

export const networks = list(
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address, or a network as in 10.0.0.0/8'),
).register(placeholders, { value: 'ADDRESSES' });

export const TOOL_GROUP_NAMES = keysOf(TOOL_GROUPS).join(', ');

/** Names of tools and groups of tools. */
export const toolset = list(z.string())
  .transform((names, context): Toolset => {
    if (names.length === 0) context.addIssue({ code: 'custom', message: 'names no tool' });
    for (const [index, name] of names.entries()) {
      if (toolsNamed(name) !== undefined) continue;
      const said = trusted`has an unknown tool or group in place ${index + 1}`;
      const valid = ProgramText.array().parse(TOOLSET_NAMES);
      const listed = ProgramText.array().parse(keysOf(TOOL_GROUPS));
      context.addIssue({ code: 'custom', message: didYouMean(said, name, valid, { listed }) });
    }
    return new Set(names.flatMap((name) => toolsNamed(name) ?? []));
  })
  .register(placeholders, { value: 'NAMES' });

/** A list whose entries have different names. */
function named<Entry extends z.ZodType<{ readonly name: string }>>(entry: Entry) {
  const namesOf = (entries: readonly z.output<Entry>[]) => new Set(entries.map(({ name }) => name.toLowerCase()));
  const list = z.array(entry);
  return list.refine((entries) => namesOf(entries).size === entries.length, 'has two of the same name');
}

const endpoint = z.strictObject({ name: line.max(100).pipe(DeskText), description: DeskText.max(300) });

const bot = z
  .strictObject({
    name: line.max(100).pipe(DeskText),
    botId: line.max(200),
    webhookId: line
      .max(200)
      .refine((id) => !id.includes('/'), 'is the part of the webhook link after /chatbot/, not the whole link'),
    /** The file that holds the token. */
    tokenFile: text.optional(),
    /** The environment variable that holds it. */
    tokenEnv: text.optional(),
    endpoints: named(endpoint).min(1),
    /** With `required`, nothing is sent unless the person confirms in the host. */
    confirm: z.enum(['host', 'required']).default('host'),
    /** Whether card numbers, bank accounts and secrets may be sent as well. */
    allowSensitive: z.boolean().default(false),
  })
  .refine(
    ({ tokenFile, tokenEnv }) => (tokenFile === undefined) !== (tokenEnv === undefined),
    'needs either tokenFile or tokenEnv, which names the file or the environment variable with its token',
  );
export const bots = named(bot);
export type BotSetting = z.output<typeof bot>;

/** A number, which only a file can hold as such. */
function number(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`;
  return z.number(message).min(least, message).max(most, message);
}

const share = number(0, 1);
/** Goals for figures: shares of 1, seconds, and a rating on the scale of the desk. */
export const targets = z
  .strictObject({
    service_level: share,
    missed: share,
    first_response: number(0, 86_400).transform(seconds),
    rating: number(0, 100),
  })
  .partial();

/** Addresses of resources begin with one of these or with the name of an account. */
const KINDS_OF_RESOURCES = ['agents', 'chats', 'codebook', 'definitions', 'offline-messages', 'status', 'visitors'];

/** The settings of each are checked account by account. */
export const accounts = named(
  z.looseObject({
    name: z
      .string()
      .regex(
        /^[a-z\d][\w.-]{0,39}$/i,
        'must begin with a letter or a digit, have only letters, digits, `-`, `_` and `.`, and at most 40 characters',
      )
      .refine((name) => !KINDS_OF_RESOURCES.includes(name.toLowerCase()), 'is the name of a kind of resource')
      .pipe(AccountName),
  }),
).min(1);
