import { existsSync } from 'node:fs';
import { fullPath, isReadableByOthers } from '../../config/files.ts';
import type { CheckedSettings } from '../../config/given.ts';
import { secretFilesOf } from '../../config/read.ts';
import { SETTINGS } from '../../config/names.ts';
import type { SettingKey } from '../../config/settings.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import { zoneNameOf, type ZoneName } from '../../model/calendar/zone-name.ts';
import { isJsonObject } from '../../model/json.ts';
import { trusted, type ProgramText, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { clockText } from '../../model/words/time.ts';
import { archiveWords } from '../archive/archive-words.ts';
import type { Context } from './context.ts';
import { ok, skipped, warning, type Finding } from './finding.ts';

/** A setting that was given, and where. */
export interface ShownSetting {
  readonly key: string;
  /** Absent for secrets, and for what is wrong: a secret may have been put into the wrong place. */
  readonly value?: string;
  readonly place: TrustedText;
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

/** Finds out whether others can read the files that hold secrets. */
export function checkSecrets({ account }: Pick<Context, 'account'>): Finding[] {
  // A file that is not there is a problem of the settings.
  const files = secretFilesOf(account).filter(({ path }) => existsSync(path));
  const password = account.given.get('password');
  const findings = files.map(({ path, what }) =>
    isReadableByOthers(path)
      ? warning(
          'secrets',
          trusted`Others on this machine can read the ${what}: ${fullPath(path)}.`,
          trusted`chmod 600 ${fullPath(path)}`,
        )
      : ok('secrets', trusted`only you can read the ${what}`),
  );
  if (password !== undefined && password.from !== 'file') {
    findings.push(ok('secrets', trusted`the password comes from ${password.place}`));
  }
  return findings.length > 0 ? findings : [skipped('secrets', 'there is no password and no token')];
}

/** Shows the time in the zone of answers: a zone that is not the desk's shifts days and hours. */
export function checkZone({ account, clock }: Pick<Context, 'account' | 'clock'>): Finding[] {
  const { given, values, wrong } = account;
  if (wrong.has('timezone')) return [skipped('time zone', 'the setting timezone is wrong')];
  const here = zoneOfMachine();
  const zone = values.timezone;
  const now = clockWords(zone, clock);
  if (given.has('timezone') || zoneOf(here).offsetAt(clock()) === 0) {
    return [ok('time zone', trusted`${zone}, now ${now}`)];
  }
  return [
    warning(
      'time zone',
      trusted`No time zone is set, so answers use UTC, now ${now}. This machine is in ${here}, now ${clockWords(here, clock)}.`,
      trusted`Set timezone to the zone of the desk, such as ${here}.`,
    ),
  ];
}

/** Returns the zone of this machine; UTC if it is set to none that is known. */
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
