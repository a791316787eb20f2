import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { InvalidConfiguration } from '../model/errors.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { CallerText, DeskText, quotation, trusted, type TrustedText } from '../model/text/trusted-text.ts';
import { unlessFlawed, type OnFlaw } from './flaws.ts';
import { issueWords } from './issue-words.ts';
import { fileText, fullPath, warnIfReadable } from './setting-file.ts';
import { SettingValues, type SettingKey } from './setting-values.ts';
import { CONFIG_FILE, SETTINGS } from './settings.ts';
import { ownSettingsFile } from './user-folders.ts';

/** The flags, by their names without dashes in front, and the environment: settings come from them. */
export interface Sources {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface GivenValue {
  readonly value: unknown;
  /** The setting in the words of the place that it came from, to say so when it is wrong. */
  readonly from: TrustedText;
  /** That place: a flag, an environment variable, or the path of the file. */
  readonly place: TrustedText;
  readonly isFlag?: true;
}

export type GivenSettings = Map<SettingKey, GivenValue>;

/** The keys that say whose desk is meant. A password that lies in a file is sent nowhere else than to the address beside it. */
const DESK_KEYS: readonly SettingKey[] = ['base_url', 'email', 'password', 'password_file', 'sandbox'];

/** The settings as they were given, and the file that they were read from, if any. */
export interface Gathered {
  readonly given: GivenSettings;
  readonly file?: TrustedText;
}

/**
 * Gathers the settings: flags win over environment variables, which win over the file. Where no file is named, and neither flags nor
 * environment say whose desk is meant (or have one of `instead`), it is the user's own settings file, if there is one.
 */
export function gatherSettings(
  sources: Sources,
  warnings: string[],
  onFlaw: OnFlaw,
  instead: readonly SettingKey[] = [],
): Gathered {
  const { flags, environment } = sources;
  const inFlags = settingsOfFlags(flags, onFlaw);
  const inEnvironment = settingsOfEnvironment(environment, onFlaw);
  const isDesk = [...DESK_KEYS, ...instead].some((key) => inFlags.has(key) || inEnvironment.has(key));
  const file = namedFile(sources) ?? (isDesk ? undefined : ownFile(environment));
  const inFile =
    file === undefined || file === ''
      ? new Map<SettingKey, GivenValue>()
      : settingsOfFile(resolve(file), warnings, onFlaw);
  unlessFlawed(onFlaw, () => refuseTwoPasswords(inFile));
  unlessFlawed(onFlaw, () => refuseTwoPasswords(inEnvironment));
  // Either of the two is the password, so the one that is nearer wins over the other, too.
  if (inEnvironment.has('password_file')) inFile.delete('password');
  if (inEnvironment.has('password')) inFile.delete('password_file');
  const given = new Map([...inFile, ...inEnvironment, ...inFlags]);
  return file === undefined || file === '' ? { given } : { given, file: fullPath(file) };
}

/** The file that a flag or the environment names; empty where a person wants none. */
function namedFile({ flags, environment }: Sources): string | undefined {
  const flag = flags[CONFIG_FILE.flag];
  return typeof flag === 'string' ? flag : filledIn(environment[CONFIG_FILE.environment]);
}

function ownFile(environment: Sources['environment']): string | undefined {
  const path = ownSettingsFile(environment);
  return existsSync(path) ? path : undefined;
}

/** Throws InvalidConfiguration where both are given: nobody can tell which of the two is meant. */
export function refuseTwoPasswords(given: GivenSettings): void {
  const [password, file] = [given.get('password'), given.get('password_file')];
  if (password === undefined || file === undefined) return;
  throw new InvalidConfiguration(trusted`Both ${password.from} and ${file.from} are given.`, 'Leave one of them out.');
}

function settingsOfFile(path: string, warnings: string[], onFlaw: OnFlaw): GivenSettings {
  const given: GivenSettings = new Map();
  const place = fullPath(path);
  const content = unlessFlawed(onFlaw, () => configurationIn(path, warnings)) ?? {};
  for (const [key, value] of Object.entries(content)) {
    const setting = unlessFlawed(onFlaw, () => knownKey(key, place));
    if (setting !== undefined) given.set(setting, { value, from: trusted`${setting} in ${place}`, place });
  }
  return given;
}

function settingsOfEnvironment(environment: Sources['environment'], onFlaw: OnFlaw): GivenSettings {
  const given: GivenSettings = new Map();
  const known = SETTINGS.flatMap(({ environment: name }) => name ?? []).concat(CONFIG_FILE.environment);
  for (const [name, text] of Object.entries(environment)) {
    const value = filledIn(text);
    if (!name.startsWith('CHAT_OPERATIONS_') || value === undefined) continue;
    const setting = SETTINGS.find((one) => one.environment === name);
    const place = DeskText.parse(name);
    if (setting !== undefined) given.set(setting.key, { value, from: place, place });
    else if (name !== CONFIG_FILE.environment) onFlaw(unknownName(name, known, trusted`environment variable`));
  }
  return given;
}

/** For a field of its form that a person left open, a host hands over nothing, or what stands for it in manifest.json. */
function filledIn(text: string | undefined): string | undefined {
  return text === '' || /^\$\{user_config\.\w+\}$/.test(text ?? '') ? undefined : text;
}

function settingsOfFlags(flags: Sources['flags'], onFlaw: OnFlaw): GivenSettings {
  const given: GivenSettings = new Map();
  for (const { key, flag } of SETTINGS) {
    const value = flag === undefined ? undefined : flags[flag];
    if (key === 'archive' && typeof value === 'string') unlessFlawed(onFlaw, () => refusePasswordIn(value));
    const place = DeskText.parse(`--${flag}`);
    if (value !== undefined) given.set(key, { value, from: place, place, isFlag: true });
  }
  return given;
}

/** Throws InvalidConfiguration for the address of an archive with a password: every user of the machine could read it. */
export function refusePasswordIn(text: string, where: TrustedText = trusted`--archive`): void {
  const address = URL.parse(text);
  if (address === null || (address.password === '' && !address.searchParams.has('password'))) return;
  throw new InvalidConfiguration(
    trusted`The address of ${where} holds a password, which every user of this machine can read in the list of processes.`,
    'Leave the password out and set PGPASSWORD, or give the whole address in CHAT_OPERATIONS_ARCHIVE or the configuration file.',
  );
}

/** Returns a key of a settings file as that of a setting. Throws InvalidConfiguration where there is none of that name. */
export function knownKey(
  key: string,
  path: TrustedText,
  known: readonly string[] = SETTINGS.map((one) => one.key),
): SettingKey {
  const setting = SETTINGS.find((one) => one.key === key);
  if (setting !== undefined) return setting.key;
  throw unknownName(key, known, trusted`setting`, trusted` in the configuration file ${path}`);
}

function unknownName(
  name: string,
  known: readonly string[],
  kind: TrustedText,
  where: TrustedText = trusted``,
): InvalidConfiguration {
  const names = known.map((one) => DeskText.parse(one));
  return new InvalidConfiguration(
    didYouMean(trusted`There is no ${kind} "${quotation(CallerText.parse(name))}"${where}`, name, names),
    'To list all settings: chat-operations-mcp settings',
  );
}

function configurationIn(path: string, warnings: string[]): Record<string, unknown> {
  const text = fileText(path, trusted`config`);
  warnIfReadable(path, trusted`the configuration`, warnings);
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new InvalidConfiguration(
      trusted`The configuration file is not a JSON object: ${fullPath(path)}.`,
      'Check its quotes, commas and braces.',
    );
  }
}

