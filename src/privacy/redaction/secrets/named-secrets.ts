import { FILLER, type Finding } from '../reading/finding.ts';
import { matchesIn } from '../reading/matches.ts';
import { isPlaceholder, looksRandom, withoutPunctuation } from './secret-looks.ts';
import { kindOfName, type NameKind } from './secret-names.ts';
import { isTalk } from './talk-of-secrets.ts';

/** A name and all up to the sign before its value: `name=`, `"name": `, `name =>`, `define('NAME', `, `name) VALUES`. */
const NAMED =
  /(?<![\p{L}\p{N}_.$-])[\p{L}_.$][\p{L}\p{N}_.$-]{0,79}(?:\\?["'\x60\]]){0,2}[ \t]{0,3}(?::=|=>|[:=]|,(?= ?["'])|"? (?:value|default) ?=|(?<=KEY|TOKEN|PASSWORD)(?= ))[ \t]{0,3}(?:>[ \t]?)?/giu;
const QUOTED =
  /(?:base64:)?[Nbrfu@]?(?:\\?"([^"\n\uFFFC]{2,4096}?)\\?"|'([^'\n\uFFFC]{2,4096})'|\x60([^\x60\n\uFFFC]{2,4096})\x60|\[([^\]\s\uFFFC]{2,256})\](?![\w(]))/uy;
const BARE = new RegExp(
  String.raw`(?:base64:|(?:Token|Basic|Bearer|ApiKey|SSWS|Digest|Key|GenieKey|Bot|NTLM|Negotiate|OAuth|DeepL-Auth-Key|Splunk)[ =]["']?(?=\S{8}))?((?:[^\s"'<>\x60&;${FILLER}]|[&;](?![\p{L}_][\p{L}\d_.-]{0,40}=|\s|$)){2,4096})`,
  'iuy',
);

/** Values of settings, parameters, fields and headers whose name says that they are secret. */
export function namedSecretsIn(text: string): Finding[] {
  const found: Finding[] = [];
  const kinds = new Map<string, NameKind | 'none'>();
  let behind = 0;
  for (const { 0: head, index } of matchesIn(NAMED, text)) {
    // What stands before a host is the whole of a name and a password.
    if (index < behind || text.startsWith('//', index - 2)) continue;
    const name = /^[\p{L}\p{N}_.$-]+/u.exec(head)?.[0] ?? '';
    const sign = head.slice(name.length);
    const kind = name.length < 2 ? undefined : (kinds.get(name) ?? kindOfName(name) ?? 'none');
    if (kind !== undefined) kinds.set(name, kind);
    if (
      kind === undefined ||
      kind === 'none' ||
      (name.toLowerCase() === 'pass' && /\p{L} $/u.test(text.slice(Math.max(0, index - 2), index)))
    )
      continue;
    const value = valueAt(text, index + head.length, kind, sign);
    if (value === undefined) continue;
    behind = value.start + value.value.length;
    found.push({ kind: 'secret', start: value.start, end: behind, value: value.value, certain: true });
  }
  return found;
}

function valueAt(text: string, at: number, kind: NameKind, sign: string): { start: number; value: string } | undefined {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const value = quoted.slice(1).find((group) => group !== undefined) ?? '';
    const start = at + quoted[0].lastIndexOf(value);
    return mayBe(value, kind) ? { start, value } : undefined;
  }
  BARE.lastIndex = at;
  const bare = BARE.exec(text);
  if (bare === null) return undefined;
  const [all, written = ''] = bare;
  const value = withoutPunctuation(written);
  if (!mayBe(value, kind)) return undefined;
  // Prose goes on behind a colon: "Password: the field stays empty".
  const goesOn = /^[ \t]+[\p{L}\p{N}]/u.test(text.slice(at + all.length, at + all.length + 4));
  if (kind === 'password' && goesOn && !/[=>]/.test(sign) && !/[^\p{L}]|\p{Ll}\p{Lu}/u.test(value)) return undefined;
  return { start: at + all.length - written.length, value };
}

function mayBe(value: string, kind: NameKind): boolean {
  if (isPlaceholder(value) || isTalk(value) || /:\/\//.test(value) || value.includes(FILLER)) return false;
  if (kind === 'code') return /^(?=.*\d)[A-Z\d -]{3,12}$/i.test(value);
  if (!/[\p{L}\p{N}]/u.test(value)) return false;
  if (kind === 'password') return value.length >= 3 && !/^\p{L}+[ ]|^\d+[.,]\d+\p{L}*$/u.test(value);
  if (kind === 'weak') return looksRandom(value) && !value.includes('/..');
  return (
    value.length >= 8 &&
    !/^\d{4}-\d\d-\d\d/.test(value) &&
    !/[ ,]|^https?/.test(value) &&
    !/^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(value) &&
    /\d|\p{Ll}\p{Lu}|\p{Lu}\p{Ll}+\p{Lu}/u.test(value) &&
    !/^\d{1,9}$/.test(value)
  );
}
