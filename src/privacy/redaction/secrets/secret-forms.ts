import { isPlaceholder } from './secret-looks.ts';
import { matchesIn } from '../reading/matches.ts';
import type { Finding } from '../reading/finding.ts';

// How keys and tokens begin, as their services publish it: sources of regular expressions. What is public by design, such as
// the publishable keys of Stripe or the account id of Twilio, is not among them.
const KEY_PREFIXES = [
  String.raw`sk-[\w-]{16,256}`, // OpenAI, Anthropic, OpenRouter, DeepSeek
  String.raw`(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{8,256}`, // Stripe
  String.raw`gh[oprsu]_[A-Za-z0-9]{16,256}`, // GitHub
  String.raw`github_pat_\w{16,256}`,
  String.raw`gl(?:pat|rt|dt|ptt|cbt|soat|ft|oas|agent|imt)-[\w.-]{16,256}`, // GitLab
  String.raw`xox[a-z](?:\.[a-z]{4})?-[A-Za-z0-9-]{8,256}`, // Slack
  String.raw`xapp-[A-Za-z0-9-]{8,256}`,
  String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`, // Amazon
  String.raw`AIza[\w-]{30,60}`, // Google
  String.raw`ya29\.[\w-]{16,512}`,
  String.raw`1//0[\w-]{24,256}`,
  String.raw`npm_[A-Za-z0-9]{30,60}`,
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`, // SendGrid
  String.raw`whsec_[A-Za-z0-9+/=]{16,256}`, // Stripe, Svix
  String.raw`hf_[A-Za-z0-9]{24,64}`, // Hugging Face
  String.raw`r8_[A-Za-z0-9]{30,64}`, // Replicate
  String.raw`key-[0-9a-f]{32}(?![0-9a-f])`, // Mailgun
  String.raw`(?:bot)?\d{8,10}:AA[\w-]{30,36}(?![\w-])`, // Telegram
  String.raw`(?:dop|doo|dor)_v1_[a-f0-9]{64}`, // DigitalOcean
  String.raw`[0-9a-f]{32}-us\d{1,2}(?!\d)`, // Mailchimp
  String.raw`dapi[0-9a-f]{32}(?:-\d)?(?![0-9a-f])`, // Databricks
  String.raw`SK[0-9a-f]{32}(?![0-9a-f])`, // Twilio
  String.raw`sq0[a-z]{3}-[\w-]{22,64}`, // Square
  String.raw`EAAA[\w-]{40,128}|EAA[A-Z][A-Za-z0-9]{40,400}`, // Square, Meta
  String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{24,64}`, // Shopify
  String.raw`c[ks]_[0-9a-f]{40}(?![0-9a-f])`, // WooCommerce
  String.raw`sl\.[\w-]{40,512}`, // Dropbox
  String.raw`dp\.(?:st|pt|ct|scim|audit)\.[\w.-]{20,128}`, // Doppler
  String.raw`nfp_[A-Za-z0-9]{30,64}`, // Netlify
  String.raw`fo1_[\w-]{30,64}|FlyV1 fm2_[\w+/=,-]{40,1024}`, // Fly.io
  String.raw`secret_[A-Za-z0-9]{40,64}`, // Notion
  String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`, // Airtable
  String.raw`key(?=[A-Za-z]{0,13}\d)(?=[a-z0-9]{0,13}[A-Z])[A-Za-z0-9]{14}(?![A-Za-z0-9])`,
  String.raw`ATBB[A-Za-z0-9]{24,64}|ATCTT3x[\w=-]{24,256}`, // Atlassian
  String.raw`tskey-(?:auth|api|client)-[\w-]{16,128}`, // Tailscale
  String.raw`sgp_[\w]{32,128}|tfp_\w{32,128}|vc[pikr]_\w{24,128}|re_[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,64}`, // Sourcegraph, Typeform, Vercel, Resend
  String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,128}`, // Terraform Cloud
  String.raw`(?:live|test)_[A-Za-z0-9]{30,64}(?![A-Za-z0-9])`, // Mollie and others
  String.raw`(?:gsk|pplx|ntn|lin_api|figd|figo|sntry[su]|sbp|sb_secret|rubygems|pscale_(?:tkn|pw|oauth)|dckr_(?:pat|oat)|glsa|glc|nvapi|xkeysib|xsmtpsib|PMAK|NRAK|NRJS|GOCSPX|CFPAT|HRKU|ATATT3x|pypi-AgE|hv[sbr]\.|AGE-SECRET-KEY-1|(?:xai|tvly|pul|csk)-|(?:phx|rnd|jina|fw|shippo_live|duffel_live)_|CCIPAT|EZ[AT]K|FLWSECK|ops_eyJ)(?=[_\w=.-]{0,64}\d)[-_\w=.]{20,512}`, // more services
  String.raw`eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,2048})?`, // JSON Web Token (RFC 7519)
  String.raw`eyJpdiI6[\w+/=%-]{24,4096}`, // Laravel
  String.raw`\$(?:[1568y]|2[abxy]|apr1|argon2(?:id|i|d)|pbkdf2[\w-]{0,16}|scrypt|7|md5)\$[\w./$=,+-]{16,256}`, // hashes of passwords (crypt(5))
] as const;

const BEGIN = String.raw`(?<![\p{L}\p{N}])`;

/** Keys and tokens that are known by their first characters. */
const PREFIXED_TOKEN = new RegExp(`${BEGIN}(?:${KEY_PREFIXES.join('|')})`, 'gu');

/** A secret behind the name of a scheme or a host. */
const SLACK_HOOK = /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,256}/g;
const OTHER_HOOK =
  /(?<=\.webhook\.office\.com\/|outlook\.office\.com\/webhook\/|hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/use\/|chat\.googleapis\.com\/v1\/spaces\/)[\w@/?=&-]{16,300}/g;
const DISCORD_HOOK = /(?<=discord(?:app)?\.com\/api\/webhooks\/)\d{5,30}\/[\w-]{8,256}/g;
/** The end of a link to a reset, an invitation, a login. */
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

/** The beginning of a token in an address of Telegram, where the token begins behind it. */
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
