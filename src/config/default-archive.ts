import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's data folder, by the custom of the platform. */
function dataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  switch (process.platform) {
    case 'win32':
      return environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    default:
      return environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share');
  }
}

/** The archive file of a desk when none is named: one for each origin and login, so that two desks never meet in one. */
export function defaultArchive(
  { baseUrl, email }: { readonly baseUrl: URL; readonly email: string },
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const desk = createHash('sha256').update(`${baseUrl.origin}\n${email}`).digest('hex').slice(0, 12);
  return join(dataFolder(environment), 'chat-operations-mcp', `archive-${desk}.sqlite`);
}
