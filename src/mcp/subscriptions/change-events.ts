import type { ServerEvent } from '@modelcontextprotocol/server';
import type { Changes } from '../../archive/sharing/change-feed.ts';
import type { AccountName, Caller } from '../../model/caller.ts';
import { addressIn } from '../accounts/account-addresses.ts';
import { scopesLacking } from '../../model/tool-scopes.ts';

const STATUS = 'chat://status';
const OFFLINE_MESSAGES = 'chat://offline-messages/';

/**
 * The events that a caller is told of after changes of an account: of resources that they may read, by their addresses alone.
 * `account` is its name where the caller reaches several.
 */
export function changeEvents(
  { offlineMessages, isStatus, isMore }: Changes,
  caller: Caller,
  account: AccountName | undefined,
): ServerEvent[] {
  const readsMessages = scopesLacking(caller, ['get_offline_message']).length === 0;
  const listed: ServerEvent[] =
    readsMessages && (isMore || offlineMessages.length > 0) ? [{ kind: 'resources_list_changed' }] : [];
  const messages = readsMessages ? offlineMessages.map((id) => `${OFFLINE_MESSAGES}${id}`) : [];
  const addresses = [...messages, ...(isStatus ? [STATUS] : [])].map((uri) =>
    account === undefined ? uri : addressIn(account, uri),
  );
  return [...listed, ...addresses.map((uri): ServerEvent => ({ kind: 'resource_updated', uri }))];
}
