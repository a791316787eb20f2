import { matchesIn } from './matches.ts';
import type { Finding } from './finding.ts';

const BEGIN = String.raw`(?<![\p{L}\p{N}])`;

/** Keys and tokens that are known by their first characters, as their services publish them. */
const PREFIXED = [
  String.raw`sk-[\w-]{16,256}`, // OpenAI, Anthropic
  String.raw`(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,256}`, // Stripe
  String.raw`gh[oprsu]_[A-Za-z0-9]{16,256}`, // GitHub
  String.raw`github_pat_\w{16,256}`,
  String.raw`glpat-[\w.-]{16,256}`, // GitLab
  String.raw`xox[a-z]-[A-Za-z0-9-]{8,256}`, // Slack
  String.raw`xapp-[A-Za-z0-9-]{8,256}`,
  String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`, // Amazon
  String.raw`AIza[\w-]{30,60}`, // Google
  String.raw`ya29\.[\w-]{16,512}`,
  String.raw`npm_[A-Za-z0-9]{30,60}`,
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`, // SendGrid
  String.raw`whsec_[A-Za-z0-9+/=]{16,256}`, // Stripe, Svix
  String.raw`hf_[A-Za-z0-9]{24,64}`, // Hugging Face
  String.raw`key-[0-9a-f]{32}(?![0-9a-f])`, // Mailgun
  String.raw`\d{8,10}:AA[\w-]{32,34}(?![\w-])`, // Telegram
  String.raw`(?:dop|doo|dor)_v1_[a-f0-9]{64}`, // DigitalOcean
  String.raw`[0-9a-f]{32}-us\d{1,2}(?!\d)`, // Mailchimp
  String.raw`(?:gsk|pplx|ntn|lin_api|figd|sntry[su]|sbp|rubygems|pscale_(?:tkn|pw)|dckr_pat|glsa|glc|nvapi|xkeysib|PMAK|NRAK|GOCSPX|CFPAT|HRKU|ATATT3x|pypi-AgE|hvs\.|AGE-SECRET-KEY-1)[_\w=.-]{16,512}`, // more services
  String.raw`dapi[0-9a-f]{32}(?![0-9a-f])`, // Databricks
  String.raw`SK[0-9a-f]{32}(?![0-9a-f])`, // Twilio
  String.raw`sq0[a-z]{3}-[\w-]{22,64}`, // Square
  String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{24,64}`, // Shopify
  String.raw`eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,2048})?`, // JSON Web Token (RFC 7519)
];
const PREFIXED_TOKEN = new RegExp(`${BEGIN}(?:${PREFIXED.join('|')})`, 'gu');

/** What follows these names of a scheme or a host is the secret. */
const SLACK_HOOK = /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,256}/g;
const DISCORD_HOOK = /(?<=discord(?:app)?\.com\/api\/webhooks\/)\d{5,30}\/[\w-]{8,256}/g;
const BEARER = new RegExp(
  String.raw`(?<=${BEGIN}bearer[ :]{1,3})(?=[\w.~+/-]{0,256}\d)[\w.~+/-]{12,4096}={0,2}`,
  'giu',
);
const BASIC = new RegExp(String.raw`(?<=${BEGIN}basic[ :]{1,3})[A-Za-z0-9+/]{8,512}={0,2}`, 'giu');
const USER_INFO = /(?<=[a-z][a-z0-9+.-]{0,15}:\/\/)[^\s/@:?#\uFFFC]{0,128}:[^\s/@?#\uFFFC]{1,128}(?=@)/giu;

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_TO_ITS_END = /(?:[A-Za-z0-9+/=:,.\s\\]|-(?!----)){0,16384}-----END [A-Z0-9 ]{0,40}-----/y;
const KEY_WITHOUT_END = /(?:\s{0,3}[A-Za-z0-9+/=]{16,80}){0,256}/y;

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
  for (const expression of [PREFIXED_TOKEN, SLACK_HOOK, DISCORD_HOOK, BEARER, USER_INFO]) {
    for (const { 0: value, index } of matchesIn(expression, text)) {
      // Names of things in small letters, such as `sk-rounded-corner-desk`, are none.
      if (value.startsWith('sk-') && !/\d/.test(value)) continue;
      push(index, value.replace(/[.-]+$/, ''));
    }
  }
  for (const { 0: value, index } of matchesIn(BASIC, text)) if (isCredentials(value)) push(index, value);
  return found;
}

const SIGNS = /-----B|eyJ|:\/\/|hooks\.|bearer|basic|[a-z0-9](?:[-_.][\w]|iza|kia|sia)/iu;

/** Whether a text may hold one of them. */
export function mayHoldSecretForm(text: string): boolean {
  return SIGNS.test(text);
}
