import type { Basis } from '../../model/coverage.ts';
import { ArchiveUnwritable, PermissionDenied, RateLimited, UpstreamUnavailable } from '../../model/errors.ts';

/**
 * Returns the basis of an answer after a failure to read: `denied` where the login may not read, `stale` where the
 * service cannot be reached, `partial` where no request may go out for now or the archive cannot take what came. Throws
 * on any other failure, and one with nothing to answer from.
 */
export function basisOfFailure(error: unknown, knowsSomething: boolean): Basis {
  if (error instanceof PermissionDenied && knowsSomething) return 'denied';
  if (knowsSomething && error instanceof UpstreamUnavailable) return 'stale';
  if (knowsSomething && (error instanceof RateLimited || error instanceof ArchiveUnwritable)) return 'partial';
  throw error;
}
