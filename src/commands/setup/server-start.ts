import { isAbsolute, sep } from 'node:path';
import { IS_PUBLISHED } from '../../model/published.ts';
import { VERSION } from '../../model/version.ts';
import { PACKAGE_NAME, type ServerStart } from '../hosts/host.ts';

/**
 * Returns how a host is to start the server with these settings: as this program was started, by its path, because hosts may not have the
 * person's search path. The cache of npx may be emptied. Once the package is published, npx downloads the same version again; until
 * then the path stands, because another package could have the name.
 */
export function serverStart(
  settingsFile: string,
  program: string | undefined,
  node = process.execPath,
  isPublished = IS_PUBLISHED,
): ServerStart {
  const args = ['stdio', '--config', settingsFile];
  const path = program !== undefined && isAbsolute(program) ? program : undefined;
  if (isPublished && (path === undefined || isFetched(path))) {
    return { command: 'npx', args: ['-y', `${PACKAGE_NAME}@${VERSION}`, ...args] };
  }
  if (path === undefined) return { command: PACKAGE_NAME, args };
  if (!isFetched(node)) return { command: node, args: [path, ...args] };
  const [major] = process.versions.node.split('.');
  return { command: 'npx', args: ['-y', '-p', `node@${major}`, 'node', path, ...args] };
}

function isFetched(path: string): boolean {
  return path.split(sep).includes('_npx');
}
