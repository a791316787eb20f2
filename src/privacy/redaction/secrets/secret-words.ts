// Words that announce a secret: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Norwegian, Japanese,
// Arabic; words for passwords in some more. As sources of regular expressions without regard to case.

/** Any value may follow. They may end a longer word: `Kundenpasswort`, `DB_PASSWORD`. */
export const PASSWORD_WORDS = [
  String.raw`pass-?words?|pass-?phrases?|passwd|pass?w(?:or|ro|ar|r|o|oo)[dt]|pass?words?|passkod\p{L}{0,2}|(?<!\p{L})p/w|bindpw|requirepass|storepass|keypass|masterauth|(?<!\p{L})(?:wpa-)?psk|pre-?shared[ -]key|pasword|passwort|pwd|pass-?codes?|pass-?keys?`,
  '(?:passwort|kennwort)(?:s|es)?|passwörter|kennwort(?:s|es)?|kennwörter|losungswort|(?:wlan|wifi|netzwerk|sicherheits|funk)[ -]?schlüssel|zugangspasswort',
  'mots?[ -]de[ -]passe|(?<!\\p{L})mdp|clé (?:wi-?fi|wep|wpa|réseau|de sécurité)|(?:wi-?fi|wep|wpa2?|wlan|network|router|hotspot) (?:key|clave|sleutel|code|ключ)',
  'contraseñas?|contrasenas?|clave (?:de acceso|del? wi-?fi|wi-?fi)',
  "parola d'ordine|parola chiave|chiave di accesso",
  'senhas?|palavras?-passe|palavra passe',
  'wachtwoord(?:en)?|(?<!\\p{L})ww(?=[ :=])',
  String.raw`hasło|hasła|hasłem|haśle|haslo`,
  'passord(?:et|ene)?',
  'lösenord(?:et)?|tilgangskode[nr]?|kodord(?:et)?|lösen(?= )|adgangskode[nr]?|adgangsord(?:et)?|kodeord(?:et)?|salasana\\p{L}{0,6}|tunnussana\\p{L}{0,4}|lykilorð|parool\\p{L}{0,3}',
  String.raw`(?<!\p{L})şifre\p{L}{0,6}|(?<!\p{L})sifre(?:m|n|si)\p{L}{0,3}|(?<!\p{L})parol(?:a|ă|e|ei|ele|am|amı|anız|ayı|ası)(?!\p{L})|(?<!\p{L})hes(?:lo|la|lem|le|lu|iel)(?!\p{L})|jelsz[óo]\p{L}{0,4}|jelsz[aá]v\p{L}{1,5}|geslo|lozinke|ключ (?:от|доступа)[^\n]{0,12}|lozink[aue]|slaptažod\p{L}{1,3}`,
  String.raw`парол[ьяюиій]?(?:ем|ем|ю|ів|ей|ями|ам|ах|ата|а)?(?!\p{L})|лозинк[ау]|κωδικ(?:ός|ό|οί|ού|ος|ο)|συνθηματικό|kodikos`,
  '密码|密碼|口令|通行[码碼]|密語|비밀 ?번호|비번|암호|패스워드',
  'パスワード|合言葉|パスコード',
  '(?:ال)?كلمة (?:ال)?(?:مرور|سر)|كلمة السر|كلمه (?:ال)?(?:مرور|سر)|باسورد|الباسورد|(?:ال)?رمز (?:ال)?(?:واي ?فاي|شبكة)|الرقم السري',
  'पासवर्ड|कूटशब्द|पासकोड|पास्वर्ड|गुप्त कोड|รหัสผ่าน|รหัส|mật khẩu|kata sandi|katalaluan|ססמ[הא]|סיסמ[האת]\\p{L}{0,2}',
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
  'api[ _-]?keys?|api[ _-]?tokens?|api[ _-]?secrets?|(?:client|app|shared|consumer|webhook)[ _-]secrets?|(?:access|auth|refresh|bearer|security|session|reset|invite|private)[ _-]?tokens?|tokens? d[eo] ac(?:ceso|esso)|token (?:di accesso|dostępu)|(?:secret|private|access|license|recovery|encryption)[ _-]keys?|(?<!(?:public|publishable|primary|foreign|unique|sort|partition|cache|house|car|room|door|arrow|shift|enter|hot|host|site|product|object|map|locker|row|order)[ _-]?)keys?|tokens?|secrets?',
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
  String.raw`pin(?:kode[nr]?|kod(?:en|u|em)?|koodi[an]?|tal|code|[ -]?kód\p{L}{0,3}|[ -]kode[nr]?|s|['’]s|em|u|i)?(?:[ -](?:code|number|no\.?|till|til|for|ke|do|od|k))?(?:[ -](?:kartě|karty|kortet|kort|card))?|puk[12]?(?:[ -](?:code|kod|kód))?|cvv2?|cvc2?|cvn|cid|csc|totp|otp|tan|mtan|(?:security|verification|authentication|one[- ]time|access|login|log-?in|sign-?in|sms|2fa|mfa|unlock|confirmation|door|gate|entry|alarm|lockbox)[ -](?:pass)?codes?|passcode|codes? (?:by sms|by text|you (?:texted|sent)|i (?:got|received))`,
  '(?:telefon-?|karten-?)?geheimzahl|sicherheitsnummer|kontrollziffern?|(?:push|sms|chip|foto)-?tan|kontrolcifre|kontrollsiffror|card (?:verification )?code|security (?:number|digits)|controle ?cijfers|kontrolní číslo|ochranný kód|turvakoodi|numero di sicurezza|número de seguridad|numéro de sécurité|prüfziffern?|geheimnummer|einmalkennwort|prüfziffer|sicherheitscode|sicherheits-code|prüfziffer der karte|prüfnummer|kartenprüfnummer|bestätigungscode|verifizierungscode|einmalcode|einmal-code|einmalpasswort|zugangscode|sms-code|freischaltcode|pin-code|login-code|anmeldecode|türcode|tür-code|torcode|alarmcode|code (?:per|aus der|von der) sms',
  "codes? (?:pin|puk|du portable|de messagerie(?: vocale)?|secret|de sécurité|de vérification|de confirmation|de validation|à usage unique|sms|de connexion)|cryptogramme(?: visuel)?|code cvv|digicode|code (?:reçu|envoyé)(?: par (?:sms|mail|e-mail))?|code (?:du portail|de la porte|de l’entrée|de l'entrée|d'entrée|d'accès|de l'immeuble|de l'alarme)",
  'código (?:pin|puk|temporal|temporário|secreto|de seguridad|de verificación|de confirmación|de acceso|sms|de un solo uso|del portal|de la puerta|de entrada|de la alarma)|código (?:que )?(?:me )?(?:llegó|recibí|recibido|enviado)(?: por sms)?|codigo (?:pin|de seguridad|de verificacion)',
  "codice (?:ricevuto|arrivato|inviato)(?: (?:via|per) sms)?|codice (?:pin|puk|temporaneo|segreto|di sicurezza|di verifica|di conferma|di accesso|sms|otp|monouso|del cancello|del portone|della porta|d'ingresso|dell'allarme)",
  'código (?:pin|puk|temporal|temporário|secreto|de segurança|de verificação|de confirmação|de acesso|sms|do portão|da porta|do prédio|do alarme)|código (?:que )?(?:me )?(?:recebi|recebido|chegou|enviado)(?: por sms)?|codigo de (?:seguranca|verificacao)',
  'pincode|pukcode|tijdelijke code|controlecode|beveiligingscode|verificatiecode|bevestigingscode|eenmalige code|inlogcode|toegangscode|sms-code|code (?:die ik kreeg|per sms)|deurcode|poortcode|code van (?:de|het) (?:poort|deur|alarm|hek)',
  'kod (?:z|przez) sms|numer pin|tymczasow[ye] kod|kod (?:pin|cvv|cvc|weryfikacyjny|zabezpieczający|bezpieczeństwa|jednorazowy|dostępu|sms|potwierdzający|do (?:bramy|drzwi|domofonu|klatki|alarmu|furtki))',
  'engangskode[nr]?|bekreftelseskode[nr]?|sikkerhetskode[nr]?|engångskod(?:en)?|verifieringskod(?:en)?|säkerhetskod(?:en)?|portkod(?:en)?',
  String.raw`(?:sms|doğrulama|onay|güvenlik|şifre|tek kullanımlık) kodu|п[иі]н(?:[- ]?код)?|πιν\p{L}{0,3}|ц[вс]в|пук(?:-?код)?|код (?:из смс|подтверждения|безопасности|доступа)|(?:ověřovací|overovací|bezpečnostní|jednorázový|přístupový|potvrzovací) k[óo]d|(?:ellenőrző|megerősítő|biztonsági|belépési|egyszeri|hitelesítő|igazoló) kód\p{L}{0,2}|(?:vahvistus|turva|kerta|tunnus|tunnusluku|varmenne)-?(?:koodi|luku)\p{L}{0,3}|tunnusluku\p{L}{0,3}|(?:κωδικός|κωδικό) (?:επαλήθευσης|ασφαλείας|μιας χρήσης|sms)|cod(?:ul)? (?:pin|de (?:siguranță|securitate|acces|confirmare))|код (?:підтвердження|безпеки|доступу|з смс)|cod(?:ul)? de verificare`,
  String.raw`(?:codes?|kod|koden|kodu|kode|codice|código|codigo|код)(?: \p{L}{1,10}){0,2} (?:from|in|by|via|aus|per|von|par|du|reçu par|dal?|via|z|ze|przez|i|por|no|del|van|op) (?:\p{L}{1,6} ){0,2}(?:sms\p{L}{0,2}(?:[:-]et)?|texts?|txt|message|msg|mail|e-mail)(?: msg| message)?`,
  '(?:ال)?(?:رمز|كود) (?:ال)?(?:تحقق|أمان|تأكيد|دخول|تفعيل)|الرمز السري|رقم التحقق|הקוד הסודי|קוד (?:סודי|אימות|גישה)|קוד ה?אימות|पिन|ओटीपी|ओटीपी कोड',
] as const;

