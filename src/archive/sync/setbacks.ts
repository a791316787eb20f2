import type { Coverage } from '../../model/coverage.ts';
import {
  ArchiveUnusable,
  ChatOperationsError,
  DeadlinePassed,
  PermissionDenied,
  RateLimited,
  UntrustedCertificate,
  UpstreamBusy,
  WrongCredentials,
} from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Seconds } from '../../model/time/units.ts';
import { ArchiveLocked } from '../tables/locked.ts';
import type { Setback } from './patience.ts';
import type { Outcome } from './sync-run.ts';

/** Returns the meaning of a failure for a sync. Throws what ends it as a whole: a refused login, an unusable archive, a bug. */
export function setbackOf(error: unknown): Setback | Extract<Outcome, { readonly kind: 'denied' }> {
  if (!(error instanceof ChatOperationsError) || endsAll(error)) throw error;
  if (error instanceof PermissionDenied) return { kind: 'denied', why: error.message };
  const isPutOff = error instanceof RateLimited || error instanceof UpstreamBusy || error instanceof DeadlinePassed;
  return omitUndefined({ why: error.message, isPutOff, wait: waitIn(error) });
}

function endsAll(error: ChatOperationsError): boolean {
  if (error instanceof ArchiveUnusable) return !(error instanceof ArchiveLocked);
  return error instanceof WrongCredentials || error instanceof UntrustedCertificate;
}

function waitIn({ retry }: ChatOperationsError): Seconds | undefined {
  return typeof retry === 'object' ? retry.after : undefined;
}

/** Returns the reason why a reading without a failure is not whole; undefined where it is not known. */
export function setbackIn({ basis, opensIn }: Coverage): Setback | undefined {
  if (opensIn !== undefined) {
    return { why: trusted`The service's request limit is reached.`, wait: opensIn, isPutOff: true };
  }
  return basis === 'stale' ? { why: trusted`The service is not responding.`, isPutOff: false } : undefined;
}

/** Whether all of what was asked for has been read, as far as it can be. */
export function isRead({ basis, asked, covered }: Coverage): boolean {
  return covered >= asked && (basis === 'proven' || basis === 'assumed' || basis === 'capped');
}

/** Returns the flaw of a reading that came to its end. */
export function flawIn({ basis, rejectedRecords }: Coverage): TrustedText | undefined {
  if (basis === 'capped') return trusted`it has more pages than are read of any list`;
  return rejectedRecords === 0 ? undefined : trusted`${rejectedRecords} of its records could not be read`;
}
