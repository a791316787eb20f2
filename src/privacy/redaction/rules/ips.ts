import {
  behind,
  either,
  has,
  LATIN,
  matchAt,
  matchBefore,
  maybe,
  not,
  NUMBER,
  type Row,
  sign,
  SPACE,
  token,
  upTo,
  word,
  WORD,
} from '../reading/pattern.ts';
import { before, isBeginningOfIdentifier, isRestOfIdentifier } from '../reading/surroundings.ts';
import type { Token } from '../reading/tokens.ts';
import { canonicalIp } from '../reading/canonical-ip.ts';
import type { Window } from '../reading/window.ts';
import type { Finding, Rule } from './rule.ts';

/** The longest IPv6 address, in characters. */
const MAX_LENGTH = 45;
const MIN_LENGTH = 6;
const CONTEXT = 40;
/** Masks, and addresses that name no machine but the own one or none. */
const NOBODY = /^(?:0|127|255)\./;
/** Eight pairs are the number of a device (EUI-64). */
const PAIRS = /^[0-9a-f]{2}(?::[0-9a-f]{2})+$/i;

const DOT = either([sign('.')], [sign('[('), sign('.'), sign('])')]);
const HEX = token(({ kind, text }) => kind !== 'sign' && /^[0-9a-f]{1,4}$/i.test(text));

/** Four numbers: an address or a version. `1.2.3.4,5` and `1.2.3.4-5678` are decimals and ids, where no address follows. */
const FOUR: Row = [
  not(behind(either([sign('._'), NUMBER], [sign('_')], [sign(','), NUMBER, not(sign('.'))]))),
  NUMBER,
  DOT,
  NUMBER,
  DOT,
  NUMBER,
  DOT,
  NUMBER,
  not(either([sign('.'), NUMBER], [sign('_')])),
  not(either([sign(',')], [sign('-'), not(token(({ text }) => text.length <= 3))]), NUMBER, not(sign('.'), NUMBER)),
];
const SIX: Row = [
  not(behind(either([HEX], [sign('._')], [LATIN], [sign(':'), not(either([not(HEX), WORD], [NUMBER, word('ipv')]))]))),
  upTo(MAX_LENGTH, either([HEX], [sign(':'), either([sign(':')], [HEX])], [sign('.'), NUMBER])),
  not(either([LATIN], [sign('_')])),
];

/** What right before or right behind four numbers makes them a version or a part of a path. */
const BEFORE_OTHER: Row = [
  either([sign('/'), WORD, not(sign('/@'))], [maybe(SPACE), sign('='), sign('<>')], [word('v')]),
];
const BEHIND_OTHER: Row = [
  either(
    [sign('+')],
    [either([SPACE], [sign('-')]), word('build', 'beta', 'alpha', 'rc', 'release', 'r')],
    [SPACE, word('or', 'oder', 'ou', 'o', 'of', 'lub', 'albo', 'eller', 'или'), SPACE, has('newer')],
  ),
];

export function ipRules(known: string | undefined): readonly Rule[] {
  // Versions of one program begin with the same number.
  const versions = new Set<string>();
  const find4 = (window: Window): Finding[] => {
    const match = matchAt(window, FOUR);
    if (match === undefined) return [];
    const { from, to } = match;
    const value = canonicalIp(window.text(from, to).replaceAll(/[^\d.]/g, ''));
    if (value !== undefined && value === known) return [{ kind: 'ip', from, to, value, known: true }];
    const said = saidBefore(window, to);
    const first = window.at(0).text;
    if (said === 'version' || (value === undefined && first.length < 3)) versions.add(first);
    const isVersion = versions.has(first) && said !== 'machine';
    if (value === undefined || isVersion || said === 'section' || NOBODY.test(value) || isPartOfOther(window, to))
      return [];
    const isEnclosed = window.is(-1, '[') && window.is(to + 1, ']');
    return [{ kind: 'ip', from, to, value, ...(isEnclosed && { certain: true }) }];
  };
  const find6 = (window: Window): Finding[] => {
    const from = matchBefore(window, [upTo(4, HEX)])?.from ?? 0;
    const to = matchAt(window, SIX, from)?.to ?? from;
    const written = window.text(from, to);
    if (written.length < MIN_LENGTH || PAIRS.test(written)) return [];
    const value = canonicalIp(written);
    if (value?.includes(':') !== true || value.replaceAll(/[:0]/g, '').length < 2) return [];
    return [{ kind: 'ip', from, to, value, certain: true, ...(value === known && { known: true }) }];
  };
  return [
    { name: 'IPv4', at: ['number'], find: find4 },
    { name: 'IPv6', at: [':'], find: find6 },
  ];
}

/** Whether four numbers are a part of an identifier, a path, or a release. */
function isPartOfOther(window: Window, to: number): boolean {
  return (
    (matchBefore(window, [LATIN]) !== undefined && isRestOfIdentifier(window, 0, false)) ||
    isBeginningOfIdentifier(window, to) ||
    matchBefore(window, BEFORE_OTHER) !== undefined ||
    matchAt(window, BEHIND_OTHER, to + 1) !== undefined
  );
}

/** What the words before four numbers say that they are. */
function saidBefore(window: Window, to: number): 'machine' | 'version' | 'section' | undefined {
  let words = 0;
  let isDirect = true;
  for (const [token] of before(window, 0, CONTEXT)) {
    if (token.roles.has('machine')) return 'machine';
    // Far from the word for a program, large numbers are rather those of an address.
    if (token.roles.has('program')) return isDirect || !/\d{3}/.test(window.text(0, to)) ? 'version' : undefined;
    if (words === 0 && (token.roles.has('section') || token.text === '§')) return 'section';
    if (token.kind === 'word') words += 1;
    if (token.kind === 'number' || (token.kind === 'word' && !isBetween(token))) isDirect = false;
    if (token.kind === 'sign' && ',;!?'.includes(token.text)) return undefined;
  }
  return undefined;
}

/** A word between that for a program and the number of its version: `Chrome is now at …`. */
function isBetween({ text, lower, roles }: Token): boolean {
  return (
    text.length <= 2 ||
    roles.has('is') ||
    roles.has('program') ||
    /^(?:now|jetzt|the|der|die|von|van|para|naar|till?|new|neue?|latest|current|nummer|number|nro?)$/.test(lower)
  );
}
