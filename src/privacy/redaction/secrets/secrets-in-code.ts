import { matchesIn } from '../reading/matches.ts';
import { FILLER, type Finding } from '../reading/finding.ts';
import { isPlaceholder, looksRandom, withoutPunctuation } from './secret-looks.ts';

const VALUE = String.raw`[^\s"'<>${FILLER}]`;

/** `Authorization: Token …`, whatever the scheme. */
const AUTHORIZATION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:proxy-)?authorization|x-[\w-]{0,20}(?:auth|token|key|secret|session)[\w-]{0,20})["']? ?[:=] ?["']?(?:(?:basic|bearer|token|apikey|negotiate|ntlm) +)?(?!digest|aws4)(${VALUE}{8,4096})`,
  'giu',
);
/** The session and what else a browser is known by; the other pairs of a cookie say little. */
const COOKIE = new RegExp(String.raw`(?<![\p{L}\p{N}])cookies?["']? ?[:=] ?["']?([^\n"${FILLER}]{4,4096})`, 'giu');
const PAIR = /([\w.-]{1,64})=([^\s;,"'&]{4,2048})/g;
const SESSION = /sess|sid$|^sid|auth|token|jwt|login|remember|secret|[cx]srf|connect\.|pass|^id$|key/i;
/** The names of sessions and signatures in links and forms. */
const PARAMETER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:php|j|asp\.net_)?sess(?:ion)?_?(?:id)?|sid|jwt|otp|sig|signature|x-amz-signature|accountkey|sharedaccesskey)=(${VALUE}{8,2048})`,
  'giu',
);

/** An element of XML. */
const ELEMENT = new RegExp(
  String.raw`<[\w:-]{0,20}(?:password|passwd|pwd|passwort|secret|token|api-?key)>([^<\s${FILLER}]{3,512})(?=</)`,
  'giu',
);

/** `curl -u name:password`. */
const USER = new RegExp(
  String.raw`(?<=\s(?:-u|-U|--user|--proxy-user|--auth)[ =]["']?)[^\s:"'@/${FILLER}]{1,64}:(?!//|\d+(?:\s|$))[^\s"'${FILLER}]{1,128}`,
  'gu',
);
/** `--password …`. */
const OPTION = new RegExp(
  String.raw`(?<=--[\w-]{0,20}(?:password|passwd|pass|pwd|passphrase|token|secret|key) ["']?)[^\s"'${FILLER}-][^\s"'${FILLER}]{2,255}`,
  'gu',
);
/** `mysql -p…`, `sshpass -p …`: what the option of these programs is followed by. */
const PROGRAM = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump)?|sshpass|docker login|podman login|helm|redis-cli|plink|pscp|psftp|putty|7z|zip|unzip|mosquitto_(?:pub|sub)|ldap(?:search|modify|add|whoami)|net use|smbclient|rpcclient|xfreerdp|sqlcmd|isql|mongo(?:sh|dump)?|cqlsh|htpasswd|openssl|kinit|doctl|snmpget|snmpwalk|ipmitool|winrs|psexec|az login|vncviewer)(?![\p{L}\p{N}])[^\n${FILLER}]{0,80}? -(?:p|P|pw|a|w|t|pass|auth) ?["']?([^\s"'${FILLER}-][^\s"'${FILLER}]{2,127})`,
  'gu',
);
/** `kate/Sommer2020 login`. */
const NAME_AND_PASSWORD = new RegExp(
  String.raw`(?<![^\s"'(])[\p{L}\d._-]{2,32}/((?=[^\s\d/]{0,31}\d)(?=[^\s\p{L}/]{0,31}\p{L})(?=[^\s/]{0,31}[A-Z!#$%&*_+=?-])[^\s/${FILLER}]{6,32})(?= (?:[Ll]og-?in|[Ss]ign-?in|credentials|zugang|anmeldung|acceso|accesso|acesso|toegang|connexion|inlogg|innlogging)(?!\p{L}))`,
  'gu',
);

/** `IDENTIFIED BY '…'`, `AUTH …`, `/pass:…`, `enable secret 5 …`: what other languages and protocols have before it. */
const KEYWORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:IDENTIFIED (?:WITH \w{1,40} )?(?:BY|AS)|ENCRYPTED PASSWORD|WITH PASSWORD(?: ?=)?|AUTH (?:PLAIN|LOGIN)|(?<=^|\n|> ?)AUTH(?= )|PASS(?= )|/(?:pass|password|pw|p|rp):|(?:enable|username \S{1,40}) (?:secret|password)(?: \d)?|password \d|snmp-server community|(?:isakmp|radius-server|tacacs-server) key(?: \d)?|wpa-psk|key-string|WIFI:[^\n]{0,80}?P:|P:(?=[^\s;]{8,63};;)) ?N?["']?([^\s"';${FILLER}]{6,128})`,
  'gu',
);
/** The last of the arguments of a call that connects or logs in. */
const ARGUMENT = new RegExp(
  String.raw`(?:auth|login|log_in|connect|construct|open|args|bind|credentials?|Client|basic)\w{0,12}\(?\)?[^()\n${FILLER}]{0,32}\((?:[^()\n${FILLER}]{1,120}, ?)["']?([^\s"',()${FILLER}]{6,128})["']?\)`,
  'giu',
);
/** The secret behind the id of a key of Amazon. */
const BEHIND_ID = /A[KS]IA[A-Z0-9]{16}[^\n]{1,40}?(?<![\w/+])([A-Za-z0-9/+]{40})(?![\w/+])/g;
/** The code of a login at another service in the link back to it, and other short names in such links. */
const LINK_CODE =
  /[?&](?:code|t|k|h|key|hash|ticket|oobCode|confirmation|invite|verify|reset|magic|login|link|access|auth|st)=([\w~%./+-]{16,512})/giu;
