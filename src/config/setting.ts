import { z } from 'zod';

/** What is known of a setting beside its help and the check of its value. Its names follow from its key. */
interface Extra {
  /** Stands for the value in help, as in `--port PORT`. A flag without one is on or off. */
  readonly value?: string;
  /** What holds when it is not set, where that is not a fixed value. */
  readonly otherwise?: string;
  /** Its field where hosts ask for settings by a form; absent for settings that they do not ask for. */
  readonly form?: { readonly title: string; readonly isRequired?: true; readonly isSensitive?: true };
}

type Default<Check extends z.ZodType> = z.util.NoUndefined<z.output<Check>>;

/** `flags`: flag, variable and file. `secrets`: no flag, which every user of the machine could list. `file`: lists and objects. */
type Source = 'flags' | 'secrets' | 'file';

const descriptions = z.registry<
  Extra & { readonly help: string; readonly source: Source; readonly default?: string | number | boolean }
>();

/** Describes a setting: its help in one line of Markdown, the check of its value, and its default if it has one. */
export function setting<Check extends z.ZodType<string | number | boolean>>(
  help: string,
  check: Check,
  extra: Extra & { readonly default: Default<Check> },
): z.ZodDefault<Check>;
export function setting<Check extends z.ZodType>(help: string, check: Check, extra?: Extra): z.ZodOptional<Check>;
export function setting<Check extends z.ZodType<string | number | boolean>>(
  help: string,
  check: Check,
  extra: Extra & { readonly default?: Default<Check> } = {},
): z.ZodType {
  const schema = extra.default === undefined ? check.optional() : check.default(extra.default);
  descriptions.add(schema, { ...extra, help, source: 'flags' });
  return schema;
}

const describedIn =
  (source: Source) =>
  <Check extends z.ZodType>(help: string, check: Check, extra?: Extra): z.ZodOptional<Check> => {
    const schema = check.optional();
    descriptions.add(schema, { ...extra, help, source });
    return schema;
  };

/** Describes a setting that has no flag. */
export const secret = describedIn('secrets');

/** Describes a setting that only a file can hold: a list or an object. */
export const inFile = describedIn('file');

/** A setting with its name in each place. */
export interface Setting<Key extends string = string> extends Extra {
  /** The key in the settings file. */
  readonly key: Key;
  /** The environment variable; absent for what only a file can hold. */
  readonly environment?: string;
  /** The flag without its dashes; absent for a secret and for what only a file can hold. */
  readonly flag?: string;
  readonly help: string;
}

/** The prefix of every environment variable. A variable with it that no setting has is a mistake. */
export const PREFIX = 'CHAT_OPERATIONS_';

/** Returns the environment variable of a setting that has one. */
export function variableOf(key: string): string {
  return PREFIX + key.toUpperCase();
}

/** Returns the flag of a setting that has one, without its dashes. */
export function flagOf(key: string): string {
  return key.replaceAll('_', '-');
}

/** Returns a setting with its names. */
export function namedSetting<const Key extends string>(key: Key, schema: z.ZodType): Setting<Key> {
  const description = descriptions.get(schema);
  if (description === undefined) throw new TypeError(`The setting ${key} is not described.`);
  const { source, default: fallback, ...rest } = description;
  return {
    ...(fallback !== undefined && { otherwise: fallback === false ? '`off`' : `\`${String(fallback)}\`` }),
    ...rest,
    key,
    ...(source !== 'file' && { environment: variableOf(key) }),
    ...(source === 'flags' && { flag: flagOf(key) }),
  };
}
