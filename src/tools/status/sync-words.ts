import { z } from 'zod';
import type { SyncState } from '../../archive/sync/sync-loop.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskBlock, deskLine, OwnText, safe } from '../../privacy/safe-text.ts';
import { isoTime, timeWords } from '../../answers/words/quantities.ts';

/** The sync of a server, as data. */
export const SyncShape = z.strictObject({
  state: z.enum(['starting', 'elsewhere', 'filling', 'watching', 'waiting', 'refused', 'failed']),
  reading: OwnText.optional(),
  /** Requests of the part that is read: those that were made, and about how many it takes. */
  done: z.number().optional(),
  total: z.number().optional(),
  watching_since: OwnText.optional(),
  /** When it tries again. */
  next_at: OwnText.optional(),
});

/** The state of a server's sync, as data. */
export function syncData(state: SyncState, zone: Zone): z.input<typeof SyncShape> {
  const { kind } = state;
  return omitUndefined({
    state: kind,
    reading: kind === 'filling' ? deskLine(state.what) : undefined,
    done: kind === 'filling' ? state.done : undefined,
    total: kind === 'filling' ? state.total : undefined,
    watching_since: kind === 'watching' ? isoTime(zone, state.since) : undefined,
    next_at: mapKnown(kind === 'waiting' ? state.until : undefined, (until) => isoTime(zone, until)),
  });
}

/** Says how far the sync of a server is, in a line. */
export function syncWords(state: SyncState, zone: Zone): OwnText {
  return safe`Sync: ${stateWords(state, zone)}`;
}

function stateWords(state: SyncState, zone: Zone): OwnText {
  switch (state.kind) {
    case 'starting':
      return safe`it begins in a few seconds`;
    case 'elsewhere':
      return safe`another process on this archive does it; this server goes on with it when that one ends`;
    case 'filling':
      return safe`**it reads ${deskLine(state.what)} now**${progressWords(state.done, state.total)}`;
    case 'watching':
      return safe`all that the login may read is at hand, and kept fresh since ${timeWords(zone, state.since)}`;
    case 'waiting':
      return safe`**it waits until ${timeWords(zone, state.until)}** (${deskBlock(state.why, 1500)})`;
    case 'refused':
      return safe`**stopped**, because the service refused the login; it looks again now and then`;
    case 'failed':
      return safe`**ended by an error inside the server**; the log on standard error says more. Questions are answered all the same`;
  }
}

function progressWords(done: number | undefined, total: number | undefined): OwnText {
  if (done === undefined) return safe``;
  return total === undefined ? safe`, ${done} requests so far` : safe`, ${done} of about ${total} requests`;
}
