// Words that announce a secret: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Norwegian, Japanese,
// Arabic; words for passwords in some more. As sources of regular expressions without regard to case.

/** Any value may follow. They may end a longer word: `Kundenpasswort`, `DB_PASSWORD`. */
export const PASSWORD_WORDS = [
  String.raw`pass-?words?|pass-?phrases?|passwd|pwd|pass-?codes?|pass-?keys?`,
  'passwort(?:s|es)?|passwörter|kennwort(?:s|es)?|kennwörter|losungswort|wlan-schlüssel',
  'mots? de passe|mdp',
  'contraseñas?|contrasenas?|clave de acceso',
  "parola d'ordine|parola chiave|chiave di accesso",
  'senhas?|palavras?-passe|palavra passe',
  'wachtwoord(?:en)?',
  String.raw`hasło|hasła|hasłem|haśle|haslo`,
  'passord(?:et)?',
  'lösenord(?:et)?|adgangskode[nr]?|salasana(?:ni|n)?',
  String.raw`şifre(?:m|n|si|miz)?(?:[iy]i?|de|yi)?|parola(?:m|mı|nız|yı)|parolă|parola mea|hesl[oaem]{1,2}|jelszó|jelszav\p{L}{1,3}|lozink[aue]|slaptažod\p{L}{1,3}`,
  String.raw`парол(?:ь|я|ем|ю|и)|парола|κωδικός πρόσβασης`,
  '密码|密碼|口令|비밀번호|비번|암호|패스워드',
  'パスワード|暗証番号|合言葉',
  'كلمة (?:ال)?(?:مرور|سر)|كلمة مرور|الرقم السري',
  'पासवर्ड|รหัสผ่าน|mật khẩu|kata sandi|סיסמ[הא]',
] as const;

/** The same, but with another meaning in many texts. */
export const AMBIGUOUS_PASSWORD_WORDS = String.raw`(?<![\p{L}\p{N}]|palabras? |puntos? |temas? |elementos? )claves?`;

/** The same, but part of many other words: only as words of their own, before a sign or "is", and not for those who travel. */
export const SHORT_PASSWORD_WORDS = String.raw`(?=p)(?<![\p{L}\p{N}-])(?<!(?:boarding|bus|ski|season|guest|press|travel|day|train|rail|mountain) )(?:pw|pass|psw|pswd|passw|pwort)(?=["'*\x60]{0,2} ?[:=]|["'*\x60]{0,2} (?:is|ist|est|es|è|é|to|lautet) )`;

/** Short ones, of which what is made up follows directly. */
export const SHORTEST_PASSWORD_WORDS = String.raw`(?=p)(?<![\p{L}\p{N}-])(?:pw|pass|psw|pswd|passw)(?= )`;

/** A name and a password follow, parted by a slash. */
export const LOGIN_WORDS = [
  'log-?ins?|log in|sign-?in|user(?:name)?|account|credentials?|access',
  'zugang|zugangsdaten|anmeldedaten|anmeldung|benutzer(?:name)?|nutzer(?:name)?|konto',
  'identifiants?|connexion|compte|utilisateur',
  'usuario|acceso|cuenta|credenciales|entro con|accedo con',
  'utente|accesso|credenziali',
  'utilizador|usuário|acesso|conta|credenciais',
  'gebruiker(?:snaam)?|inloggegevens|toegang',
  'użytkownik|logowanie|loguję się|dane logowania|konto',
  'bruker(?:navn)?|innlogging',
] as const;

/** A value of letters and digits follows that no person speaks. */
export const KEY_WORDS = [
  'api[ _-]?keys?|api[ _-]?tokens?|api[ _-]?secrets?|(?:client|app|shared|consumer|webhook)[ _-]secrets?|(?:access|auth|refresh|bearer|security|session|reset|invite|private)[ _-]?tokens?|tokens? d[eo] ac(?:ceso|esso)|token (?:di accesso|dostępu)|(?:secret|private|access|license|recovery|encryption)[ _-]keys?|tokens?|secrets?',
  'api-schlüssel|zugriffsschlüssel|geheimschlüssel|lizenzschlüssel|zugangstoken',
  "clés? (?:d['’])?api|clés? secrètes?|clés? d['’]accès|jetons?(?: d['’]accès)?",
  'claves? (?:de )?(?:la )?api|claves? secretas?|claves? de api',
  'chiav[ei] (?:dell[ae] )?api|chiav[ei] (?:segret[ae]|di accesso)|chiave api',
  'chaves? (?:d[ae] )?api|chaves? secretas?|chaves? de acesso',
  'api-sleutels?|geheime sleutels?|toegangssleutels?',
  'klucz(?:e|a)? (?:do )?api|tajny klucz|klucz dostępu',
  'api-nøkkel|токен(?:а|ом)?|ключ(?:а|ом)? api|api[ -]ключ',
  'مفتاح (?:ال)?API|رمز الوصول',
] as const;

