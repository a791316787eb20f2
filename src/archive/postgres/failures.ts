import { ArchiveUnusable } from '../../model/errors.ts';
import { trusted, type ProgramText } from '../../model/trusted-text.ts';
import { ArchiveLocked } from '../locked.ts';

const CONNECTION = trusted`its server cannot be reached`;

/** What a failure says when it is about the server and not about our statement: by its code, or the class of it. */
const REASONS: Readonly<Record<string, ProgramText>> = {
  ECONNREFUSED: CONNECTION,
  ECONNRESET: CONNECTION,
  ENOTFOUND: CONNECTION,
  EAI_AGAIN: CONNECTION,
  EHOSTUNREACH: CONNECTION,
  ENETUNREACH: CONNECTION,
  ETIMEDOUT: CONNECTION,
  EPIPE: CONNECTION,
  '08': CONNECTION,
  '57': trusted`its server is starting, stopping or not available`,
  '28': trusted`its server refuses the user or the password`,
  '3D000': trusted`its server has no database of that name`,
  '42501': trusted`its user may not make or write the tables; it needs CREATE on the database, or a schema chat_operations of its own`,
  '25006': trusted`it may only be read, not written`,
  '53100': trusted`the disk of its server is full`,
  '53': trusted`its server has no connection or memory left`,
  '58': trusted`the disk of its server cannot be read or written`,
  XX001: trusted`it is damaged`,
  XX002: trusted`it is damaged`,
};

/** Somebody else was faster: the same again may succeed (deadlock, serialization, a lock that was not free). */
const IN_THE_WAY = ['40001', '40P01', '55P03'];

/** Why the database cannot be used; undefined when an error is not about its server. */
function reasonOf(error: unknown): ProgramText | undefined {
  if (!(error instanceof Error)) return undefined;
  // What pg throws itself, when a connection ends or is not there in time, has words only.
  if (!('code' in error) || typeof error.code !== 'string') {
    return /^(?:Connection terminated|timeout expired|Client has encountered a connection error|timeout exceeded|Client was closed)/.test(
      error.message,
    )
      ? CONNECTION
      : undefined;
  }
  return REASONS[error.code] ?? REASONS[error.code.slice(0, 2)];
}

/** Whether a statement failed for nothing but an earlier one of its transaction. */
export function isAftermath(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/** Does something with an archive in PostgreSQL. Throws ArchiveUnusable when its server stands in the way. */
export async function usingServer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    if (error instanceof Error && 'code' in error && IN_THE_WAY.some((code) => code === error.code)) {
      throw new ArchiveLocked('The archive cannot be written: another process was faster.', 'Ask again.');
    }
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new ArchiveUnusable(
      trusted`The archive cannot be used: ${reason}.`,
      'Check CHAT_OPERATIONS_ARCHIVE and the server behind it, then ask again. What was kept before is not lost by this.',
    );
  }
}
