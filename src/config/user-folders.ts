import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of this program's part of a user's folders. */
const OWN = 'chat-operations-mcp';

/** Returns this program's part of the user's data folder, by the custom of the platform. */
export function dataFolder(environment: Environment): string {
  switch (process.platform) {
    case 'win32':
      return join(filled(environment['LOCALAPPDATA']) ?? join(homedir(), 'AppData', 'Local'), OWN);
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', OWN);
    default:
      return join(filled(environment['XDG_DATA_HOME']) ?? join(homedir(), '.local', 'share'), OWN);
  }
}

/** Returns this program's part of the user's folder for settings, by the custom of the platform. */
export function settingsFolder(environment: Environment): string {
  switch (process.platform) {
    case 'win32':
      return join(filled(environment['APPDATA']) ?? join(homedir(), 'AppData', 'Roaming'), OWN);
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', OWN);
    default:
      return join(filled(environment['XDG_CONFIG_HOME']) ?? join(homedir(), '.config'), OWN);
  }
}

/** Returns the path of the settings file that is read where no other is named. */
export function ownSettingsFile(environment: Environment): string {
  return join(settingsFolder(environment), 'settings.json');
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
