import { createHmac } from 'node:crypto';
import type { CallerId } from '../model/caller.ts';

/** Makes the sum of a text that one caller gives to one account, and no other. */
export type Seal = (text: string) => string;

/** Returns what makes the sums of a caller's cursors on an account, by the account's secret key. */
export function sealWith(key: Uint8Array, caller: CallerId): Seal {
  return (text) => {
    const sum = createHmac('sha256', key).update(JSON.stringify(['cursor', caller, text]));
    return sum.digest('base64url');
  };
}
