import type { ChatFigures } from '../model/records.ts';
import type { Seconds } from '../model/units.ts';
import type { Codebook } from './codebook.ts';
import { isMissed, waitOf } from './metrics.ts';

/** How many chats were answered within a time that a desk promises. */
export interface ServiceLevel {
  readonly seconds: Seconds;
  readonly answered_within: number;
  /** Of all offered chats, so that a missed chat counts as not answered in time. */
  readonly rate?: number;
  /** Of the served chats alone, so that missed ones do not count. */
  readonly rate_of_served?: number;
}

/**
 * The service level within a time, with both treatments of missed chats. A chat that was served but shows no wait counts
 * as not answered in time. Undefined where it is not settled of every chat whether it was missed.
 */
export function serviceLevelOf(
  chats: readonly ChatFigures[],
  within: Seconds,
  book: Codebook,
): ServiceLevel | undefined {
  let offered = 0;
  let served = 0;
  let answeredWithin = 0;
  for (const chat of chats) {
    const missed = isMissed(chat.codes, book);
    if (missed === undefined) {
      if (chat.codes.missedCode !== undefined) return undefined;
      continue;
    }
    offered += 1;
    if (missed) continue;
    served += 1;
    const wait = waitOf(chat);
    if (wait !== undefined && wait <= within) answeredWithin += 1;
  }
  return {
    seconds: within,
    answered_within: answeredWithin,
    ...(offered > 0 && { rate: answeredWithin / offered }),
    ...(served > 0 && { rate_of_served: answeredWithin / served }),
  };
}
