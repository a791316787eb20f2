import type { DeskText } from './text/trusted-text.ts';

/** Where an operator writes a setting that only a file can hold. */
export interface SettingsFile {
  readonly path: DeskText;
  /** Whether it is in use. Else it is where such a file usually lies, and the server has to be told of it. */
  readonly isRead: boolean;
}
