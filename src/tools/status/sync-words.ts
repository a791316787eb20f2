import { z } from 'zod';
import type { SyncState } from '../../archive/sync/sync-loop.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskBlock, deskLine } from '../../privacy/cleaned-text.ts';
import { momentText } from '../../model/words/time.ts';
import { FAILED } from './background-words.ts';

/** The sync of a server, as data. */
export const SyncShape = z.strictObject({
  state: z.enum(['starting', 'elsewhere', 'filling', 'watching', 'waiting', 'refused', 'failed']),
  reading: z.string().optional(),
  /** Requests of the part that is being loaded: made so far, and about how many in all. */
  done: z.number().optional(),
  total: z.number().optional(),
  watching_since: z.string().optional(),
  /** When it tries again. */
  next_at: z.string().optional(),
});

/** The state of a server's sync, as data. */
export function syncData(state: SyncState, zone: Zone): z.input<typeof SyncShape> {
  const { kind } = state;
  return omitUndefined({
    state: kind,
    reading: kind === 'filling' ? deskLine(state.what) : undefined,
    done: kind === 'filling' ? state.done : undefined,
    total: kind === 'filling' ? state.total : undefined,
    watching_since: kind === 'watching' ? zone.iso(state.since) : undefined,
    next_at: mapKnown(kind === 'waiting' ? state.until : undefined, (until) => zone.iso(until)),
  });
}

/** Says how far the sync of a server is, in a line. */
export function syncWords(state: SyncState, zone: Zone): string {
  return `Sync: ${stateWords(state, zone)}`;
}

function stateWords(state: SyncState, zone: Zone): string {
  switch (state.kind) {
    case 'starting':
      return 'starts in a few seconds';
    case 'elsewhere':
      return 'done by another process on this archive; this server takes over when that one ends';
    case 'filling':
      return `loading ${state.what}${progressWords(state.done, state.total)}`;
    case 'watching':
      return `all that this login may read is loaded, and kept up to date since ${momentText(zone, state.since, 'with year')}`;
    case 'waiting':
      return `waiting until ${momentText(zone, state.until, 'without year')} (${deskBlock(state.why, 1500)})`;
    case 'refused':
      return '**stopped**: the service refused the login. It is tried again from time to time';
    case 'failed':
      return FAILED;
  }
}

function progressWords(done: number | undefined, total: number | undefined): string {
  if (done === undefined) return '';
  return total === undefined ? `, ${done} requests so far` : `, ${done} of about ${total} requests`;
}
