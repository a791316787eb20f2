import { z } from 'zod';
import type { AheadState, AheadView } from '../../archive/sync/read-ahead.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskBlock, deskLine, joinSafe, safe, OwnText } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { counted, durationWords, isoTime, timeWords } from '../../answers/words/quantities.ts';
import { rounded } from '../../model/words/number.ts';

/** Reading ahead, as data. */
export const ReadAheadShape = z.strictObject({
  days: z.number(),
  state: z.enum(['off', 'starting', 'reading', 'elsewhere', 'done', 'resting', 'waiting', 'refused', 'failed']),
  reading: OwnText.optional(),
  /** When it looks, or tries, again. */
  next_at: OwnText.optional(),
  due: z.array(OwnText),
  /** What the login may not read. */
  denied: z.array(OwnText).optional(),
  remaining: z.strictObject({ requests: z.number(), seconds: z.number() }).optional(),
});

/** What is read ahead, as data; where nothing is, so much. */
export function readAheadData(view: AheadView | undefined, zone: Zone): z.input<typeof ReadAheadShape> {
  if (view === undefined) return { days: 0, state: 'off', due: [] };
  const { days, state, due, requests, seconds, isLeast, denied } = view;
  return {
    days,
    state: state.kind,
    ...omitUndefined({
      reading: state.kind === 'reading' ? deskLine(state.what) : undefined,
      next_at: mapKnown(nextOf(state), (at) => isoTime(zone, at)),
    }),
    due: due.map((what) => deskLine(what)),
    ...(denied.length > 0 && { denied: denied.map(({ what }) => deskLine(what)) }),
    ...(requests > 0 && !isLeast && { remaining: { requests, seconds: rounded(seconds, 0) } }),
  };
}

/** What is read ahead, how far that is, and when it will be done; or why nothing is. `isLast`: the server ends with this answer. */
export function readAheadWords(
  view: AheadView | undefined,
  { zone, noReadAhead }: Pick<Desk, 'zone' | 'noReadAhead'>,
  isLast: boolean,
): OwnText {
  if (view === undefined) {
    if (isLast) return safe`Reading ahead: none, since this server ends with its answer; one that a host runs may`;
    const why =
      noReadAhead === 'archive'
        ? safe`the archive is in memory, where servers of one login cannot share the limit; with an archive in a file, the setting archive, they can`
        : safe`the setting read_ahead_days is 0`;
    return safe`Reading ahead: none; questions read what they need (${why})`;
  }
  const flaws = view.flaws.map(({ what, why }) => safe`; not whole: ${deskLine(what)} (${deskLine(why, 1000)})`);
  const denied = view.denied.map(({ what, why }) => safe`${deskLine(what)} (${deskLine(why, 1000)})`);
  const never = denied.length === 0 ? safe`` : safe`. Not tried again before a restart: ${joinSafe(denied, ', ')}`;
  return safe`Reading ahead, ${view.days} days (the setting read_ahead_days): ${stateWords(view, zone)}${joinSafe(flaws, '')}${never}`;
}

function stateWords({ state, due, requests, seconds, isLeast, denied }: AheadView, zone: Zone): OwnText {
  const later = due.filter((what) => state.kind !== 'reading' || what !== state.what).map((what) => deskLine(what));
  const rest =
    requests === 0
      ? safe``
      : safe`${later.length === 0 ? safe`` : safe`; still due: ${joinSafe(later, ', ')}`}; ${isLeast ? safe`how many requests that takes in all is not known yet` : safe`about ${counted(requests, 'request')} in all, ${durationWords(Math.max(1, seconds))} at half of the rate`}. Questions go before it`;
  switch (state.kind) {
    case 'starting':
      return safe`it begins in a few seconds${rest}`;
    case 'reading':
      return safe`**it reads ${deskLine(state.what)} now**${rest}`;
    case 'elsewhere':
      return safe`another server on this archive does it${rest}`;
    case 'done':
      return safe`${denied.length === 0 ? safe`all of it` : safe`all that this login may read`} is at hand; at ${timeWords(zone, state.looksAgainAt)} it looks whether something is due again`;
    case 'resting':
      return safe`nobody had asked for an hour; it goes on now`;
    case 'waiting':
      return safe`**it waits until ${timeWords(zone, state.until)}** (${deskBlock(state.why, 1500)})${rest}`;
    case 'refused':
      return safe`**stopped**, because the service refused a login of this archive; it goes on when the service has answered a question of this server`;
    case 'failed':
      return safe`**ended by an error inside the server**; the log on standard error says more. Questions are answered all the same`;
  }
}

function nextOf(state: AheadState): EpochMillis | undefined {
  if (state.kind === 'done') return state.looksAgainAt;
  return state.kind === 'waiting' ? state.until : undefined;
}
