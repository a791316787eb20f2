import type { JsonObject } from '../../model/json.ts';
import { IS_PUBLISHED } from '../../model/published.ts';

/** The name of this server in the settings of a host. */
export const SERVER_NAME = 'chat-operations';

/** The name of the package and of its command: an entry that starts something of this name is ours. */
export const PACKAGE_NAME = 'chat-operations-mcp';

/** The words that start this program by its name: the installed command, or npx with the package once it is published. */
export function programWords(isPublished = IS_PUBLISHED): readonly [string, ...string[]] {
  return isPublished ? ['npx', '-y', PACKAGE_NAME] : [PACKAGE_NAME];
}

/** How a host starts the server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
}

export type HostPlatform = 'linux' | 'darwin' | 'win32';

/** The JSON file in which a host keeps its servers. */
export interface HostFile {
  /** Its path, which begins with `~` or `%APPDATA%`: one for all platforms, or one for each that its maker documents. */
  readonly path: string | Readonly<Partial<Record<HostPlatform, string>>>;
  /** A variable that names another folder, and the path of the file in that folder. */
  readonly movedBy?: readonly [variable: string, path: string];
  /** The key at the top of the file under which servers stand. */
  readonly key: string;
  /** The host reads comments and trailing commas, too. With them in it, other hosts read nothing of the file. */
  readonly allowsComments?: boolean;
}

/** A program in which people talk to an assistant, and how this server is added to it: by its own command, in its file, or by hand. */
export interface Host {
  /** Names it to `setup`, and its section in `docs/hosts/`. */
  readonly id: string;
  readonly name: string;
  /** Programs that are on the search path where it is installed. */
  readonly programs?: readonly string[];
  /** Its own command that adds a server. */
  readonly addCommand?: (start: ServerStart) => readonly [program: string, ...args: string[]];
  /** Its own command that removes this server. */
  readonly removeCommand?: readonly string[];
  readonly file?: HostFile;
  /** What an entry of its file is. */
  readonly entry?: (start: ServerStart) => JsonObject;
  /** Where a person puts which text, if no program may add a server. */
  readonly byHand?: { readonly where: string; readonly text: (start: ServerStart) => string };
}

/** Returns how a host on this platform starts the server: on Windows npx and what npm installs are scripts, which a shell has to run. */
export function startOn(platform: HostPlatform, start: ServerStart): ServerStart {
  if (platform !== 'win32' || !['npx', PACKAGE_NAME].includes(start.command)) return start;
  return { command: 'cmd', args: ['/c', start.command, ...start.args] };
}

/** Returns the entry for this server in the file of a host. */
export function entryOf({ entry = usualEntry }: Host, start: ServerStart): JsonObject {
  return entry(start);
}

/** Returns the entry that most hosts take. */
export function usualEntry({ command, args }: ServerStart): JsonObject {
  return { command, args };
}

/** Returns a JSON object that has the server alone, under a key at its top. */
export function snippetOf(key: string, entry: JsonObject): string {
  return JSON.stringify({ [key]: { [SERVER_NAME]: entry } }, undefined, 2);
}
