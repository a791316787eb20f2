import { existsSync } from 'node:fs';
import type { AccountSettings } from '../../config/accounts.ts';
import { fullPath, isReadableByOthers } from '../../config/files.ts';
import { userSettingsFile } from '../../config/folders.ts';
import type { CheckedSettings, Sources } from '../../config/given.ts';
import { examineSettings, secretFilesOf } from '../../config/read.ts';
import { SETTINGS } from '../../config/names.ts';
import { Problems } from '../../config/problems.ts';
import type { SettingKey } from '../../config/settings.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import { zoneNameOf, type ZoneName } from '../../model/calendar/zone-name.ts';
import { isJsonObject } from '../../model/json.ts';
import { trusted, type ProgramText, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { archiveWords } from '../archive/archive-words.ts';
import { notTried, ok, warning, wrong, type Tell } from './finding.ts';
import { countText } from '../../model/words/count.ts';
import { clockText } from '../../model/words/time.ts';

/** A setting that was given, for a person to see where it came from. */
export interface ShownSetting {
  readonly key: string;
  /** Absent for secrets, and for what is wrong: a secret may have been put into the wrong place. */
  readonly value?: string;
  readonly place: TrustedText;
}

/** Reads the settings of one account as far as they are right, and tells what is wrong with them; undefined where that is the list of accounts. */
export function checkSettings(sources: Sources, tell: Tell): AccountSettings | undefined {
  const problems = new Problems();
  const [account] = examineSettings(sources, problems).accounts;
  for (const { message, advice } of problems.all) tell(wrong('settings', message, advice));
  if (problems.all.length === 0 && account !== undefined) {
    const from =
      account.file === undefined
        ? trusted`from flags and environment; there is no settings file at ${fullPath(userSettingsFile(sources.environment))}`
        : trusted`from ${fullPath(account.file)}, flags and environment`;
    const count = account.given.size;
    tell(ok('settings', trusted`${countText(count, 'setting')} ${from}`));
  }
  return account;
}

/** Returns the settings that were given, in the order of the documents. */
export function shownSettings({ given, values, wrong }: CheckedSettings): ShownSetting[] {
  return SETTINGS.flatMap(({ key }): ShownSetting[] => {
    const place = (given.get(key) ?? wrong.get(key))?.place;
    if (place === undefined) return [];
    const value = given.has(key) ? wordsOf(key, values[key], given.get(key)?.value) : undefined;
    return [{ key, place, ...(value !== undefined && { value }) }];
  });
}

/** Words a value: of a file its path, of what only a file can hold the names, and of a secret nothing. */
function wordsOf(key: SettingKey, value: unknown, asGiven: unknown): string | undefined {
  if (key === 'password' || value === undefined) return undefined;
  if (key === 'password_file' || key === 'ca_file') return typeof asGiven === 'string' ? asGiven : undefined;
  if (Array.isArray(value)) return value.map((one) => (isNamed(one) ? one.name : String(one))).join(', ');
  if (value instanceof URL) return value.href;
  if (value instanceof Set) return [...value].join(', ');
  if (typeof value === 'string') return key === 'archive' ? archiveWords(value) : value;
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : String(asGiven);
}

function isNamed(value: unknown): value is { readonly name: string } {
  return isJsonObject(value) && typeof value['name'] === 'string';
}

/** Tells whether others can read the files that hold secrets. */
export function checkSecrets(account: AccountSettings, tell: Tell): void {
  const files = secretFilesOf(account);
  const password = account.given.get('password');
  // What is not there is a problem of the settings.
  const there = files.filter(({ path }) => existsSync(path));
  for (const { path, what } of there) {
    if (isReadableByOthers(path)) {
      tell(
        warning(
          'secrets',
          trusted`Others on this machine can read the ${what}: ${fullPath(path)}.`,
          trusted`chmod 600 ${fullPath(path)}`,
        ),
      );
    } else tell(ok('secrets', trusted`only its owner can read the ${what}: ${fullPath(path)}`));
  }
  const isElsewhere = password !== undefined && password.from !== 'file';
  if (isElsewhere) tell(ok('secrets', trusted`the password is given by ${password.place}`));
  if (there.length === 0 && !isElsewhere) {
    tell(notTried('secrets', files.length === 0 ? 'no password and no token is given' : 'no file of them is there'));
  }
}

/** Tells the time in the zone of answers: a zone that is not the desk's shifts days and hours. */
export function checkZone({ given, values, wrong }: AccountSettings, clock: Clock, tell: Tell): void {
  if (wrong.has('timezone')) {
    tell(notTried('time zone', 'the setting timezone is wrong'));
    return;
  }
  const here = zoneOfMachine();
  const zone = values.timezone;
  const now = clockWords(zone, clock);
  if (!given.has('timezone') && offsetOf(here, clock) !== 0) {
    tell(
      warning(
        'time zone',
        trusted`No time zone is set: answers count days and hours in UTC, where it is now ${now}. This machine is in ${here}, where it is ${clockWords(here, clock)}.`,
        trusted`Set timezone to the zone of the desk, such as ${here}.`,
      ),
    );
  } else tell(ok('time zone', trusted`in ${zone} it is now ${now}`));
}

/** Returns the zone of this machine; UTC where it is set to none that is known. */
export function zoneOfMachine(): ZoneName {
  try {
    return zoneNameOf(new Intl.DateTimeFormat('en').resolvedOptions().timeZone);
  } catch {
    return zoneNameOf('UTC');
  }
}

/** The time of day in a zone, as a clock on the wall shows it. */
export function clockWords(zone: ZoneName, clock: Clock): ProgramText {
  return clockText(zoneOf(zone), clock());
}

function offsetOf(zone: ZoneName, clock: Clock): number {
  return zoneOf(zone).offsetAt(clock());
}