/** Words for keys and for codes of scripts that do not part words. */
export const JOINED_KEY_WORDS = 'APIキー|トークン|シークレット|토큰|令牌|密钥|密鑰';
export const JOINED_CODE_WORDS =
  'セキュリティコード|認証コード|確認コード|ワンタイムパスワード|验证码|驗證碼|动态码|PIN码|PIN碼|PINコード|핀 ?번호|安全码|인증번호|보안코드|暗証番号|安全碼|校验码|校驗碼|支付密码|인증 ?코드|핀번호';

/** Words for "is". */
export const IS = [
  'is now|is|was|are',
  'ist jetzt|ist|lautet|war|heißt',
  "est|était|c['’]est",
  'es|era',
  'è|era',
  'é|era',
  'luidt',
  'to jest|jest|brzmi|było|to',
  'är|er|var|oli|это|был|volt|je|bylo|este|era|είναι|ήταν|sarebbe|serait|sería|seria|wäre|should be|would be|will be|was always|is still|is always|was originally|är|है|था|הוא|הייתה|היא|היה',
] as const;

/** The same in scripts that do not part words. */
export const JOINED_IS = ['は|が|是|为|為|은|는|이|가|คือ|là|है', 'هي|هو|هى'] as const;

/** Words between a secret and the word for it where it is new: `changed the password to …`. */
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
