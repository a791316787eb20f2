import { z } from 'zod';

/** What is known of a setting beside its help and the check of its value. Its names follow from its key. */
interface Extra {
  /** What holds when it is not set, where that is not a fixed value. */
  readonly otherwise?: string;
  /** Its field where hosts ask for settings by a form; absent for settings that they do not ask for. */
  readonly form?: { readonly title: string; readonly isRequired?: true; readonly isSensitive?: true };
}

/** `flags`: flag, variable and file. `secrets`: no flag, which every user of the machine could list. `file`: lists and objects. */
type Source = 'flags' | 'secrets' | 'file';

const descriptions = z.registry<Extra & { readonly help: string; readonly source: Source }>();
/** What stands for the value of a check in help, as in `--port PORT`. A flag whose check has none is on or off. */
export const placeholders = z.registry<Required<Pick<Setting, 'value'>>>();

const describedIn =
  (source: Source) =>
  <Check extends z.ZodType>(help: string, check: Check, extra?: Extra): Check => {
    descriptions.add(check, { ...extra, help, source });
    return check;
  };

/** Describes a setting: its help in one line of Markdown, and the check of its value, which is optional or has a default. */
export const setting = describedIn('flags');

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
  /** What stands for its value; absent for a flag that is on or off. */
  readonly value?: string;
  readonly help: string;
}

/** The prefix of every environment variable. A variable with it that no setting has is a mistake. */
export const PREFIX = 'CHAT_OPERATIONS_';

/** Returns the environment variable of a setting that has one. */
export const variableOf = (key: string) => PREFIX + key.toUpperCase();

/** Returns the flag of a setting that has one, without its dashes. */
export const flagOf = (key: string) => key.replaceAll('_', '-');

/** Returns a setting with its names. */
export function namedSetting<const Key extends string>(key: Key, schema: z.ZodType): Setting<Key> {
  const description = descriptions.get(schema);
  if (description === undefined) throw new TypeError(`The setting ${key} is not described.`);
  const { source, ...rest } = description;
  const isDefault = schema instanceof z.ZodDefault;
  const fallback: unknown = isDefault ? schema.def.defaultValue : undefined;
  return {
    ...(isDefault && { otherwise: fallback === false ? '`off`' : `\`${String(fallback)}\`` }),
    ...(isDefault || schema instanceof z.ZodOptional ? placeholders.get(schema.def.innerType) : undefined),
    ...rest,
    key,
    ...(source !== 'file' && { environment: variableOf(key) }),
    ...(source === 'flags' && { flag: flagOf(key) }),
  };
}
