import type { TrustedText } from './text/trusted-text.ts';

/** Where an operator writes a setting that only a file can hold. */
export interface SettingsFile {
  readonly path: TrustedText;
  /** Whether it is in use. Else it is where such a file usually lies, and the server has to be told of it. */
  readonly isRead: boolean;
}
