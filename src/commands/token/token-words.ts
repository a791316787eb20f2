import type { AccessToken } from '../../model/access-token.ts';
import { mapKnown } from '../../model/known.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';

/** Says what a token opens: `chats:read, offline:read; all accounts; chats of ana@example.com alone`. */
export function openedWords({ scopes, accounts, ownChats }: AccessToken): string {
  return [
    [...scopes].join(', '),
    accounts === undefined
      ? 'all accounts'
      : `${accounts.size === 1 ? 'account' : 'accounts'} ${[...accounts].join(', ')}`,
    ...(ownChats === undefined ? [] : [`chats of ${ownChats} alone`]),
  ].join('; ');
}

/** Says until when a token counts: `expires 2027-02-21 00:00 UTC, in 90 days`, rounded. */
export function expiryWords({ expiresAt }: AccessToken, now: EpochMillis): string {
  if (expiresAt === undefined) return 'never expires';
  if (expiresAt <= now) return `expired ${minuteOf(expiresAt)}`;
  return `expires ${minuteOf(expiresAt)}, ${aheadWords(expiresAt - now)}`;
}

function aheadWords(millis: number): string {
  const days = Math.round(millis / MILLIS_PER_DAY);
  if (days >= 2) return `in ${days} days`;
  const hours = Math.round((24 * millis) / MILLIS_PER_DAY);
  if (hours === 0) return 'in less than an hour';
  return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Says when a token was used last, as far as that is noted. */
export function lastUseWords({ lastUsedAt }: AccessToken): string {
  return mapKnown(lastUsedAt, (at) => `last used ${minuteOf(at)} or up to an hour later`) ?? 'never used';
}

function minuteOf(moment: EpochMillis): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
