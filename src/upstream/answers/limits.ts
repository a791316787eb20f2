// The limits of what is read of an answer. A desk stays far below all of them: what is beyond is either no answer of
// the service (MAX_ANSWER_BYTES, MAX_ROWS, MAX_RECORD_BYTES, MAX_VALUES, MAX_DEPTH), and then an error or a record that
// counts as unreadable; or somebody wrote it on purpose (the others), and then a line in its place says what is missing.
// Each of them bounds what has to be done in one go. How long one text may be is in model/text/cut-text.ts: whoever shows it
// has to know.

/** Of an answer, in decoded bytes. */
export const MAX_ANSWER_BYTES = 20 * 1024 * 1024;
/** Of an answer that tells an error, in decoded bytes. */
export const MAX_ERROR_BYTES = 4096;

/** Records on one page. A page is a list on somebody's screen: 10 to 100 of them, or what they had in a year. */
export const MAX_ROWS = 5000;

/** A record without what hangs on it, or one part of it, in bytes of JSON: what is parsed at once. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024;
/** The same in values: the largest record of the specification has 30. */
export const MAX_VALUES = 10_000;
/** The levels of values in each other within it: in the specification, there is one. */
export const MAX_DEPTH = 32;

/** Parts of a record, such as the messages of a chat. A day's work of somebody who writes one every 9 seconds. */
export const MAX_PARTS = 10_000;
/** The length of the texts in all of them, in UTF-16 units. The longest chats of people have a tenth. */
export const MAX_PARTS_LENGTH = 500_000;

/**
 * A fact about somebody, such as a name, in UTF-16 units: an email address has 254 at most. Longer than what is read of
 * it before a part is shown (privacy/redactor.ts), so that nothing that has to be redacted was cut in two unseen.
 */
export const MAX_FACT_LENGTH = 12_000;

/** The same of the desk's own people: many answers name all of them, and 3,000 names of 12,000 characters would hold the event loop for seconds. */
export const MAX_DESK_FACT_LENGTH = 500;
