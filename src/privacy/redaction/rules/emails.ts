import {
  ahead,
  ANY,
  behind,
  EDGE,
  either,
  has,
  LINE,
  type Match,
  matchAt,
  matchBefore,
  maybe,
  not,
  NUMBER,
  past,
  type Row,
  sign,
  SPACE,
  standsFor,
  token,
  upTo,
  word,
  WORD_OR_NUMBER,
} from '../reading/pattern.ts';
import { speaksBefore } from '../reading/surroundings.ts';
import { hasAny, type Token } from '../reading/tokens.ts';
import type { Window } from '../reading/window.ts';
import type { Finding, Rule } from './rule.ts';

/** The most tokens of a name or a label. */
const MAX_TOKENS = 40;
/** The reach of a word that speaks of addresses, in characters. */
const CONTEXT = 40;

const BRACKET = '([{<)]}>_*#~|';
/** The end of a line, or a slip. */
const BREAK: Row = [maybe(SPACE), maybe(LINE), maybe(SPACE)];

/** `(at)`, `_at_`; words also stand in dashes and quotes. */
function within(signs: string, ...row: Row): Row {
  return [maybe(SPACE), sign(signs), maybe(SPACE), ...row];
}
const BRACKETED: Row = within(BRACKET);
const SET_OFF: Row = within(`${BRACKET}-'"“”`);

/** ` dot `, `(dot)`, `[.]` */
const SPELLED_DOT = standsFor(
  '.',
  either([SPACE, has('dot'), SPACE], within(BRACKET, either([sign('.')], [has('dot')]), ...BRACKETED)),
);
const SPELLED_DASH = standsFor('-', SPACE, has('dash'), maybe(SPACE, has('dash')), SPACE);
const DOT = either([sign('.')], [SPELLED_DOT]);

/** Letters, digits and hyphens; the letters of one script, so that text of another script behind it does not belong to it. */
function label(isOfScript: (token: Token) => boolean): Row {
  const piece = token((one) => one.kind === 'number' || (one.kind === 'word' && isOfScript(one)));
  return [piece, upTo(MAX_TOKENS, upTo(2, sign('-')), piece)];
}
const LABEL = either(
  label(({ isLatin }) => isLatin),
  label(({ isLatin }) => !isLatin),
);

/** Letters alone: `localhost` and version numbers are no domains. */
const ENDING = either(
  [word('xn'), sign('-'), sign('-'), WORD_OR_NUMBER, upTo(MAX_TOKENS, maybe(sign('-')), WORD_OR_NUMBER)],
  [token(({ kind, text }) => kind === 'word' && /^\p{L}{2,24}$/u.test(text)), not(NUMBER)],
);
const TAIL = either(
  [past(5, either([DOT, LABEL]), DOT, ENDING, not(sign('-'), WORD_OR_NUMBER))],
  [past(5, either([DOT, LABEL]), DOT, ENDING)],
);
const WHOLE = not(either([WORD_OR_NUMBER], [sign('-')]));
const KNOWN_ENDING = token(({ roles, text }) => roles.has('ending') && /^(?:\p{Ll}+|\p{Lu}+)$/u.test(text));
/** `.co .uk` */
const COUNTRY = maybe(behind(word('co')), standsFor('.', ...BREAK, maybe(sign('.')), ...BREAK), KNOWN_ENDING, WHOLE);
const PROVIDER: Row = [maybe(word('t'), sign('-')), has('provider'), WHOLE];
/** Names of providers that are words of their own as well. */
const WORD_TOO = word('mail', 'web', 'me', 'live', 'free', 'orange', 'one', 'onet', 'proton', 'uol', 'wp', 'o2');

