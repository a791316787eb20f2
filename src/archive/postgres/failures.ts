import { ArchiveUnavailable, ArchiveUnusable, ArchiveUnwritable } from '../../model/errors.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { seconds } from '../../model/time/units.ts';
import { ArchiveLocked } from '../tables/locked.ts';

/** A server that starts, stops or hands over to another one is done in less, and a network finds another way. */
const AGAIN_AFTER = seconds(10);

/** Why the database cannot be used. */
interface Reason {
  readonly words: ProgramText;
  /** Whether it passes by itself; else somebody has to fix the server, or the settings. */
  readonly passes?: true;
  /** Whether what is there can be read nevertheless. */
  readonly isReadable?: true;
}

const CONNECTION: Reason = { words: trusted`its server cannot be reached`, passes: true };
const IN_BETWEEN: Reason = { words: trusted`its server is starting or stopping`, passes: true };
const GONE: Reason = { words: trusted`its server has no database of that name` };
const DAMAGED: Reason = { words: trusted`it is damaged` };
const STRANGER: Reason = {
  words: trusted`the certificate of its server is not trusted; for a private certificate authority, add sslrootcert=FILE to the address`,
};
const NO_FILE: Reason = { words: trusted`a file that its address names cannot be read` };
const EXPIRED: Reason = { words: trusted`the certificate of its server is expired, or not valid yet` };

/** The reasons of failures of the server, not of our statements: by code, or class of code. */
const REASONS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: CONNECTION,
  ECONNRESET: CONNECTION,
  ENOTFOUND: CONNECTION,
  EAI_AGAIN: CONNECTION,
  EHOSTUNREACH: CONNECTION,
  ENETUNREACH: CONNECTION,
  ETIMEDOUT: CONNECTION,
  EPIPE: CONNECTION,
  // Its socket, where the address has no host.
  ENOENT: CONNECTION,
  SELF_SIGNED_CERT_IN_CHAIN: STRANGER,
  DEPTH_ZERO_SELF_SIGNED_CERT: STRANGER,
  UNABLE_TO_GET_ISSUER_CERT: STRANGER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: STRANGER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: STRANGER,
  CERT_HAS_EXPIRED: EXPIRED,
  CERT_NOT_YET_VALID: EXPIRED,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    words: trusted`the certificate of its server is for another name than the one in the address`,
  },
  '08': CONNECTION,
  // It ends connections that are quiet for too long in a transaction: this machine was asleep.
  '25P03': CONNECTION,
  '57P01': IN_BETWEEN,
  '57P02': IN_BETWEEN,
  '57P03': IN_BETWEEN,
  '57P04': GONE,
  NO_CONNECTION_FREE: { words: trusted`too many calls use it at once`, passes: true },
  '57': { words: trusted`its server cancelled the query`, passes: true },
  '28': { words: trusted`its server refuses the user or the password` },
  '3D000': GONE,
  '42501': {
    words: trusted`its user may not make or write the tables; it needs CREATE on the database, or schemas chat_operations and chat_operations_decisions of its own`,
  },
  // Of a standby: until it takes over, or the other one is back.
  '25006': { words: trusted`it may only be read, not written`, passes: true, isReadable: true },
  '53100': { words: trusted`the disk of its server is full`, isReadable: true },
  '53200': { words: trusted`its server has no memory left`, passes: true },
  '53300': { words: trusted`its server has no connection left`, passes: true },
  '53': { words: trusted`its server lacks resources`, passes: true },
  '58': { words: trusted`the disk of its server cannot be read or written`, isReadable: true },
  XX001: DAMAGED,
  XX002: DAMAGED,
};

/** Somebody else was faster: the same again may succeed (deadlock, serialization, a lock that was not free). */
const IN_THE_WAY = ['40001', '40P01', '55P03'];

/** What pg throws itself has words only: their beginnings. */
const WORDS: readonly (readonly [begins: RegExp, reason: Reason])[] = [
  [
    /^(?:Connection terminated|timeout expired|Client has encountered a connection error|timeout exceeded|Client was closed)/,
    CONNECTION,
  ],
  [
    /^SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be/,
    { words: trusted`its server asks for a password; set PGPASSWORD` },
  ],
  [/^The server does not support SSL connections/, { words: trusted`its server has no TLS, which sslmode asks for` }],
];

/** Why the database cannot be used; undefined when an error is not about its server. */
function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error) || typeof error.code !== 'string') {
    return WORDS.find(([begins]) => begins.test(error.message))?.[1];
  }
  if ('syscall' in error && error.syscall === 'open') return NO_FILE;
  return REASONS[error.code] ?? REASONS[error.code.slice(0, 2)];
}

function unusable({ words, passes, isReadable }: Reason): ArchiveUnusable {
  const message = trusted`The archive cannot be used: ${words}.`;
  if (passes === undefined && isReadable === undefined) {
    return new ArchiveUnusable(message, 'Check CHAT_OPERATIONS_ARCHIVE and its server. Nothing stored is lost.');
  }
  const Class = isReadable === undefined ? ArchiveUnavailable : ArchiveUnwritable;
  return passes === undefined
    ? new Class(message, trusted`Fix that. Nothing stored is lost.`, 'no')
    : new Class(message, trusted`Check CHAT_OPERATIONS_ARCHIVE and its server. Nothing stored is lost.`, {
        after: AGAIN_AFTER,
      });
}

/** Whether a statement failed for nothing but an earlier one of its transaction. */
export function isAftermath(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/** Does something with an archive in PostgreSQL. Throws ArchiveUnusable when its server stands in the way. */
export async function translateServerErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    if (error instanceof Error && 'code' in error && IN_THE_WAY.some((code) => code === error.code)) {
      throw new ArchiveLocked(
        'The archive cannot be written: another process was faster.',
        'Stop other programs that write to it.',
      );
    }
    const reason = reasonOf(error);
    throw reason === undefined ? error : unusable(reason);
  }
}
