import type { Audit, AuditLine } from '../archive/audit.ts';
import { ArchiveDamaged, ArchiveUnusable, CallNotAudited } from '../model/errors.ts';
import type { RecordCall } from '../upstream/webhook.ts';
import type { Log } from './log.ts';

type CallAudit = Pick<Audit, 'begin' | 'finish'>;

/**
 * Keeps a line of each webhook call, from before it leaves, in the archive that `auditNow` tells. Where it cannot be
 * written, CallNotAudited keeps the call from leaving.
 */
export function auditedCalls(auditNow: () => CallAudit, log: Log): RecordCall {
  return async (call) => {
    const audit = auditNow();
    const entry = await begun(audit, call);
    return async ({ outcome, ...answered }) => {
      try {
        const line = await audit.finish(entry, outcome, 'status' in answered ? answered.status : undefined);
        if (line !== undefined) log.audit(auditData(line));
      } catch (error) {
        // It has left, whatever becomes of its line, which goes on to say that the outcome is unknown.
        log.failure(error);
      }
    };
  };
}

async function begun(audit: CallAudit, call: Parameters<RecordCall>[0]): Promise<number> {
  try {
    return await audit.begin(call);
  } catch (error) {
    if (error instanceof ArchiveUnusable && !(error instanceof ArchiveDamaged)) throw new CallNotAudited(error);
    throw error;
  }
}

/** A line as a record for programs. */
export function auditData(line: AuditLine): Readonly<Record<string, unknown>> {
  const iso = (moment: number): string => new Date(moment).toISOString();
  const { at, visitorId, removed, finishedAt, ...rest } = line;
  const counts: unknown = removed === undefined ? undefined : JSON.parse(removed);
  return {
    at: iso(at),
    ...rest,
    ...(visitorId !== undefined && { visitor_id: visitorId }),
    ...(counts !== undefined && { removed: counts }),
    ...(finishedAt !== undefined && { finished_at: iso(finishedAt) }),
  };
}
