import type { AccountName } from '../../model/caller.ts';
import { ACCOUNT } from './account-argument.ts';

// Where a caller reaches several accounts, the address of a resource begins with one:
//
//   chat://shop-uk/chats/12/transcript

const SCHEME = 'chat://';

/** The variable of the account in templates. */
export const ACCOUNT_TEMPLATE = `{${ACCOUNT}}`;

/** Returns an address, or a template of addresses, as that of an account, or of any. */
export function addressIn(account: AccountName | typeof ACCOUNT_TEMPLATE, address: string): string {
  return address.replace(SCHEME, `${SCHEME}${account}/`);
}

/** Returns an address without the account that it begins with. */
export function withoutAccountIn(address: string): string {
  return address.replace(/^chat:\/\/[^/]+\//, SCHEME);
}