const HOST: Row = [LABEL, TAIL, upTo(5, TAIL), COUNTRY];
/** `gmail .com`, `gmail. com`, `gmail,com`, `gmail com`: a slip in place of the dot before an ending of addresses. */
const LOOSE_PROVIDER: Row = [
  ...PROVIDER,
  standsFor('.', ...BREAK, upTo(2, sign('.,')), ...BREAK),
  KNOWN_ENDING,
  WHOLE,
  COUNTRY,
];
const LOOSE_HOST: Row = [
  LABEL,
  standsFor('.', either([...BREAK, sign('.'), ...BREAK], [sign(',')])),
  KNOWN_ENDING,
  WHOLE,
  maybe(DOT, ENDING),
];
const LETTER = token(({ kind, text }) => (kind === 'word' || kind === 'number') && text.length === 1);
/** `o u t l o o k . c o m` */
const SPACED_HOST: Row = [
  LETTER,
  upTo(MAX_TOKENS, SPACE, LETTER),
  SPACE,
  sign('.'),
  SPACE,
  LETTER,
  SPACE,
  LETTER,
  upTo(MAX_TOKENS, SPACE, either([LETTER], [sign('.-')])),
];

/** A name, read from its end: signs within it, and what may begin it. */
function name(isOfScript: (token: Token) => boolean): Row {
  const letters = token((one) => one.kind === 'number' || (one.kind === 'word' && isOfScript(one)));
  const part: Row = [upTo(4, sign(".'’&~-")), either([letters], [sign('_%+')])];
  return [not(sign(".'’")), ...part, upTo(MAX_TOKENS, ...part)];
}
const LATIN_NAME: Row = name(({ isLatin }) => isLatin);
const NAME = either(
  [ahead(token(({ kind, isLatin }) => kind !== 'word' || isLatin)), ...LATIN_NAME],
  name(() => true),
);
const QUOTED: Row = [sign('"'), upTo(60, not(either([EDGE], [sign('"@')])), ANY), sign('"')];
const SPACED = either([LETTER], [sign('._-')]);
const SPACED_NAME: Row = [SPACED, SPACE, SPACED, SPACE, SPACED, upTo(MAX_TOKENS, SPACE, SPACED)];
/** `jane dot roe`, `jane . roe` */
const SPELLED_NAME: Row = [
  NAME,
  upTo(3, either([SPELLED_DOT], [SPELLED_DASH], [standsFor('.', SPACE, sign('.'), SPACE)]), NAME),
];

const FILE = /\.(?:html?|php|js|pdf|jpe?g|png)$/i;
/** `logo@2x.png` */
const PICTURE = /^\dx\.(?:png|jpe?g|gif|webp|svg)$/i;

/** How the two parts of an address stand together. */
type Form = 'bracketed' | 'tight' | 'behind' | 'before' | 'apart' | 'clear' | 'loose' | 'missing';

const AT = sign('@');
const SPACES = either([SPACE, maybe(LINE), maybe(SPACE)], [LINE, maybe(SPACE)]);

type Forms = readonly (readonly [form: Form, before: Row, behind: Row])[];

/** What stands before and behind the sign, by its class. The first form with a name and a host around it counts. */
const FORMS: Readonly<Record<string, Forms>> = {
  '@': [
    ['bracketed', BRACKETED, [AT, ...BRACKETED]],
    ['tight', [], [AT, maybe(AT)]],
    ['behind', [], [AT, SPACES]],
    ['before', [SPACES], [AT]],
    ['apart', [SPACES], [AT, SPACES]],
  ],
  at: [
    ['bracketed', SET_OFF, [ANY, ...SET_OFF]],
    ['clear', [SPACE], [ANY, SPACE]],
  ],
  looseAt: [
    ['bracketed', SET_OFF, [ANY, ...SET_OFF]],
    ['loose', [SPACE], [ANY, SPACE]],
  ],
  tightAt: [['bracketed', [sign('([{'), ahead(WORD_OR_NUMBER)], [ANY, sign(')]}'), ahead(WORD_OR_NUMBER)]]],
  provider: [['missing', [SPACE, not(has('at', 'looseAt'))], [not(WORD_TOO)]]],
};