/** A short code follows, of digits or of letters and digits. */
export const CODE_WORDS = [
  String.raw`pin(?:kode[nr]?|koodi|-?kód)?(?:[ -](?:code|number|no\.?))?|cvv2?|cvc2?|cvn|otp|tan|mtan|(?:security|verification|authentication|one[- ]time|access|login|log-?in|sign-?in|sms|2fa|mfa|unlock|confirmation|door|gate|entry|alarm|lockbox)[ -](?:pass)?codes?|passcode|codes? (?:by sms|by text|you (?:texted|sent)|i (?:got|received))`,
  'geheimzahl|geheimnummer|einmalkennwort|prüfziffer|sicherheitscode|sicherheits-code|prüfziffer der karte|prüfnummer|kartenprüfnummer|bestätigungscode|verifizierungscode|einmalcode|einmal-code|einmalpasswort|zugangscode|sms-code|freischaltcode|pin-code|login-code|anmeldecode|türcode|tür-code|torcode|alarmcode|code (?:per|aus der|von der) sms',
  "code (?:pin|secret|de sécurité|de vérification|de confirmation|de validation|à usage unique|sms|de connexion)|cryptogramme(?: visuel)?|code cvv|digicode|code (?:reçu|envoyé)(?: par (?:sms|mail|e-mail))?|code (?:du portail|de la porte|de l’entrée|de l'entrée|d'entrée|d'accès|de l'immeuble|de l'alarme)",
  'código (?:pin|secreto|de seguridad|de verificación|de confirmación|de acceso|sms|de un solo uso|del portal|de la puerta|de entrada|de la alarma)|código (?:que )?(?:me )?(?:llegó|recibí|recibido|enviado)(?: por sms)?|codigo (?:pin|de seguridad|de verificacion)',
  "codice (?:ricevuto|arrivato|inviato)(?: (?:via|per) sms)?|codice (?:pin|segreto|di sicurezza|di verifica|di conferma|di accesso|sms|otp|monouso|del cancello|del portone|della porta|d'ingresso|dell'allarme)",
  'código (?:pin|secreto|de segurança|de verificação|de confirmação|de acesso|sms|do portão|da porta|do prédio|do alarme)|código (?:que )?(?:me )?(?:recebi|recebido|chegou|enviado)(?: por sms)?|codigo de (?:seguranca|verificacao)',
  'pincode|beveiligingscode|verificatiecode|bevestigingscode|eenmalige code|inlogcode|toegangscode|sms-code|code (?:die ik kreeg|per sms)|deurcode|poortcode|code van (?:de|het) (?:poort|deur|alarm|hek)',
  'kod (?:z|przez) sms|kod (?:pin|cvv|cvc|weryfikacyjny|zabezpieczający|bezpieczeństwa|jednorazowy|dostępu|sms|potwierdzający|do (?:bramy|drzwi|domofonu|klatki|alarmu|furtki))',
  'engangskode[nr]?|bekreftelseskode[nr]?|sikkerhetskode[nr]?|engångskod(?:en)?|verifieringskod(?:en)?|säkerhetskod(?:en)?|portkod(?:en)?',
  String.raw`(?:sms|doğrulama|onay|güvenlik) kodu|пин(?:-?код)?|код (?:из смс|подтверждения|безопасности|доступа)|ověřovací kód|ellenőrző kód|cod(?:ul)? de verificare`,
  String.raw`(?:codes?|kod|koden|kodu|kode|codice|código|codigo|код)(?: \p{L}{1,10}){0,2} (?:from|in|by|via|aus|per|von|par|du|reçu par|dal?|via|z|ze|przez|i|por|no|del|van|op) (?:\p{L}{1,6} ){0,2}(?:sms\p{L}{0,2}(?:[:-]et)?|texts?|txt|message|msg|mail|e-mail)(?: msg| message)?`,
  'رمز (?:التحقق|الأمان|التأكيد|الدخول)|الرمز السري|رقم التحقق',
] as const;

/** Words for keys and for codes of scripts that do not part words. */
export const JOINED_KEY_WORDS = 'APIキー|トークン|シークレット|토큰|令牌|密钥|密鑰';
export const JOINED_CODE_WORDS =
  'セキュリティコード|認証コード|確認コード|ワンタイムパスワード|验证码|驗證碼|动态码|PIN码|安全码|인증번호|인증 ?코드|핀번호';

/** How languages say that it is. */
export const IS = [
  'is now|is|was|are',
  'ist jetzt|ist|lautet|war|heißt',
  "est|était|c['’]est",
  'es|era',
  'è|era',
  'é|era',
  'luidt',
  'to jest|jest|brzmi|było|to',
  'är|er|var|это|был|volt',
] as const;

/** The same in scripts that do not part words. */
export const JOINED_IS = ['は|が|是|为|為|은|는|이|가|คือ|là|है', 'هي|هو|هى'] as const;

/** What stands between a secret and the word for it where it is new: `changed the password to …`. */
export const TO = [
  'to|into|with',
  'auf|in|zu|mit',
  "à|en|c['’]est",
  'a|por|con',
  'para|em',
  'naar|op|met',
  'na',
  'til',
] as const;

/** What people write behind a word and a colon that is no secret. */
export const NO_SECRET = [
  'forgotten|forgot|lost|unknown|none|wrong|incorrect|invalid|expired|missing|reset|required|hidden|see|yes|no|not|sent|same|protected|null|undefined|empty',
  'vergessen|verloren|unbekannt|falsch|keins?|keine|ungültig|abgelaufen|zurücksetzen|ja|nein|siehe|nicht|erforderlich',
  'oubliée?|perdue?|inconnue?|erronée?|faux|invalide|expirée?|aucune?|oui|non|incorrecte?',
  'olvidad[ao]|perdid[ao]|desconocid[ao]|incorrect[ao]|inválid[ao]|ningun[ao]|sí|no',
  'dimenticat[ao]|pers[ao]|sconosciut[ao]|errat[ao]|non|nessun[ao]|scadut[ao]|sì',
  'esquecid[ao]|esqueci|errad[ao]|inválid[ao]|nenhum[ao]?|sim|não',
  'vergeten|kwijt|onbekend|onjuist|verkeerd|geen|ongeldig|verlopen|ja|nee',
  'zapomniane|nieznane|błędne|nieprawidłowe|brak|nie|tak|wygasło',
  'glemt|feil|ukjent|ugyldig|fel|forkert|väärä',
  'забыл|неверный|yanlış|zapomenut[éo]|špatn[éý]|错误|錯誤',
] as const;
