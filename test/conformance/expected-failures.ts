const EXTENSION =
  'The extension for tasks is not offered: tools here answer within their deadline, and long lists have pages.';
const NO_HEADERS = 'No tool takes an argument from a header, so there is none whose header could be checked.';
const NOT_KEPT = 'An answer is not kept for a client whose stream broke off: it asks again.';

/**
 * What does not succeed, with the reason: a whole scenario, or one check of it (`scenario: check`). None of them counts towards
 * conformance: they are of extensions, wait for the reference server of the suite, or are recommendations.
 */
export const EXPECTED_FAILURES: Readonly<Record<'2026-07-28' | '2025-11-25', Readonly<Record<string, string>>>> = {
  '2026-07-28': {
    'http-custom-header-server-validation': NO_HEADERS,
    'tasks-capability-negotiation': EXTENSION,
    'tasks-dispatch-and-envelope': EXTENSION,
    'tasks-lifecycle': EXTENSION,
    'tasks-mrtr-composition': EXTENSION,
    'tasks-mrtr-input': EXTENSION,
    'tasks-request-headers': EXTENSION,
    'tasks-request-state-removal': EXTENSION,
    'tasks-required-task-error': EXTENSION,
    'tasks-wire-fields': EXTENSION,
  },
  '2025-11-25': {
    'server-sse-polling: server-sse-priming-event': NOT_KEPT,
    'server-sse-polling: server-sse-retry-field': NOT_KEPT,
  },
};
