import { KEY_PREFIXES } from './key-prefixes.ts';
import { isPlaceholder } from './secret-placeholders.ts';
import { matchesIn } from '../matches.ts';
import type { Finding } from '../finding.ts';

const BEGIN = String.raw`(?<![\p{L}\p{N}])`;

/** Keys and tokens that are known by their first characters. */
const PREFIXED_TOKEN = new RegExp(`${BEGIN}(?:${KEY_PREFIXES.join('|')})`, 'gu');

/** What follows these names of a scheme or a host is the secret. */
const SLACK_HOOK = /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,256}/g;
const OTHER_HOOK =
  /(?<=\.webhook\.office\.com\/|outlook\.office\.com\/webhook\/|hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/use\/|chat\.googleapis\.com\/v1\/spaces\/)[\w@/?=&-]{16,300}/g;
const DISCORD_HOOK = /(?<=discord(?:app)?\.com\/api\/webhooks\/)\d{5,30}\/[\w-]{8,256}/g;
/** What a link to a reset, an invitation, a login ends with. */
const LINK =
  /(?<=\/(?:[\w-]{0,24}(?:reset|magic|invit|verif|confirm|activat|recover|unlock|log-?in|sign-?in|auth|passwor)[\w-]{0,24}|join|token|share|setup)\/)(?=[\w-]{0,64}(?:\d|[a-z][A-Z]))[\w~.-]{16,512}/giu;
const BEARER = new RegExp(
  String.raw`(?<=${BEGIN}bearer[ :]{1,3})(?=[\w.~+/-]{0,256}\d)[\w.~+/-]{12,4096}={0,2}`,
  'giu',
);
const BASIC = new RegExp(String.raw`(?<=${BEGIN}basic[ :]{1,3})[A-Za-z0-9+/]{8,512}={0,2}`, 'giu');
const USER_INFO = /(?<=[a-z][a-z0-9+.-]{0,15}:\/\/)[^\s/@:?#\uFFFC]{0,128}:[^\s/@?#\uFFFC]{1,128}(?=@)/giu;

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_TO_ITS_END = /(?:[A-Za-z0-9+/=:,.\s\\]|-(?!----)){0,16384}-----END [A-Z0-9 ]{0,40}-----/y;
const KEY_WITHOUT_END = /(?:\s{0,3}[A-Za-z0-9+/=]{16,80}){0,256}/y;

/** Of an address of Telegram: the token begins behind it. */
const BOT = /^bot(?=\d)/;

function isCredentials(base64: string): boolean {
  const decoded = Buffer.from(base64, 'base64').toString('latin1');
  return /^[\x20-\x7E]+$/.test(decoded) && decoded.includes(':');
}

/** Secrets that are known by their form. */
export function secretFormsIn(text: string): Finding[] {
  const found: Finding[] = [];
  const push = (start: number, value: string) => {
    found.push({ kind: 'secret', start, end: start + value.length, value, certain: true });
  };
  let behind = 0;
  for (const { 0: beginning, index } of matchesIn(PRIVATE_KEY, text)) {
    if (index < behind) continue;
    const body = index + beginning.length;
    KEY_TO_ITS_END.lastIndex = body;
    KEY_WITHOUT_END.lastIndex = body;
    behind = body + (KEY_TO_ITS_END.exec(text) ?? KEY_WITHOUT_END.exec(text) ?? [''])[0].length;
    push(index, text.slice(index, behind).trimEnd());
  }
  for (const expression of [PREFIXED_TOKEN, SLACK_HOOK, OTHER_HOOK, DISCORD_HOOK, LINK, BEARER, USER_INFO]) {
    for (const { 0: value, index } of matchesIn(expression, text)) {
      // Names of things in small letters, such as `sk-rounded-corner-desk`, are none.
      if (value.startsWith('sk-') && !/\d/.test(value)) continue;
      const whole = value.replace(/[.-]+$/, '');
      if (!isPlaceholder(whole) && whole !== 'sk')
        push(index + (BOT.exec(whole)?.[0].length ?? 0), whole.replace(BOT, ''));
    }
  }
  for (const { 0: value, index } of matchesIn(BASIC, text)) if (isCredentials(value)) push(index, value);
  return found;
}

const SIGNS = /-----B|eyJ|\$\w{1,12}\$|:\/\/|hooks\.|bearer|basic|[a-z0-9](?:[-_.][\w]|iza|kia|sia)/iu;

/** Whether a text may hold one of them. */
export function mayHoldSecretForm(text: string): boolean {
  return SIGNS.test(text);
}
