import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Audit } from '../../archive/care/audit.ts';
import { openExistingStore } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { auditData } from '../audit-calls.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';

/** Flags that select calls: by the id of the chatbot session, and by the file with the body, `-` for standard input. */
export interface AuditFlags {
  readonly session?: string;
  readonly body?: string;
}

/**
 * Prints the lines of an archive's audit, JSON on a line each, newest last; of some calls only, where flags tell which.
 * Throws InvalidArgument for a body that cannot be read, and ArchiveUnusable.
 */
export async function archiveAudit(place: ArchivePlace, flags: AuditFlags, run: Run): Promise<void> {
  const { session, body } = flags;
  const wanted = omitUndefined({ sessionId: session, body: await mapKnown(body, (file) => bytesOf(file, run)) });
  const telling = { tell: createLog(place.log_level, run.errors).warn, clock: run.clock };
  const store = await openExistingStore(place.archive, place.owner, telling);
  try {
    const lines = await new Audit(store.tables, run.clock).lines(wanted);
    run.output.write(lines.map((line) => `${JSON.stringify(auditData(line))}\n`).join(''));
    if (lines.length === 0) run.errors.write(`${noLineWords(flags)}\n`);
  } finally {
    await store.close();
  }
}

async function bytesOf(file: string, { input }: Run): Promise<Uint8Array> {
  try {
    return await (file === '-' ? buffer(input) : readFile(file));
  } catch {
    throw new InvalidArgument('The file of --body cannot be read.', 'Check its path and its permissions.');
  }
}

function noLineWords({ session, body }: AuditFlags): string {
  const which = session === undefined && body === undefined ? '' : ' of such a call';
  const exact =
    body === undefined ? '' : ' A body is found by the exact bytes that were sent, without a line break at the end.';
  return `There is no line${which}: a line is written for each webhook call, each erasure, each recorded meaning of a code, each token that was made or revoked and each damage that was met, and kept for the days of audit_retention_days.${exact}`;
}
