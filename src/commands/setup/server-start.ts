import { isAbsolute, sep } from 'node:path';
import { VERSION } from '../../model/version.ts';
import { PACKAGE_NAME, type ServerStart } from '../hosts/host.ts';

/**
 * Returns how a host is to start the server with these settings: as this program was started, by its path, because hosts may not have the
 * person's search path. What npx has fetched may be gone tomorrow: then it is fetched again, in the same version.
 */
export function serverStart(settingsFile: string, program: string | undefined, node = process.execPath): ServerStart {
  const args = ['stdio', '--config', settingsFile];
  if (program === undefined || !isAbsolute(program) || isFetched(program)) {
    return { command: 'npx', args: ['-y', `${PACKAGE_NAME}@${VERSION}`, ...args] };
  }
  if (!isFetched(node)) return { command: node, args: [program, ...args] };
  const [major] = process.versions.node.split('.');
  return { command: 'npx', args: ['-y', '-p', `node@${major}`, 'node', program, ...args] };
}

function isFetched(path: string): boolean {
  return path.split(sep).includes('_npx');
}
