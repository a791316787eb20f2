import { z } from 'zod';
import lists from './links.json' with { type: 'json' };
import { isPlaceholder, isSlug, looksLikeKey, looksRandom } from '../reading/looks.ts';
import {
  ahead,
  behind,
  either,
  like,
  matched,
  not,
  NUMBER,
  OF_LINE,
  past,
  run,
  sign,
  span,
  token,
  upTo,
  word,
  WORD,
  WORD_OR_NUMBER,
} from '../reading/pattern.ts';
import { isTalk, valueAt } from '../reading/values.ts';
import type { Window } from '../reading/window.ts';
import { type Finding, type Rule, secret, secretRule } from './rule.ts';

// The parts of links and cookies that give access.

const Words = z.array(z.string()).transform((lines) => lines.join(' ').split(' '));
const { lettingIn, webhooks, publicNames } = z
  .object({ lettingIn: Words, webhooks: Words, publicNames: Words })
  .parse(lists);

/** Names a way in: a reset, an invitation, an activation, a login. */
const WAY_IN = new RegExp(lettingIn.join('|'), 'i');
const MIN_LENGTH = 16;

function letsIn(text: string): boolean {
  const isMade = /\d|[a-z][A-Z]/.test(text) && !isSlug(text) && !/\.[a-z]{2,4}$/.test(text);
  return text.length >= MIN_LENGTH && isMade && !isPlaceholder(text);
}

const OF_CHUNK = token(({ kind }) => kind === 'word' || kind === 'number' || kind === 'sign');
const OF_LINK = behind(past(70, OF_CHUNK, sign('/'), sign('/'), sign(':')));
const PATHS = [
  [behind(word(...webhooks)), sign('/'), run('~.-_/', letsIn)],
  [behind(past(8, either([WORD], [NUMBER], [sign('-._')]), like(WAY_IN))), sign('/'), run('~.-_', letsIn)],
  [behind(like(/^[a-z]$/), sign('/')), sign('/'), run('~.-_', (text) => /^[\da-f]{32}$/.test(text))],
  [
    behind(WORD_OR_NUMBER),
    not(behind(word(...publicNames))),
    sign('/'),
    run('~-_', looksLikeKey),
    not(sign('.'), WORD),
    OF_LINK,
  ],
];

const OF_HOST = either([not(sign('/?#@')), OF_CHUNK]);
/** Up to the last `@` in front of a host: a password may have one as well. */
const USER = upTo(60, either([OF_HOST], [sign('@'), ahead(upTo(30, OF_HOST), sign('@'))]));
const SCHEME = [behind(WORD), sign(':'), sign('/'), sign('/')];

/** `https://kate:lemon42@…`, `redis://:lemon42@…`, `https://ghp_…@…`: what stands in front of a host. */
const USERS = [
  [...SCHEME, sign(':'), span(() => true, USER), sign('@')],
  [...SCHEME, span((text) => /:./.test(text) || looksRandom(text) || looksLikeKey(text), USER), sign('@')],
];

/** `PHPSESSID`, `X-Amz-Signature`: what a browser or a request is known by. */
const SESSION =
  /^(?:(?:php|j|asp\.net_)?sess(?:ion)?_?(?:id)?|(?:connect\.)?sid|\.?[\w.]*cookies?|jwt|otp|sig|signature|x-amz-signature|accountkey|sharedaccesskey|oobcode|response)$/;
const IN_COOKIE = /sess|sid$|^sid|auth|token|jwt|login|logged|remember|secret|[cx]srf|connect|pass|^id$|key/;
const IN_LINK = /^(?:code|kode?|codigo|codice|hash|ticket|[tkhc]|link)$/;
const PUBLIC_IN_LINK = /(?<!s)id$|^(?:v|list|state|nonce|ref|ver|si|ved|ei|utm_\w+)$/;
const IS_COOKIE = [behind(past(40, OF_LINE, word('cookie', 'cookies', 'setcookie', 'setcookies')))];

/** `session=…`, `sid=…`, `?k=…`: parameters of links, and cookies. */
function parameterAt(window: Window): Finding[] {
  let first = -1;
  while (first > -40 && (window.isWordOrNumber(first - 1) || window.is(first - 1, '_.-'))) first -= 1;
  const name = window.text(first, -1).toLowerCase();
  const isOfLink = window.is(first - 1, '?&') && !PUBLIC_IN_LINK.test(name);
  const isCookie = IN_COOKIE.test(name) && matched(window, IS_COOKIE) !== undefined;
  if (!isOfLink && !isCookie && !SESSION.test(name)) return [];
  const value = valueAt(window, 1);
  if (value === undefined || isPlaceholder(value.text) || isTalk(value.text)) return [];
  const { from, to, text } = value;
  const isSecret =
    (SESSION.test(name) && text.length >= 8 && (name !== 'response' || looksRandom(text))) ||
    (isOfLink && text.length >= MIN_LENGTH && (IN_LINK.test(name) || (WAY_IN.test(name) && letsIn(text)))) ||
    (isOfLink && looksLikeKey(text)) ||
    (isCookie && text.length >= 4);
  if (!isSecret) return [];
  // `JSESSIONID=….node2`: the server that holds the session.
  const server = /^\w{16,}(\.[a-z]+\d*)$/.exec(text)?.[1];
  return [secret(server === undefined ? value : { from, to: to - (/\d$/.test(server) ? 3 : 2), text })];
}

export const LINKS: readonly Rule[] = [
  secretRule('user in a link', [':'], USERS),
  secretRule('path that lets in', ['/'], PATHS, false),
  { name: 'parameter', at: ['='], find: parameterAt },
];
