import type { AccessToken } from '../../model/access-token.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { countText } from '../../model/words/count.ts';
import { utcMinuteText } from '../../model/words/time.ts';

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
  if (expiresAt <= now) return `expired ${utcMinuteText(expiresAt)} UTC`;
  return `expires ${utcMinuteText(expiresAt)} UTC, ${aheadWords(expiresAt - now)}`;
}

function aheadWords(millis: number): string {
  const days = Math.round(millis / MILLIS_PER_DAY);
  if (days >= 2) return `in ${days} days`;
  const hours = Math.round((24 * millis) / MILLIS_PER_DAY);
  return hours === 0 ? 'in less than an hour' : `in ${countText(hours, 'hour')}`;
}

/** Says when a token was used last, as far as that is noted. */
export function lastUseWords({ lastUsedAt }: AccessToken): string {
  return mapKnown(lastUsedAt, (at) => `last used ${utcMinuteText(at)} UTC or up to an hour later`) ?? 'never used';
}
