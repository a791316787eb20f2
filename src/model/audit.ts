/**
 * What became of something that cannot be undone. `unknown` from before a request leaves until its answer is here, and for
 * good where none came; `not_sent` when the request provably did not leave, `declined` when it did not because the host said
 * no, or took its yes back.
 */
export type AuditOutcome = 'unknown' | 'accepted' | 'refused' | 'not_sent' | 'declined' | 'erased';
