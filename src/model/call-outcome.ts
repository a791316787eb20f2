/**
 * What became of something that cannot be undone. `unknown` from before a request leaves until its answer is here, and for
 * good where none came; `not_sent` when the request provably did not leave, `declined` when it did not because the host said
 * no, or took its yes back. `recovered` when all that was decided was carried over from a damaged archive, `lost` when some may be
 * missing.
 */
export type AuditOutcome =
  | 'unknown'
  | 'accepted'
  | 'refused'
  | 'not_sent'
  | 'declined'
  | 'erased'
  | 'recovered'
  | 'lost';
