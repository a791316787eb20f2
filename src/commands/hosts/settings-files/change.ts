import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../model/json.ts';
import { PACKAGE_NAME, SERVER_NAME, type HostSettings } from '../host.ts';

/** What becomes of a settings file: its new text, or why it stays as it is. */
export type SettingsChange =
  | { readonly change: 'added' | 'updated'; readonly text: string }
  /** The same entry is there already. */
  | { readonly change: 'none' }
  /** The rest of a sentence that begins with the name of the file. */
  | { readonly change: 'refused'; readonly why: string };

/** One format of settings files. */
export interface SettingsFormat {
  /** The content of a text without a byte order mark. Throws what the parser throws, `SettingsUnreadable` for what has no words. */
  readonly parse: (text: string) => unknown;
  /** A new file with this content. */
  readonly written: (content: JsonObject) => string;
  /** The text with the entry added under `key`, where none of our name is. Nothing where it is written in a way that this program does not change. */
  readonly withEntry: (text: string, settings: HostSettings, entry: JsonObject) => string | undefined;
  /** The text with these values in the entry of our name that is there. Nothing as above. */
  readonly withValues: (text: string, settings: HostSettings, values: JsonObject) => string | undefined;
}

/** A file that cannot be read as what it should be; the message goes on after the name of the file. */
export class SettingsUnreadable extends Error {}

/** The end of lines that a text has. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The entry of our name among the servers of a file. Throws SettingsUnreadable where there is something else in their place. */
export function entryIn(content: unknown, { key, isList }: HostSettings): JsonObject | undefined {
  const servers = serversIn(content, key);
  if (servers === undefined || servers === null) return undefined;
  if (isList === true) {
    if (!Array.isArray(servers)) throw new SettingsUnreadable(`has something other than a list in "${key}"`);
    const same: unknown[] = servers.filter((server) => isJsonObject(server) && server['name'] === SERVER_NAME);
    if (same.length > 1) throw new SettingsUnreadable(`has several servers named "${SERVER_NAME}"`);
    return same.find(isJsonObject);
  }
  if (!isJsonObject(servers)) throw new SettingsUnreadable(`has something other than an object in "${key}"`);
  if (!Object.hasOwn(servers, SERVER_NAME)) return undefined;
  const entry = servers[SERVER_NAME];
  if (!isJsonObject(entry)) throw new SettingsUnreadable(`has something other than an object in "${SERVER_NAME}"`);
  return entry;
}

/** Whether an entry starts this program. Ours are told by the package's name in the command or an argument, however it is started. */
export function isOurs(entry: JsonObject): boolean {
  const words = [entry['command'], entry['cmd'], entry['args'], entry['transport']];
  return JSON.stringify(words).includes(PACKAGE_NAME);
}

/** Whether a content is another one with the entry as its only change, at the end of a list. */
export function differsByEntry(before: unknown, after: unknown, settings: HostSettings, entry: JsonObject): boolean {
  return isDeepStrictEqual(after, contentWith(before, settings, entry));
}

function contentWith(content: unknown, { key, isList }: HostSettings, entry: JsonObject): JsonObject {
  const whole = isJsonObject(content) ? content : {};
  const servers = whole[key];
  if (isList === true) {
    const list: unknown[] = Array.isArray(servers) ? servers : [];
    const others = list.filter((server) => !isJsonObject(server) || server['name'] !== SERVER_NAME);
    const place = list.findIndex((server) => isJsonObject(server) && server['name'] === SERVER_NAME);
    return { ...whole, [key]: place === -1 ? [...others, entry] : list.with(place, entry) };
  }
  return { ...whole, [key]: { ...(isJsonObject(servers) ? servers : {}), [SERVER_NAME]: entry } };
}

function serversIn(content: unknown, key: string): unknown {
  if (content === undefined || content === null) return undefined;
  if (!isJsonObject(content)) throw new SettingsUnreadable('holds something other than an object');
  return Object.hasOwn(content, key) ? content[key] : undefined;
}
