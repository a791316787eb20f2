/**
 * Control sequences for terminals (ECMA-48): strings such as hyperlinks and titles up to their end, CSI sequences, and
 * two-character escapes. No part of one can run into the next introducer, so that the work is linear in the text; that
 * of Node's stripVTControlCharacters is not, 1 MB of `ESC ]` takes it minutes.
 */
const CONTROL_SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- Control characters are what this is about.
  /(?:\x1B[\]PX^_]|[\x9D\x90\x98\x9E\x9F])[^\0-\x08\n-\x1F\x7F-\x9F]*(?:\x07|\x1B\\|\x9C)|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]|\x1B[ -/]*[0-~]/g;

/** Text without control sequences for terminals; a string without an end loses its beginning only. */
export function withoutControlSequences(text: string): string {
  return text.replaceAll(CONTROL_SEQUENCE, '');
}
