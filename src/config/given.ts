import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { CallerText, DeskText, quotation, trusted, type TrustedText } from '../model/text/trusted-text.ts';
import { fullPath, readText, Unusable } from './files.ts';
import { userSettingsFile, type Environment } from './folders.ts';
import { issueWords } from './issues.ts';
import { withoutProblems, type Problems } from './problems.ts';
import { PREFIX, type Setting } from './setting.ts';
import { CONFIG, SETTINGS } from './names.ts';
import { Values, type SettingKey } from './settings.ts';

/** The flags, by their names without dashes, and the environment. */
export interface Sources {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
}

/** A value as it was given, and where: by a flag, a variable, or a file. */
interface Given {
  readonly value: unknown;
  /** The flag, the variable or the path of the file, as messages name it. */
  readonly place: TrustedText;
  readonly from: 'flag' | 'environment' | 'file';
}
export type GivenSettings = ReadonlyMap<SettingKey, Given>;

/** The settings as they were given, and the path of the file that was read, if any. */
export interface Gathered {
  readonly given: GivenSettings;
  readonly file?: string;
}

const PASSWORDS: readonly SettingKey[] = ['password', 'password_file'];
/** Settings that say which service is meant. A password in the user's file is sent only to the address beside it. */
const SERVICE: readonly SettingKey[] = ['base_url', 'email', 'sandbox', ...PASSWORDS];

/**
 * Gathers the settings: flags win over environment variables, which win over the file. The user's own file is read if no
 * file is named and neither flags nor environment have one of `SERVICE` or `others`.
 */
export function gatherSettings(
  { flags, environment }: Sources,
  problems: Pick<Problems, 'add'>,
  others: readonly SettingKey[] = [],
): Gathered {
  const near = overlaid(givenInEnvironment(environment, problems), givenInFlags(flags, problems));
  const named = flags[CONFIG.flag] ?? filledIn(environment[CONFIG.environment]);
  const isServiceNamed = [...SERVICE, ...others].some((key) => near.has(key));
  const own = isServiceNamed ? '' : userSettingsFile(environment);
  const file = typeof named === 'string' ? named : own !== '' && existsSync(own) ? own : '';
  if (file === '') return { given: near };
  return { given: overlaid(givenInFile(resolve(file), problems), near), file: resolve(file) };
}

/** Returns all settings of two places; those of `upper` win, and a password of either kind replaces the other kind. */
export function overlaid(lower: GivenSettings, upper: GivenSettings): GivenSettings {
  const isReplaced = PASSWORDS.some((key) => upper.has(key));
  return new Map([...[...lower].filter(([key]) => !isReplaced || !PASSWORDS.includes(key)), ...upper]);
}

function givenInFlags(flags: Sources['flags'], problems: Pick<Problems, 'add'>): GivenSettings {
  const given = SETTINGS.flatMap(({ key, flag = '' }) => {
    const value = flags[flag];
    if (value === undefined) return [];
    if (key === 'archive') refusePasswordIn('--archive', value, problems);
    return [[key, { value, place: trusted`--${DeskText.parse(flag)}`, from: 'flag' }] as const];
  });
  return new Map(given);
}

/** Adds a problem for a database URL on the command line that holds a password. */
export function refusePasswordIn(where: string, url: unknown, problems: Pick<Problems, 'add'>): void {
  if (!hasPassword(url)) return;
  problems.add(
    `The URL of ${where} holds a password, which every user of this machine can list.`,
    `Set PGPASSWORD, or give the whole URL in ${PREFIX}ARCHIVE or in the settings file.`,
  );
}

/** Whether a value is a database URL with a password. */
export function hasPassword(value: unknown): boolean {
  const address = typeof value === 'string' ? URL.parse(value) : null;
  return address !== null && (address.password !== '' || address.searchParams.has('password'));
}

function givenInEnvironment(environment: Environment, problems: Pick<Problems, 'add'>): GivenSettings {
  const ours = Object.entries(environment)
    .filter(([name, text]) => name.startsWith(PREFIX) && name !== CONFIG.environment && filledIn(text) !== undefined)
    .map(([name, value]) => ({ name, value, place: DeskText.parse(name), from: 'environment' as const }));
  return recognized(ours, 'environment', SETTINGS, problems);
}

/** For a field that a person left empty, a host gives an empty text, or the field's placeholder in manifest.json. */
function filledIn(text: string | undefined): string | undefined {
  return text === '' || /^\$\{user_config\.\w+\}$/.test(text ?? '') ? undefined : text;
}