/** Checks settings, and hands on what is wrong with them and what it means. Returns those that are right. */
export function checkSettings(given: GivenSettings, onFlaw: OnFlaw): SettingValues {
  const values = Object.fromEntries([...given].map(([key, { value }]) => [key, value]));
  // Once in a process: to compile the check would take longer than to make it.
  const parsed = SettingValues.safeParse(values, { error: issueWords, jitless: true });
  if (parsed.success) return parsed.data;
  // A name that is wrong explains why another one is missing.
  const issue = parsed.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? parsed.error.issues[0];
  const setting = SETTINGS.find(({ key }) => key === issue?.path[0]);
  if (issue === undefined || setting === undefined) throw new TypeError('every flaw is one of a setting');
  const from = given.get(setting.key)?.from ?? DeskText.parse(setting.key);
  const inside = quotation(CallerText.parse(issue.path.slice(1).join('.')));
  onFlaw(
    new InvalidConfiguration(
      trusted`The setting ${from}${inside === '' ? '' : trusted`, at ${inside},`} ${DeskText.parse(sentenceOf(issue.message))}`,
      trusted`It means: ${DeskText.parse(setting.meaning)}.`,
    ),
  );
  return checkSettings(new Map([...given].filter(([key]) => key !== setting.key)), onFlaw);
}

function sentenceOf(words: string): string {
  return /[.?]$/.test(words) ? words : `${words}.`;
}
