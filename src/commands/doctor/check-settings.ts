import { existsSync } from 'node:fs';
import type { Sources } from '../../config/given-settings.ts';
import { readParts, type SettingParts } from '../../config/read.ts';
import { fullPath, isReadableByOthers } from '../../config/setting-file.ts';
import { SETTINGS } from '../../config/settings.ts';
import { ownSettingsFile } from '../../config/user-folders.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import { zoneNameOf, type ZoneName } from '../../model/calendar/zone-name.ts';
import type { InvalidConfiguration } from '../../model/errors.ts';
import { sliced, trusted, type ProgramText, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { archiveWords } from '../archive/archive-words.ts';
import { notTried, ok, warning, wrong, type Tell } from './finding.ts';

/** A setting that was given, for a person to see where it came from. */
export interface ShownSetting {
  readonly key: string;
  /** Absent for secrets, and for what is wrong: a secret may have been put into the wrong place. */
  readonly value?: string;
  readonly place: TrustedText;
}

/** Reads the settings of one account as far as they are right, and tells what is wrong with them; undefined where that is the list of accounts. */
export function checkSettings(sources: Sources, tell: Tell): SettingParts | undefined {
  const flaws: InvalidConfiguration[] = [];
  // Files that others can read are told one by one, by checkSecrets.
  const [parts] = readParts(sources, [], (flaw) => flaws.push(flaw));
  for (const { message, advice } of flaws) tell(wrong('settings', message, advice));
  if (flaws.length === 0 && parts !== undefined) {
    const from =
      parts.file === undefined
        ? trusted`from flags and environment; there is no settings file at ${fullPath(ownSettingsFile(sources.environment))}`
        : trusted`from ${parts.file}, flags and environment`;
    const count = parts.given.size;
    tell(ok('settings', trusted`${count} ${count === 1 ? 'setting' : 'settings'} ${from}`));
  }
  return parts;
}

/** Returns the settings that were given, in the order of the documents. */
export function shownSettings({ given, values }: Pick<SettingParts, 'given' | 'values'>): ShownSetting[] {
  return SETTINGS.flatMap(({ key }): ShownSetting[] => {
    const one = given.get(key);
    if (one === undefined) return [];
    if (key === 'password') return [{ key, place: one.place }];
    const value = key === 'bots' ? values.bots?.map(({ name }) => name).join(', ') : wordsOf(values[key], key);
    return value === undefined ? [{ key, place: one.place }] : [{ key, value, place: one.place }];
  });
}

function wordsOf(value: unknown, key: string): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof URL) return value.href;
  if (value instanceof Set || Array.isArray(value)) return [...value].join(', ');
  if (typeof value === 'string') return key === 'archive' ? archiveWords(value) : value;
  // Of what only a file can hold, the names: the file is at hand.
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : JSON.stringify(value);
}

/** Tells whether others can read the files that hold secrets. */
export function checkSecrets({ file, given, values }: SettingParts, tell: Tell): void {
  const files: { readonly path: string; readonly what: TrustedText }[] = [];
  if (file !== undefined && (values.password !== undefined || hasDatabasePassword(values.archive))) {
    files.push({ path: file, what: trusted`settings file, which holds a password` });
  }
  if (values.password_file !== undefined) files.push({ path: values.password_file, what: trusted`password file` });
  for (const { name, tokenFile } of values.bots ?? []) {
    if (tokenFile !== undefined) files.push({ path: tokenFile, what: trusted`token file of the bot ${name}` });
  }
  // What is not there is told as a flaw of the settings.
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
  const place = given.get('password')?.place;
  if (place !== undefined && place !== file) tell(ok('secrets', trusted`the password is given by ${place}`));
  if (there.length === 0 && (place === undefined || place === file)) {
    tell(notTried('secrets', files.length === 0 ? 'no password and no token is given' : 'no file of them is there'));
  }
}

/** Whether the address of an archive holds a password. */
export function hasDatabasePassword(archive: string | undefined): boolean {
  const address = URL.parse(archive ?? '');
  return address !== null && (address.password !== '' || address.searchParams.has('password'));
}

/** Tells the time in the zone of answers: a zone that is not the desk's shifts days and hours. */
export function checkZone({ given, values }: SettingParts, clock: Clock, tell: Tell): void {
  if (given.has('timezone') && values.timezone === undefined) {
    tell(notTried('time zone', 'the setting timezone is wrong'));
    return;
  }
  const here = zoneOfMachine();
  const zone = values.timezone ?? zoneNameOf('UTC');
  const now = clockWords(zone, clock);
  if (values.timezone === undefined && offsetOf(here, clock) !== 0) {
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
  return sliced(zoneOf(zone).iso(clock()), 11, 16);
}

function offsetOf(zone: ZoneName, clock: Clock): number {
  return zoneOf(zone).offsetAt(clock());
}
