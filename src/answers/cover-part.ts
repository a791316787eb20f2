import { causeOf, weakerBasis, type Basis, type Coverage } from '../model/coverage.ts';
import {
  ArchiveUnwritable,
  ChatOperationsError,
  DeadlinePassed,
  PermissionDenied,
  RateLimited,
  UpstreamBusy,
} from '../model/errors.ts';
import type { Question } from '../model/progress.ts';
import type { DayRange } from '../model/time/day.ts';
import type { Desk } from './desk.ts';

/**
 * Covers one part of what a question needs. If that fails, the other parts are still answered, and this
 * one as far as it was `known` before. Throws what is a bug, and when the question is cancelled.
 */
export async function coverPart(
  part: Promise<Coverage>,
  known: () => Promise<Coverage>,
  { signal }: Pick<Question, 'signal'>,
): Promise<Coverage> {
  try {
    return await part;
  } catch (error) {
    if (signal.aborted || !(error instanceof ChatOperationsError)) throw error;
    const before = await known();
    return {
      ...before,
      basis: weakerBasis(before.basis, basisOf(error)),
      ...causeOf(error),
    };
  }
}

/** Covers the chats of some days as a part of a question. */
export function coverChats(days: DayRange, { archive: { chats } }: Desk, question: Question): Promise<Coverage> {
  return coverPart(chats.cover(days, undefined, question), () => chats.coverageOf(days), question);
}

/** Failures after which the service still answers: what is missing can be read later. */
const PUT_OFF = [DeadlinePassed, RateLimited, UpstreamBusy, ArchiveUnwritable];

function basisOf(error: ChatOperationsError): Basis {
  if (error instanceof PermissionDenied) return 'denied';
  return PUT_OFF.some((kind) => error instanceof kind) ? 'partial' : 'stale';
}
