import type { Basis } from '../model/coverage.ts';
import { PermissionDenied, RateLimited, UpstreamUnavailable } from '../model/errors.ts';

/**
 * What a failure to read means for an answer: what the login may not read is denied; when the service cannot be
 * reached, what is known answers, marked with its age. Any other failure, and one with nothing to answer from, is
 * thrown on.
 */
export function basisOfFailure(error: unknown, knowsSomething: boolean): Basis {
  if (error instanceof PermissionDenied && knowsSomething) return 'denied';
  if (knowsSomething && (error instanceof UpstreamUnavailable || error instanceof RateLimited)) return 'stale';
  throw error;
}
