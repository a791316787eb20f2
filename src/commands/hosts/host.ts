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

/** How a host is to start the server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables for the server alone. A file of `--config` reaches it in every host; these do, too. */
  readonly environment?: Readonly<Record<string, string>>;
}

export type HostPlatform = 'linux' | 'darwin' | 'win32';

export const PLATFORM_NAMES: Readonly<Record<HostPlatform, string>> = {
  linux: 'Linux',
  darwin: 'macOS',
  win32: 'Windows',
};

export const HOST_PLATFORMS: readonly HostPlatform[] = ['linux', 'darwin', 'win32'];

/** The file in which a host keeps its servers. */
export interface HostSettings {
  /** `json` takes neither comments nor trailing commas. */
  readonly format: 'json' | 'jsonc' | 'toml' | 'yaml';
  /** The folder of the file, with `~`, or `%USERPROFILE%` or `%APPDATA%`. A platform that its maker documents nothing for is absent. */
  readonly folders: Readonly<Partial<Record<HostPlatform, string>>>;
  /** A variable that names another folder, and the folder in it. */
  readonly movedBy?: { readonly variable: string; readonly folder?: string };
  /** Names of the file. The first that exists counts; where none does, the first is made. */
  readonly names: readonly [string, ...string[]];
  /** The key at the top of the file under which servers stand. */
  readonly key: string;
  /** Servers are a list, each with its name, instead of an object by name. */
  readonly isList?: true;
  /** What a new file has to begin with. */
  readonly newFile?: JsonObject;
}

/** A program in which people talk to an assistant, and how it is given this server. */
export interface Host {
  /** Names its page in `docs/hosts/`, and it to `setup`. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'terminal' | 'desktop' | 'editor' | 'web';
  /** Programs that are on the path where it is installed. */
  readonly programs: readonly string[];
  /** Absent where it has no file that another program may write. */
  readonly settings?: HostSettings;
  /** Where a person finds its servers. */
  readonly byHand: string;
  /** The entry for a server that it starts. Absent where it starts none. */
  readonly entry?: (start: ServerStart) => JsonObject;
  /** The entry for the server of the command `http` on the same machine. Absent where it takes none, or where nothing is documented. */
  readonly httpEntry?: (url: string) => JsonObject;
  /** The command of the host's own that adds the server, with its arguments. */
  readonly addCommand?: (start: ServerStart) => readonly string[];
  /** Which of the person's environment variables a server gets that it starts. */
  readonly handsOn: string;
  /** What else to know, a sentence or two each. */
  readonly notes: readonly string[];
  /** The package of the registry with the version that was run, if one was. */
  readonly tried?: { readonly package: string; readonly version: string };
  /** Where its maker documents this, and the day on which that was read. */
  readonly source: { readonly url: string; readonly on: string };
}

/** The entry that most hosts take. */
export function usualEntry({ command, args, environment }: ServerStart): JsonObject {
  return { command, args, ...(environment === undefined ? {} : { env: environment }) };
}

/** The words that start the server. */
export function commandLine({ command, args }: ServerStart): string[] {
  return [command, ...args];
}

/** The variables as `--env NAME=value`, for the commands of hosts. */
export function environmentFlags({ environment = {} }: ServerStart, flag = '--env'): string[] {
  return Object.entries(environment).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

/** How a host on this platform starts the server: on Windows npx and what npm installs are scripts, which a shell has to run. */
export function startOn(platform: HostPlatform, start: ServerStart): ServerStart {
  if (platform !== 'win32' || !['npx', PACKAGE_NAME].includes(start.command)) return start;
  return { ...start, command: 'cmd', args: ['/c', start.command, ...start.args] };
}