/** `response="…"` of RFC 7616. */
const DIGEST = /digest [^\n]{0,400}?response="([0-9a-f]{16,128})"/giu;
/** `webmaster:Sommer2020` behind a word for logging in. */
const NAME_COLON = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:log-?in|ftp|ssh|sftp|smtp|imap|basic auth|creds|credentials|user)(?: is| are|:)? [\p{L}\d._-]{2,32}:((?=[^\s]{0,40}[\d\p{Lu}])[^\s:/,${FILLER}]{6,64})(?=[\s),.]|$)`,
  'giu',
);
/** `expected=622482 got=678070` of a line about codes. */
const PAIR_OF_CODES =
  /(?<![\p{L}])(?:otp|pin|totp|mfa|2fa|code)[^\n]{0,24}? expected[=: ]{1,2}["']?(\d{4,8})["']?,? (?:got|actual|received|given|was)[=: ]{1,2}["']?(\d{4,8})/giu;

/** Secrets of headers, links, forms and commands, as people paste them. */
export function secretsInCode(text: string): Finding[] {
  const found: Finding[] = [];
  const push = (start: number, value: string) => {
    found.push({ kind: 'secret', start, end: start + value.length, value });
  };
  for (const expression of [AUTHORIZATION, PARAMETER, ELEMENT, PROGRAM, NAME_AND_PASSWORD, BEHIND_ID, NAME_COLON]) {
    for (const { 0: all, 1: value = '', index } of matchesIn(expression, text)) {
      if (!isPlaceholder(value)) push(index + all.length - value.length, withoutPunctuation(value));
    }
  }
  for (const expression of [KEYWORD, ARGUMENT, LINK_CODE, DIGEST]) {
    for (const { 0: all, 1: value = '', index } of matchesIn(expression, text)) {
      const isLong = expression === LINK_CODE || expression === DIGEST;
      const whole = withoutPunctuation(value);
      if (isPlaceholder(whole) || !(isLong ? looksRandom(whole) : /\d|\p{Ll}\p{Lu}|[!#$%&*+=^~?]/u.test(whole)))
        continue;
      push(index + all.lastIndexOf(value), whole);
    }
  }
  for (const { 0: all, 1: one = '', 2: other = '', index } of matchesIn(PAIR_OF_CODES, text)) {
    push(index + all.indexOf(one), one);
    push(index + all.length - other.length, other);
  }
  for (const { 0: all, 1: pairs = '', index } of matchesIn(COOKIE, text)) {
    for (const { 0: pair, 1: name = '', 2: value = '', index: at } of pairs.matchAll(PAIR)) {
      if (!SESSION.test(name) && !looksRandom(value)) continue;
      push(index + all.length - pairs.length + at + pair.length - value.length, value);
    }
  }
  for (const expression of [USER, OPTION])
    for (const { 0: value, index } of matchesIn(expression, text)) push(index, value);
  return found;
}

const SIGNS =
  /(?:authorization|cookies?|se?ss?(?:ion)?_?id|sid|jwt|otp|signature|key)["']? ?[:=]| -[-uUpa]|\/\S{6,32} \p{L}/iu;

/** Whether a text may hold one of them. */
export function mayHoldSecretInCode(text: string): boolean {
  return SIGNS.test(text);
}
