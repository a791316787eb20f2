// What settings, parameters, headers, columns and fields with a secret are called: the last words of their names tell.

/** The kind of secret that a name announces. */
export type NameKind = 'password' | 'key' | 'weak' | 'code';

const PASSWORD =
  /(?:^|_)(?:app_?)?(?:pass(?:w(?:or)?d|phrase|code|key|wort)?s?|pwd|pw|psw|pswd|psk|pre_?shared_?key|secret|salasana|contrasena|contraseña|senha|haslo|hasło|heslo|jelszo|jelszó|parola|sifre|şifre|lozinka|wachtwoord|lösenord|losenord|adgangskode|passord|kennwort|mdp|mot_de_passe)\d?$|(?:passw(?:or)?d|passwort|pwd|kennwort|passphrase|_pass|bindpw|storepass|keypass|requirepass|masterauth)$/u;
const KEY =
  /(?:^|_)(?:auth(?:orization)?|(?:auth|access|api|id)?token|jwt|(?:api|app|access|secret|private|master|license|signing|encryption|account|shared_access|service_role|encryption|deploy|webhook|auth|hmac|admin|root|user|sender|server|client|storage|consumer|integration|recovery|security|ssh|gpg|wpa|wifi|wep|network|subscription|functions|host|dd_api|x_auth|publish)_?key|credentials?|(?:net|core|auth|session|login)_cookies?|sig|signature|hmac|session|sess|sessid|sid|(?:session|sess|php_?sess|j_?session)_?id|phpsessid|jsessionid|connect_sid|[cx]srf(?:_token)?|secrets?|saml_?response|saml_?request|assertion|community|auth_?string|code_verifier|bearer|remember_me|logged_in(?:_[0-9a-f]{1,64})?)\d?$|(?:token|secret|apikey|_auth|sessid|sessionid)$/u;
const PLAIN_KEY = /(?:^|_)key$/;
/** Keys that are shown to everybody, or are none. */
const OPEN_KEY =
  /(?:public|publishable|pub|primary|foreign|unique|sort|partition|row|cache|order|hot|site|object|idempotency|translation|i18n|message|product|issue|project|map|registry|group|index|search|measurement|routing|event|license_plate|key_id|jira|short|arrow|press|on|answer|room|car|house)_?key$/;
const CODE =
  /(?:^|_)(?:pin(?:_?(?:code|nr|no|number))?|puk\d?|otp|totp|tan|cvv2?|cvc2?|cvn|cid|csc|(?:sms|mfa|2fa|security|verification|auth|login|access|alarm|door|one_?time|otp|two_factor|recovery|backup)_?code)$/;

/** The words of a name, `dbPassword` and `DB-Password` alike: `db_password`. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})|(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
}

/** Which kind of secret a setting of that name holds, if one. */
export function kindOfName(name: string): NameKind | undefined {
  const words = wordsOf(name);
  if (OPEN_KEY.test(words)) return undefined;
  if (PASSWORD.test(words)) return 'password';
  if (KEY.test(words)) return 'key';
  if (PLAIN_KEY.test(words)) return 'weak';
  return CODE.test(words) ? 'code' : undefined;
}
