/** What documents have in place of a secret, and programs that hide it. */
const PLACEHOLDER =
  /^(?:[*•●.…_xX?#0-]+|\W*(?:redacted|hidden|masked|filtered|removed|secret|password|passwd|passwort|token|null|none|nil|true|false|undefined|empty|unset|string|required|optional|env|n\/?a|todo|tbd|missing|invalid|expired)\W*|[$%]?[{(<[].*|\$[A-Z_]+|%[\w%]+|.*(?:\.\.\.|…|\*{3,}|•{3,}|x{4,}|X{4,}).*)$|(?:^|[^\p{L}])(?:your|my|dein|ihr|insert|example|placeholder|replace|some)[_-]?[\p{L}_-]*(?:key|token|secret|password|pass|here|me)|(?:^|_)here$|^<.*>$|process\.env|getenv|os\.environ/iu;

/** What services make to be shown to everybody. */
const PUBLIC = /^(?:pk_(?:live|test)_|AC[0-9a-f]{32}$|G-[A-Z0-9]{8,}$|GTM-|UA-\d)/;

/** Whether a value stands for a secret that is not shown, or is none because everybody may see it. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || PUBLIC.test(value) || /^(.)\1*$/u.test(value);
}
