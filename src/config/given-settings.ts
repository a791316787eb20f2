import { z } from 'zod';
import { InvalidConfiguration } from '../model/errors.ts';
import { closestNames } from '../model/text/closest.ts';
import { DeskText, trusted, type TrustedText } from '../model/text/trusted-text.ts';
import { issueWords } from './issue-words.ts';
import { fileText, warnIfReadable } from './setting-file.ts';
import { SettingValues, type SettingKey } from './setting-values.ts';
import { CONFIG_FILE, SETTINGS } from './settings.ts';

/** The flags, by their names without dashes in front, and the environment: settings come from them. */
export interface Sources {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface GivenValue {
  readonly value: unknown;
  /** The place that the value came from, to say so when it is wrong. */
  readonly from: TrustedText;
}

export type GivenSettings = Map<SettingKey, GivenValue>;

/** Gathers the settings: flags win over environment variables, which win over the file. Throws InvalidConfiguration. */
export function gatherSettings({ flags, environment }: Sources, warnings: string[]): GivenSettings {
  const path = flags[CONFIG_FILE.flag] ?? filledIn(environment[CONFIG_FILE.environment]);
  const inFile =
    typeof path === 'string' && path !== '' ? settingsOfFile(path, warnings) : new Map<SettingKey, GivenValue>();
  const inEnvironment = settingsOfEnvironment(environment);
  refuseTwoPasswords(inFile);
  refuseTwoPasswords(inEnvironment);
  // Either of the two is the password, so the one that is nearer wins over the other, too.
  if (inEnvironment.has('password_file')) inFile.delete('password');
  if (inEnvironment.has('password')) inFile.delete('password_file');
  return new Map([...inFile, ...inEnvironment, ...settingsOfFlags(flags)]);
}

/** Nobody can tell which of the two is meant. */
function refuseTwoPasswords(given: GivenSettings): void {
  const [password, file] = [given.get('password'), given.get('password_file')];
  if (password === undefined || file === undefined) return;
  throw new InvalidConfiguration(trusted`Both ${password.from} and ${file.from} are given.`, 'Leave one of them out.');
}

function settingsOfFile(path: string, warnings: string[]): GivenSettings {
  const entries = Object.entries(configurationIn(path, warnings));
  return new Map(
    entries.map(([key, value]) => [
      knownKey(key, trusted`the configuration file`),
      { value, from: trusted`${DeskText.parse(key)} in the configuration file` },
    ]),
  );
}

function settingsOfEnvironment(environment: Sources['environment']): GivenSettings {
  const given: GivenSettings = new Map();
  const known = SETTINGS.flatMap(({ environment: name }) => name ?? []).concat(CONFIG_FILE.environment);
  for (const [name, text] of Object.entries(environment)) {
    const value = filledIn(text);
    if (!name.startsWith('CHAT_OPERATIONS_') || value === undefined) continue;
    const setting = SETTINGS.find((one) => one.environment === name);
    if (setting !== undefined) given.set(setting.key, { value, from: DeskText.parse(name) });
    else if (name !== CONFIG_FILE.environment) throw unknownName(name, known, trusted`environment variable`);
  }
  return given;
}

/** For a field of its form that a person left open, a host hands over nothing, or what stands for it in manifest.json. */
function filledIn(text: string | undefined): string | undefined {
  return text === '' || /^\$\{user_config\.\w+\}$/.test(text ?? '') ? undefined : text;
}

function settingsOfFlags(flags: Sources['flags']): GivenSettings {
  const given: GivenSettings = new Map();
  for (const { key, flag } of SETTINGS) {
    const value = flag === undefined ? undefined : flags[flag];
    if (key === 'archive' && typeof value === 'string') refusePasswordIn(value);
    if (value !== undefined) given.set(key, { value, from: DeskText.parse(`--${flag}`) });
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

function knownKey(key: string, where: TrustedText): SettingKey {
  const setting = SETTINGS.find((one) => one.key === key);
  if (setting !== undefined) return setting.key;
  throw unknownName(
    key,
    SETTINGS.map((one) => one.key),
    trusted`setting in ${where}`,
  );
}

function unknownName(name: string, known: readonly string[], kind: TrustedText): InvalidConfiguration {
  const [closest] = closestNames(name, known, 1);
  return new InvalidConfiguration(
    trusted`There is no ${kind} called ${DeskText.parse(name.slice(0, 80))}.`,
    closest === undefined
      ? trusted`Known: ${DeskText.parse(known.join(', '))}.`
      : trusted`Did you mean ${DeskText.parse(closest)}?`,
  );
}

function configurationIn(path: string, warnings: string[]): Record<string, unknown> {
  const text = fileText(path, trusted`config`);
  warnIfReadable(path, trusted`the configuration`, warnings);
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new InvalidConfiguration(
      'The configuration file is not a JSON object.',
      'Check its quotes, commas and braces.',
    );
  }
}

/** Checks settings. Throws InvalidConfiguration for the first that is wrong, with what it means. */
export function checkSettings(given: GivenSettings): SettingValues {
  const values = Object.fromEntries([...given].map(([key, { value }]) => [key, value]));
  // Once in a process: to compile the check would take longer than to make it.
  const parsed = SettingValues.safeParse(values, { error: issueWords, jitless: true });
  if (parsed.success) return parsed.data;
  // A name that is wrong explains why another one is missing.
  const issue = parsed.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? parsed.error.issues[0];
  const setting = SETTINGS.find(({ key }) => key === issue?.path[0]);
  const from = (setting && given.get(setting.key)?.from) ?? trusted`a setting`;
  const inside = DeskText.parse(issue?.path.slice(1).join('.') ?? '');
  throw new InvalidConfiguration(
    trusted`The setting ${from}${inside === '' ? '' : trusted`, at ${inside},`} ${DeskText.parse(issue?.message ?? 'is wrong')}.`,
    trusted`It means: ${DeskText.parse(setting?.meaning ?? 'unknown')}.`,
  );
}
