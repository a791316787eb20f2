import type { Audit, AuditLine } from '../archive/care/audit.ts';
import { ArchiveDamaged, ArchiveUnusable, CallNotAudited } from '../model/errors.ts';
import { omitUndefined, mapKnown } from '../model/omit-undefined.ts';
import type { RecordCall } from '../upstream/webhook/webhook.ts';
import type { Log } from './log.ts';
import { isoText } from '../model/text/trusted-text.ts';

type CallAudit = Pick<Audit, 'begin' | 'finish'>;

/**
 * Keeps a line of each webhook call, from before it leaves, in the archive that `auditNow` tells. Where it cannot be
 * written, CallNotAudited keeps the call from leaving.
 */
export function auditCalls(auditNow: () => CallAudit, log: Pick<Log, 'audit' | 'failure'>): RecordCall {
  return async (call) => {
    const audit = auditNow();
    const line = await begun(audit, call);
    return async ({ outcome, ...answered }) => {
      const status = 'status' in answered ? answered.status : undefined;
      try {
        log.audit(auditData(await audit.finish(line.entry, outcome, status)));
      } catch (error) {
        // The line in the archive goes on to say that the outcome is unknown: the log alone has it now.
        log.audit(auditData(omitUndefined({ ...line, outcome, status })));
        log.failure(error);
      }
    };
  };
}

async function begun(audit: CallAudit, call: Parameters<RecordCall>[0]): Promise<AuditLine> {
  try {
    return await audit.begin(call);
  } catch (error) {
    if (error instanceof ArchiveUnusable && !(error instanceof ArchiveDamaged)) throw new CallNotAudited(error);
    throw error;
  }
}

const REMOVED_IS: Readonly<Partial<Record<AuditLine['action'], string>>> = {
  recover: 'recovery',
  code: 'meanings',
  token: 'token',
};

/** A line as a record for programs. */
export function auditData(line: AuditLine): Readonly<Record<string, unknown>> {
  const { at, sessionHmac, bodyHmac, agreedBy, visitorId, removed, finishedAt, ...rest } = line;
  return omitUndefined({
    at: isoText(at),
    ...rest,
    session_hmac: sessionHmac,
    body_hmac: bodyHmac,
    agreed_by: agreedBy,
    visitor_id: visitorId,
    [REMOVED_IS[line.action] ?? 'removed']: mapKnown(removed, (json): unknown => JSON.parse(json)),
    finished_at: mapKnown(finishedAt, isoText),
  });
}
