import { z } from 'zod';
import {
  InvalidArgument,
  PermissionDenied,
  RecordErased,
  RecordNotFound,
  UnreadableAnswer,
  UntrustedCertificate,
  UpstreamUnavailable,
  WrongCredentials,
  type ChatOperationsError,
} from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { ProgramText, trusted } from '../../model/text/trusted-text.ts';
import { seconds } from '../../model/time/units.ts';
import { NetworkFailure } from '../../upstream/transport/network-failure.ts';

const Kind = z.enum(['agent', 'chat', 'offline message', 'visitor']);

/** Why something could not be read, as other processes learn of it. `what` is in the words of its error. */
export const Failure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('credentials') }),
  z.object({ kind: z.literal('certificate') }),
  z.object({ kind: z.literal('denied'), what: ProgramText }),
  z.object({ kind: z.literal('unavailable'), what: ProgramText.optional(), after: z.number().optional() }),
  z.object({ kind: z.literal('unreadable'), what: ProgramText }),
  z.object({ kind: z.literal('rejected'), what: ProgramText, advice: ProgramText }),
  z.object({ kind: z.literal('missing'), of: Kind, id: z.number() }),
  z.object({ kind: z.literal('erased'), of: Kind, id: z.number() }),
  /** An empty list came whose records are there: nobody looked. */
  z.object({ kind: z.literal('unbelieved') }),
]);
export type Failure = Readonly<z.infer<typeof Failure>>;

/** Returns what others need to know of what was thrown; undefined for what is a bug, or concerns this process alone. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof WrongCredentials) return { kind: 'credentials' };
  if (error instanceof PermissionDenied) return { kind: 'denied', what: ProgramText.parse(error.what) };
  if (error instanceof UnreadableAnswer) return { kind: 'unreadable', what: ProgramText.parse(error.what) };
  if (error instanceof InvalidArgument) {
    return { kind: 'rejected', what: ProgramText.parse(error.message), advice: ProgramText.parse(error.advice) };
  }
  if (error instanceof RecordErased) return { kind: 'erased', of: error.kind, id: error.id };
  if (error instanceof RecordNotFound) return { kind: 'missing', of: error.kind, id: error.id };
  if (!(error instanceof NetworkFailure)) return undefined;
  if (!error.passing) return { kind: 'certificate' };
  return omitUndefined({ kind: 'unavailable' as const, what: error.message, after: error.retryAfter });
}

/** Returns the error that tells of a failure. */
export function errorOf(failure: Exclude<Failure, { kind: 'unbelieved' }>): ChatOperationsError {
  switch (failure.kind) {
    case 'credentials':
      return new WrongCredentials();
    case 'certificate':
      return new UntrustedCertificate();
    case 'denied':
      return new PermissionDenied(failure.what);
    case 'unavailable':
      return new UpstreamUnavailable(failure.what, failure.after === undefined ? undefined : seconds(failure.after));
    case 'unreadable':
      return new UnreadableAnswer(failure.what);
    case 'rejected':
      return new InvalidArgument(failure.what, failure.advice);
    case 'missing':
      return new RecordNotFound(failure.of, failure.id);
    case 'erased':
      return new RecordErased(failure.of, failure.id);
  }
}

/** The failure of a walk that moved too much to be believed. */
export const CLOSED: Failure = { kind: 'unavailable', what: trusted`the connection was closed` };