function givenInFile(file: string, problems: Pick<Problems, 'add'>): GivenSettings {
  try {
    const content = z.record(z.string(), z.unknown()).parse(JSON.parse(readText(file)));
    return givenInObject(content, file, SETTINGS, problems);
  } catch (error) {
    if (error instanceof Unusable) problems.add(`The setting config ${error.message}.`, error.advice);
    else
      problems.add(
        `The settings file is not a JSON object: ${fullPath(file)}.`,
        'Check its quotes, commas and braces.',
      );
    return new Map();
  }
}

/** Returns the settings in an object of a settings file, which may have those that are `valid`. */
export function givenInObject(
  content: Readonly<Record<string, unknown>>,
  file: string,
  valid: readonly Setting<SettingKey>[],
  problems: Pick<Problems, 'add'>,
): GivenSettings {
  const place = fullPath(file);
  const entries = Object.entries(content).map(([name, value]) => ({ name, value, place, from: 'file' as const }));
  return recognized(entries, 'key', valid, problems);
}

/** Returns the settings that some names stand for, and adds a problem for each name that stands for none. */
function recognized(
  entries: readonly (Given & { readonly name: string })[],
  nameIn: 'environment' | 'key',
  valid: readonly Setting<SettingKey>[],
  problems: Pick<Problems, 'add'>,
): GivenSettings {
  const given = new Map<SettingKey, Given>();
  const isOfServer = (name: string) => SETTINGS.some(({ key }) => key === name);
  for (const { name, ...one } of entries) {
    const setting = valid.find((each) => each[nameIn] === name);
    if (setting !== undefined) given.set(setting.key, one);
    else if (isOfServer(name)) {
      problems.add(`${name} is a setting of the whole server.`, 'Put it beside accounts, not into the list.');
    } else {
      const names = valid.flatMap((each) => each[nameIn] ?? []).map((each) => DeskText.parse(each));
      const where = one.from === 'file' ? trusted` in ${one.place}` : trusted``;
      const said = trusted`There is no setting "${quotation(CallerText.parse(name))}"${where}`;
      problems.add(didYouMean(said, name, names), 'To list all settings: chat-operations-mcp settings');
    }
  }
  if (PASSWORDS.every((key) => given.has(key))) {
    const places = new Set(PASSWORDS.map((key) => given.get(key)?.place));
    problems.add(`Both password and password_file are given (${[...places].join(', ')}).`, 'Leave one of them out.');
  }
  return given;
}

/** Settings that can be used, with the defaults of the others. */
export interface CheckedSettings {
  readonly given: GivenSettings;
  readonly values: Values;
  /** Those that were given, but cannot be used: they are not missing. */
  readonly wrong: GivenSettings;
}

/** Returns the settings whose values can be used, and adds a problem for each of the others. `only`: no other is looked at. */
export function checkSettings(
  all: GivenSettings,
  problems: Pick<Problems, 'add'>,
  only?: readonly SettingKey[],
): CheckedSettings {
  const given = new Map([...all].filter(([key]) => only?.includes(key) !== false));
  const texts = Object.fromEntries([...given].map(([key, { value }]) => [key, value]));
  // To compile this check would take longer than to run it once.
  const { data, error } = Values.safeParse(texts, { error: issueWords, jitless: true });
  if (error === undefined) return { given, values: data, wrong: new Map() };
  const byKey = Map.groupBy(error.issues, ({ path: [key] }) => key);
  for (const { key, help } of SETTINGS.filter((setting) => byKey.has(setting.key))) {
    const issues = byKey.get(key) ?? [];
    // A misspelled key explains why another one is missing.
    const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
    const place = given.get(key)?.place ?? key;
    const where = place === key ? '' : ` (${place})`;
    const at = issue === undefined || issue.path.length < 2 ? '' : `, at ${issue.path.slice(1).join('.')},`;
    const message = `The setting ${key}${where}${at} ${issue?.message}`;
    const advice: unknown = issue?.code === 'custom' ? issue.params?.['advice'] : undefined;
    const sentence = /[.?]$/.test(message) ? message : `${message}.`;
    problems.add(sentence, typeof advice === 'string' && advice !== '' ? advice : `It means: ${help}.`);
  }
  const right = new Map([...given].filter(([key]) => !byKey.has(key)));
  const wrong = new Map([...given].filter(([key]) => byKey.has(key)));
  return { ...checkSettings(right, problems), wrong };
}

/** Returns what a setting means that is given somewhere else. Throws InvalidConfiguration. */
export function valueOf<Key extends SettingKey>(key: Key, value: unknown): Values[Key] {
  const given = new Map([[key, { value, place: DeskText.parse(key), from: 'file' as const }]]);
  return withoutProblems((problems) => checkSettings(given, problems)).values[key];
}
