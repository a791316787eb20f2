import { posix, win32 } from 'node:path';
import { DESKTOP_HOSTS } from './desktop-hosts.ts';
import { EDITOR_HOSTS } from './editor-hosts.ts';
import type { Host, HostPlatform, HostSettings } from './host.ts';
import { TERMINAL_HOSTS } from './terminal-hosts.ts';
import { WEB_HOSTS } from './web-hosts.ts';

/** The well-known hosts, in the order in which they are shown. */
export const HOSTS: readonly Host[] = [...TERMINAL_HOSTS, ...DESKTOP_HOSTS, ...EDITOR_HOSTS, ...WEB_HOSTS];

/** A machine, as hosts see it. */
export interface Machine {
  readonly platform: HostPlatform;
  /** The person's folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file or a folder. */
  readonly exists: (path: string) => boolean;
}

/** Returns the settings file of a host, whether it exists or not; nothing where the host has none on this platform. */
export function settingsFileOf({ settings }: Host, machine: Machine): string | undefined {
  const folder = settings === undefined ? undefined : folderOf(settings, machine);
  if (settings === undefined || folder === undefined) return undefined;
  const files = settings.names.map((name) => pathsOf(machine).join(folder, name));
  return files.find((file) => machine.exists(file)) ?? files[0];
}

/** Whether a host seems to be installed: it has settings here, or a program of it is on the path. */
export function isInstalled(host: Host, machine: Machine): boolean {
  const { platform, environment, home, exists } = machine;
  const path = pathsOf(machine);
  const folder = host.settings && folderOf(host.settings, machine);
  const file = settingsFileOf(host, machine);
  if (file !== undefined && exists(file)) return true;
  // Everybody has a folder of their own.
  if (folder !== undefined && folder !== home && exists(folder)) return true;
  const places = (environment['PATH'] ?? environment['Path'] ?? '')
    .split(path.delimiter)
    .filter((place) => place !== '');
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return host.programs.some((program) =>
    places.some((place) => endings.some((ending) => exists(path.join(place, `${program}${ending}`)))),
  );
}

function pathsOf({ platform }: Machine): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

function folderOf({ folders, movedBy }: HostSettings, machine: Machine): string | undefined {
  const { platform, home, environment } = machine;
  const path = pathsOf(machine);
  const elsewhere = movedBy && environment[movedBy.variable];
  if (movedBy !== undefined && elsewhere !== undefined && elsewhere !== '')
    return path.join(elsewhere, movedBy.folder ?? '');
  const applicationData = environment['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  return folders[platform]?.replace(/^(?:~|%USERPROFILE%)/, () => home).replace(/^%APPDATA%/, () => applicationData);
}
