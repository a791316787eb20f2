import type { Store } from '../../archive/store.ts';
import type { AccountSettings } from '../../config/accounts.ts';
import type { Environment } from '../../config/folders.ts';
import type { Timing } from './patience.ts';

/** What the checks of an account look at, and what the ones before have found. */
export interface Context extends Timing {
  readonly account: AccountSettings;
  readonly environment: Environment;
  /** Whether the service can be reached safely. */
  isReached: boolean;
  /** The archive, open, if it can be read and holds the desk. */
  store?: Store;
  /** The requests that were sent to the service. */
  requests: number;
}
