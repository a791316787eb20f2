import type { Basis, Coverage } from '../../model/coverage.ts';
import { ArchiveUnwritable, PermissionDenied, RateLimited, UpstreamUnavailable } from '../../model/errors.ts';

/**
 * Returns the basis of an answer after a failure to read: `denied` where the login may not read, `stale` where the
 * service cannot be reached, `partial` where the archive cannot take what came. Throws on any other failure, and one
 * with nothing to answer from.
 */
export function basisOfFailure(error: unknown, knowsSomething: boolean): Basis {
  if (error instanceof PermissionDenied && knowsSomething) return 'denied';
  if (knowsSomething && (error instanceof UpstreamUnavailable || error instanceof RateLimited)) return 'stale';
  if (knowsSomething && error instanceof ArchiveUnwritable) return 'partial';
  throw error;
}

/** Returns what an answer says of a failure beside its basis. */
export function unkeptBy(error: unknown): Pick<Coverage, 'unkept'> {
  return error instanceof ArchiveUnwritable ? { unkept: error } : {};
}
