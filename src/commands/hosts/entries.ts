import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../model/json.ts';
import { SERVER_NAME, startOn, type Host, type HostPlatform, type HostSettings, type ServerStart } from './host.ts';
import {
  differsByEntry,
  entryIn,
  isOurs,
  SettingsUnreadable,
  type SettingsChange,
  type SettingsFormat,
} from './settings-files/change.ts';
import { JSON_SETTINGS, JSONC_SETTINGS } from './settings-files/json-settings.ts';
import { TOML_SETTINGS } from './settings-files/toml-settings.ts';
import { YAML_SETTINGS } from './settings-files/yaml-settings.ts';

const FORMATS: Readonly<Record<HostSettings['format'], SettingsFormat>> = {
  json: JSON_SETTINGS,
  jsonc: JSONC_SETTINGS,
  toml: TOML_SETTINGS,
  yaml: YAML_SETTINGS,
};

/** Settings of hosts that keep a history in the same file have some megabytes. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Returns the entry for this server, as a host on a platform takes it. Nothing for hosts that start none. */
export function entryOf({ entry }: Host, platform: HostPlatform, start: ServerStart): JsonObject | undefined {
  return entry?.(startOn(platform, start));
}

/** Returns a whole settings file with this entry alone, to be shown. */
export function fileWith(settings: HostSettings, entry: JsonObject): string {
  const { format, newFile } = settings;
  return FORMATS[format].written({ ...newFile, ...serversWith(settings, entry) });
}

/** Returns what is pasted into a file that has servers already: the entry under the key at the top. */
export function snippetWith(settings: HostSettings, entry: JsonObject): string {
  return FORMATS[settings.format].written(serversWith(settings, entry));
}

/**
 * Returns the text of a settings file with the entry in it, and all else as it was, comments too; `text` is absent where there
 * is no file. An entry of our name that starts something else stays, and so does a file that cannot be read whole. Keys that
 * a person added to our entry stay.
 */
export function withEntry(text: string | undefined, settings: HostSettings, entry: JsonObject): SettingsChange {
  const mark = text?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
  const given = text?.slice(mark.length) ?? '';
  if (given.trim() === '') return { change: 'added', text: mark + fileWith(settings, entry) };
  if (given.length > MAX_CHARACTERS) return { change: 'refused', why: 'is too large to be a settings file' };
  try {
    const change = changed(given, settings, entry);
    return 'text' in change ? { ...change, text: mark + change.text } : change;
  } catch (error) {
    if (error instanceof SettingsUnreadable) return { change: 'refused', why: error.message };
    // Parsers recurse; what is nested that deep is no settings file.
    if (error instanceof RangeError) return { change: 'refused', why: 'is nested too deeply to be a settings file' };
    throw error;
  }
}

function changed(text: string, settings: HostSettings, entry: JsonObject): SettingsChange {
  const { parse, withEntry: added, withValues } = FORMATS[settings.format];
  const before = parse(text);
  const old = entryIn(before, settings);
  if (old !== undefined && !isOurs(old)) {
    return { change: 'refused', why: 'has another server of the same name, which stays as it is' };
  }
  const whole = { ...old, ...entry };
  if (old !== undefined && isDeepStrictEqual(old, whole)) return { change: 'none' };
  const values = Object.fromEntries(
    Object.entries(entry).filter(([name, value]) => !isDeepStrictEqual(old?.[name], value)),
  );
  const after = old === undefined ? added(text, settings, entry) : withValues(text, settings, values);
  // Whatever the file looks like: what is written is the same with this entry, or nothing is written.
  if (after === undefined || !differsByEntry(parse(text), parsedOrNothing(after, parse), settings, whole)) {
    return { change: 'refused', why: 'is written in a way that this program does not change' };
  }
  return { change: old === undefined ? 'added' : 'updated', text: after };
}

function parsedOrNothing(text: string, parse: SettingsFormat['parse']): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SettingsUnreadable) return undefined;
    throw error;
  }
}

function serversWith({ key, isList }: HostSettings, entry: JsonObject): JsonObject {
  return { [key]: isList === true ? [entry] : { [SERVER_NAME]: entry } };
}
