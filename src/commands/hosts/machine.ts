import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Host, HostPlatform } from './host.ts';

/** A machine, as hosts see it. */
export interface Machine {
  readonly platform: HostPlatform;
  /** The user's folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file or a folder. */
  readonly exists: (path: string) => boolean;
}

/** Returns this machine. */
export function ownMachine(environment: Machine['environment']): Machine {
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  const home = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? homedir();
  return { platform, home, environment, exists: existsSync };
}

/** Returns the path of the file in which a host keeps its servers, whether it exists or not; nothing where none is known here. */
export function fileOf({ file }: Host, { platform, home, environment }: Machine): string | undefined {
  if (file === undefined) return undefined;
  const path = pathsOf(platform);
  const [variable = '', moved = ''] = file.movedBy ?? [];
  const elsewhere = environment[variable] ?? '';
  if (elsewhere !== '') return path.join(elsewhere, moved);
  const written = typeof file.path === 'string' ? file.path : file.path[platform];
  const applicationData = environment['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  return written && path.normalize(written.replace(/^~/, () => home).replace(/^%APPDATA%/, () => applicationData));
}

/** Returns the path of a program on the search path, if it is there. */
export function programAt(name: string, { platform, environment, exists }: Machine): string | undefined {
  const path = pathsOf(platform);
  const places = (environment['PATH'] ?? environment['Path'] ?? '').split(path.delimiter).filter(Boolean);
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return places
    .flatMap((place) => endings.map((ending) => path.join(place, `${name}${ending}`)))
    .find((file) => exists(file));
}

/** Whether a host seems to be installed: a program of it is on the search path, or the folder of its file is there. */
export function isInstalled(host: Host, machine: Machine): boolean {
  const file = fileOf(host, machine);
  if (file !== undefined && machine.exists(pathsOf(machine.platform).dirname(file))) return true;
  return (host.programs ?? []).some((program) => programAt(program, machine) !== undefined);
}

function pathsOf(platform: HostPlatform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
