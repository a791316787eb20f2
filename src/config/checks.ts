import { z } from 'zod';
import { AccountName } from '../model/caller.ts';
import { zoneNameOf, type ZoneName } from '../model/calendar/zone-name.ts';
import { InvalidArgument } from '../model/errors.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { Secret } from '../model/text/secret.ts';
import { DeskText, keysOf, ProgramText, trusted } from '../model/text/trusted-text.ts';
import { seconds } from '../model/time/units.ts';
import { TOOL_GROUPS, TOOLSET_NAMES, toolsNamed, type Toolset } from '../model/tool-groups.ts';
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
  .refine(
    isSafeAddress,
    'must be an https:// address (http:// only on this machine), without login, query or fragment',
  );
export const address = addressText.transform((text) => new URL(text));

export const line = z.string().min(1, 'is empty').regex(ONE_LINE, 'holds a line break or another control character');

const path = z.string().min(1);

/** A path, of which the value is what the file holds. */
function contentOf<Content>(read: (path: string) => Content) {
  return path.transform((file, context) => {
    try {
      return read(file);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      context.addIssue({ code: 'custom', message: error.message, params: { advice: error.advice } });
      return z.NEVER;
    }
  });
}

export const password = line.transform((text) => new Secret(text));
export const passwordFile = contentOf((file) => readSecret(file, ONE_LINE));
export const certificate = contentOf(readCertificate);

export const onOff = z.union([z.stringbool(), z.boolean()], 'must be on or off');

/** A number, or its digits. Not coerced: that would take `true` for 1 and an empty text for 0. */
export function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  const digits = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digits], message).pipe(z.int(message).min(least, message).max(most, message));
}

export const days = whole(1, 36_500);

const maximumAge = whole(0, 30 * 86_400)
  .transform(seconds)
  .optional();
export const maximumAges = z.strictObject({
  today: maximumAge,
  agents: maximumAge,
  offline_messages: maximumAge,
  visitors: maximumAge,
});

export const archive = z
  .string()
  .min(1)
  .refine(
    (text) => !/^[a-z]+:\/\//i.test(text) || (/^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text)),
    'is not a PostgreSQL URL; an archive is `memory`, a file, or such a URL',
  );

export const zone = z.string().transform((id, context): ZoneName => {
  try {
    return zoneNameOf(id, trusted`is not a known time zone`);
  } catch (error) {
    const message = error instanceof InvalidArgument ? `${error.message} ${error.advice}` : '';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

/** A list, or its entries separated by commas. */
function list<Entry extends z.ZodType<unknown, string>>(entry: Entry) {
  return z
    .union(
      [z.string().transform((text) => text.split(',')), z.array(z.string())],
      'must be a comma-separated text or a list',
    )
    .transform((texts) => texts.map((text) => text.trim()).filter((text) => text !== ''))
    .pipe(z.array(entry));
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

export const host = z.string().regex(/^[\w.:-]+$/, 'must be a host name or an address, without a port');

export const hostNames = list(
  z
    .string()
    .regex(
      /^(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])$/i,
      'must be a host name or an address, without scheme and port',
    )
    .transform((name) => name.toLowerCase()),
);

export const origins = list(
  z
    .string()
    .regex(
      /^[a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i,
      'must be a scheme, a host and perhaps a port, as in https://desk.example.com, without a path',
    )
    .transform((text) => text.toLowerCase()),
);

export const networks = list(
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address, or a network as in 10.0.0.0/8'),
);

export const TOOL_GROUP_NAMES = keysOf(TOOL_GROUPS).join(', ');

/** Names of tools and groups of tools. */
export const toolset = list(z.string()).transform((names, context): Toolset => {
  if (names.length === 0) context.addIssue({ code: 'custom', message: 'names no tool' });
  for (const [index, name] of names.entries()) {
    if (toolsNamed(name) !== undefined) continue;
    const said = trusted`has an unknown tool or group in place ${index + 1}`;
    const valid = ProgramText.array().parse(TOOLSET_NAMES);
    const listed = ProgramText.array().parse(keysOf(TOOL_GROUPS));
    context.addIssue({ code: 'custom', message: didYouMean(said, name, valid, { listed }) });
  }
  return new Set(names.flatMap((name) => toolsNamed(name) ?? []));
});

/** A list whose entries have different names. */
function named<Entry extends z.ZodType<{ readonly name: string }>>(entry: Entry) {
  return z
    .array(entry)
    .refine(
      (entries) => new Set(entries.map(({ name }) => name.toLowerCase())).size === entries.length,
      'has two of the same name',
    );
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
    tokenFile: path.optional(),
    /** The environment variable that holds it. */
    tokenEnv: path.optional(),
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

/** Goals for figures: shares of 1, seconds, and a rating on the scale of the desk. */
export const targets = z.strictObject({
  service_level: number(0, 1).optional(),
  missed: number(0, 1).optional(),
  first_response: number(0, 86_400).transform(seconds).optional(),
  rating: number(0, 100).optional(),
});

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
