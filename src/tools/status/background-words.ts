import { z } from 'zod';
import type { AheadState, AheadView } from '../../archive/sync/read-ahead.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskBlock, deskLine } from '../../privacy/cleaned-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { waitText } from '../../model/words/duration.ts';
import { rounded } from '../../model/words/number.ts';
import { momentText } from '../../model/words/time.ts';

/** Background loading, as data. */
export const ReadAheadShape = z.strictObject({
  days: z.number(),
  state: z.enum(['off', 'starting', 'reading', 'elsewhere', 'done', 'resting', 'waiting', 'refused', 'failed']),
  reading: z.string().optional(),
  /** When it checks, or tries, again. */
  next_at: z.string().optional(),
  due: z.array(z.string()),
  /** What the login may not read. */
  denied: z.array(z.string()).optional(),
  remaining: z.strictObject({ requests: z.number(), seconds: z.number() }).optional(),
});

/** Background loading as data, also where it is off. */
export function readAheadData(view: AheadView | undefined, zone: Zone): z.input<typeof ReadAheadShape> {
  if (view === undefined) return { days: 0, state: 'off', due: [] };
  const { days, state, due, requests, seconds, isLeast, denied } = view;
  return {
    days,
    state: state.kind,
    ...omitUndefined({
      reading: state.kind === 'reading' ? deskLine(state.what) : undefined,
      next_at: mapKnown(nextOf(state), (at) => zone.iso(at)),
    }),
    due: due.map((what) => deskLine(what)),
    ...(denied.length > 0 && { denied: denied.map(({ what }) => deskLine(what)) }),
    ...(requests > 0 && !isLeast && { remaining: { requests, seconds: rounded(seconds, 0) } }),
  };
}

/** Says what a server loads unasked, how far that is, or why it is off. `isLast`: the server ends with this answer. */
export function backgroundWords(
  view: AheadView | undefined,
  { zone, noReadAhead }: Pick<Desk, 'zone' | 'noReadAhead'>,
  isLast: boolean,
): string {
  if (view === undefined) {
    const why = noReadAhead === 'archive' ? 'archive in memory' : 'setting read_ahead_days is 0';
    return `Background loading: off (${isLast ? 'this server ends with its answer' : why})`;
  }
  const flaws = view.flaws.map(({ what, why }) => `; incomplete: ${deskLine(what)} (${deskLine(why, 1000)})`);
  const denied = view.denied.map(({ what, why }) => `${deskLine(what)} (${deskLine(why, 1000)})`);
  const never = denied.length === 0 ? '' : `. Not tried again before a restart: ${denied.join(', ')}`;
  return `Background loading: on, ${view.days} days; ${stateWords(view, zone)}${flaws.join('')}${never}`;
}

function stateWords(view: AheadView, zone: Zone): string {
  const { state, denied } = view;
  switch (state.kind) {
    case 'starting':
      return `starts in a few seconds${restWords(view)}`;
    case 'reading':
      return `now ${state.what}${restWords(view)}`;
    case 'elsewhere':
      return `done by another server on this archive${restWords(view)}`;
    case 'done':
      return `all ${denied.length === 0 ? '' : 'that this login may read '}is loaded; next check ${momentText(zone, state.looksAgainAt, 'without year')}`;
    case 'resting':
      return 'paused after an hour without questions; it continues now';
    case 'waiting':
      return `waiting until ${momentText(zone, state.until, 'without year')} (${deskBlock(state.why, 1500)})${restWords(view)}`;
    case 'refused':
      return '**stopped**: the service refused a login of this archive. It continues after the service has answered a question of this server';
    case 'failed':
      return FAILED;
  }
}

/** What is said of work behind questions that ended by a bug. */
export const FAILED = '**stopped by an internal error**; see the log on standard error. Questions are still answered';

/** What comes next, and what all of it takes: `, then chats and offline messages; about 120 requests, 4 min at half the rate`. */
function restWords({ state, due, requests, seconds, isLeast }: AheadView): string {
  if (requests === 0) return '';
  const later = due.filter((what) => state.kind !== 'reading' || what !== state.what);
  const then = later.length === 0 ? '' : `, then ${later.join(', ')}`;
  return isLeast
    ? `${then}; number of requests not known yet`
    : `${then}; about ${counted(requests, 'request')}, ${waitText(seconds)} at half the rate`;
}

function nextOf(state: AheadState): EpochMillis | undefined {
  if (state.kind === 'done') return state.looksAgainAt;
  return state.kind === 'waiting' ? state.until : undefined;
}