function emailAt(window: Window, forms: Forms): Finding[] {
  const first = window.at(0).first - window.place;
  for (const [form, before, behind] of forms) {
    const left = matchBefore(window, before, first);
    const right = left && matchAt(window, behind);
    const host = right && hostAt(window, right.to + 1);
    const local = left && host && localBefore(window, left.from, form !== 'tight' || host.isSpelled);
    if (local === undefined || host === undefined || !isAddress(window, form, local, host)) continue;
    // The name before a host, of a link or of a repository, is nobody's address.
    const isInLink = window.text(local.from - 3, local.from - 1) === '://';
    if (isInLink || (local.text === 'git' && window.is(host.to + 1, ':'))) return [];
    const value = `${local.text}@${host.text}${host.isBare ? '.com' : ''}`.toLowerCase();
    return [{ kind: 'email', from: local.from, to: host.to, value }];
  }
  return [];
}

interface Part extends Match {
  readonly text: string;
  readonly isSpelled: boolean;
}

interface Host extends Part {
  /** A slip stands in place of a dot. */
  readonly isLoose: boolean;
  /** The name of a provider alone. */
  readonly isBare: boolean;
  readonly isProvider: boolean;
}

function hostAt(window: Window, from: number): Host | undefined {
  const whole = matchAt(window, HOST, from) ?? matchAt(window, SPACED_HOST, from);
  const loose = whole ?? matchAt(window, LOOSE_PROVIDER, from) ?? matchAt(window, LOOSE_HOST, from);
  const match = loose ?? matchAt(window, [not(WORD_TOO), ...PROVIDER], from);
  if (match === undefined) return undefined;
  return {
    ...plain(window, match),
    isLoose: whole === undefined,
    isBare: loose === undefined,
    isProvider: matchAt(window, PROVIDER, from) !== undefined,
  };
}

function localBefore(window: Window, end: number, mayBeSpelled: boolean): Part | undefined {
  const rows = [...(mayBeSpelled ? [SPACED_NAME] : []), QUOTED, mayBeSpelled ? SPELLED_NAME : [NAME]];
  for (const row of rows) {
    const match = matchBefore(window, row, end);
    if (match !== undefined) return plain(window, match);
  }
  return undefined;
}

/** The text of a part as it is meant. */
function plain(window: Window, match: Match): Part {
  let text = '';
  let at = match.from;
  for (const spelled of match.values.toSorted((one, other) => one.from - other.from)) {
    text += window.text(at, spelled.from - 1) + spelled.text;
    at = spelled.to + 1;
  }
  text += window.text(at, match.to);
  return { ...match, text: text.replaceAll(' ', ''), isSpelled: match.values.length > 0 || text.includes(' ') };
}

/** Words alone say little: `at the dot matrix`, `meet at noon. no problem`; so do spaces around the sign. */
function isAddress(window: Window, form: Form, local: Part, host: Host): boolean {
  const isLikeName = /\p{L}[._]\p{L}|\p{L}\d/u.test(local.text);
  const mayBeName = local.isSpelled || !(hasAny(window.at(local.to), ['notName', 'login']) || FILE.test(local.text));
  const ending = window.at(host.to);
  const isUsual = ending.roles.has('ending');
  const isWord = form === 'clear' || form === 'loose';
  if (form === 'bracketed') return true;
  if (form === 'tight') return !PICTURE.test(host.text);
  if (host.isBare || (isWord && !/^\p{L}{2,4}$/u.test(ending.text))) return isLikeName && mayBeName && host.isBare;
  if (form === 'clear') return true;
  if (!mayBeName) return false;
  if (form === 'missing') return isLikeName || (host.isLoose && speaksBefore(window, local.from, CONTEXT, ['mail']));
  if (form === 'loose' && /^\d+$/.test(local.text)) return false;
  if (host.isProvider || (host.isSpelled && !host.isLoose) || local.isSpelled) return true;
  if (form === 'behind') return isUsual;
  if (host.isLoose) return false;
  if (form === 'apart') return isUsual && /\p{L}{3}/u.test(local.text);
  return isLikeName || (form === 'loose' && isUsual && speaksBefore(window, local.from, CONTEXT, ['mail']));
}

export const EMAILS: readonly Rule[] = Object.entries(FORMS).map(([at, forms]) => ({
  name: `email at ${at}`,
  at: [at],
  find: (window) => emailAt(window, forms),
}));
