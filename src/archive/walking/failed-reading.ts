import type { Basis, Coverage } from '../../model/coverage.ts';
import { ArchiveUnwritable, PermissionDenied, RateLimited, UpstreamUnavailable } from '../../model/errors.ts';

/**
 * What a failure to read means for an answer: what the login may not read is denied; when the service cannot be
 * reached, what is known answers, marked with its age, and where the archive cannot take what came, as incomplete. Any
 * other failure, and one with nothing to answer from, is thrown on.
 */
export function basisOfFailure(error: unknown, knowsSomething: boolean): Basis {
  if (error instanceof PermissionDenied && knowsSomething) return 'denied';
  if (knowsSomething && (error instanceof UpstreamUnavailable || error instanceof RateLimited)) return 'stale';
  if (knowsSomething && error instanceof ArchiveUnwritable) return 'partial';
  throw error;
}

/** What an answer says of a failure beside its basis. */
export function unkeptBy(error: unknown): Pick<Coverage, 'unkept'> {
  return error instanceof ArchiveUnwritable ? { unkept: error } : {};
}
