// Words around codes that are sent, told or typed, in the languages of the desk and more.

/** Words for a code of any kind: other words of the sentence have to tell of a message or of a login. */
export const WEAK_CODE_WORDS =
  /(?<![\p{L}\p{N}]|(?:error|status|exit|promo|voucher|discount|coupon|gift|zip|post|postal|area|country|product|article|item|bar|qr|colou?r|source|tracking|order|sort|swift|fault|http|response|dress|reference|booking|slevový|chybový|poštovní|poštou|hiba|kupon|indirim|posta|hata) )(?:codes?|cód(?:igo)?s?|codigos?|codice|codici|cod(?:ul)?|kode[nr]?|kod(?:u|em|ie|en|et|y|ów|unu|um)?|koodi\p{L}{0,3}|kód\p{L}{0,3}|код(?:а|ом|у|ів|ы)?|κωδικ[όο][ςσν]?|sms\p{L}{0,3}|text message|texted|txt(?: msg)?|authenticator|2fa|whatsapp|voicemail|mailbox|keypad|lockbox|digicode|tan|otp|קוד|कोड)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}]| (?:postal|promo|barres?|produit|article|erreur|client|de réduction|de descuento|postale|fiscale|sconto|di sconto|prodotto|rabatowy|pocztowy|błędu|de desconto|ошибки|товара|poștal|produkt))|كود|رمز|(?:验证|驗證|动态|短信)?码|コード|코드|인증/giu;

/** A message, a login, a code that does not work. */
export const TALK_OF_CODES =
  /sms|(?<!\p{L})(?:text(?:ed)?|txt|messages?|msg|got|receiv\p{L}*|sent me|whatsapp)(?!\p{L})|verif|bestätig|einmal|one[- ]?time|recovery|backup|log-?in|anmeld|expired|abgelaufen|bekomm|erhalt|geschickt|reçu|envoy|lleg|recib|ricev|cheg|receb|kreeg|ontv|dosta[łl]|przysz|otrzyma|(?<!\p{L})(?:fik|fick|fått|fikk|kam|tuli|kom)(?!\p{L})|sain|saapui|přiš|prišiel|kaptam|kapt|jött|primit|venit|ήρθε|έλαβα|μου|geldi|gelen|пришёл|пришел|прийшов|получил|отримав|смс|קיבלתי|הגיע|وصل|التحقق|मिला|आया|收到|短信|验证|届い|来|왔|받|bestäm/iu;

const DIGIT_WORDS =
  'digits?|numbers?|chiffres?|cifre|cifras?|números?|cijfers?|ziffern?|zahlen|siffror(?:na)?|siffer|sifre|sifrene|tal|cyfry|cyfr|číslice|čísla|číslic|rakam(?:ı|lar)?|numeroa|szám(?:jegy)?\\p{L}{0,3}|cifre|cifra|ψηφία|цифр\\p{L}{0,2}|ספרות|أرقام|ارقام|अंक';
const BACK_WORDS =
  'back|behind|rear|signature|dos|verso|derrière|dietro|retro|atrás|detrás|reverso|dorso|trás|achter\\p{L}{0,4}|rück\\p{L}*|hinten|dahinter|bagp[åa]|bagsid\\p{L}*|baksid\\p{L}*|bakpå|baksiden|tyłu|tyle|odwrocie|zadní\\p{L}*|zadu|vzadu|arka\\p{L}*|takana|kääntöpuol\\p{L}*|hát\\p{L}{0,4}|spate|πίσω|оборот\\p{L}*|сзади|ззаду|звороті|מאחור|גב|الخلف|خلف|ظهر|पीछे';
/** The three digits on the back of a card, which many do not know the name of. */
export const THREE_DIGITS = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${DIGIT_WORDS})(?: \p{L}{1,12}){0,3}? (?:${BACK_WORDS})|(?:${BACK_WORDS})(?: \p{L}{1,12}){0,3}? (?:${DIGIT_WORDS}))(?!\p{L})|(?:背面|裏面?|后面|後面|뒷면|뒤)[^\n\d]{0,8}(?:位|数字|桁|自리|자리|숫자)[^\n\d]{0,3}`,
  'giu',
);

/** What numbers have in front of them that are no codes. */
export const NO_CODE_BEFORE =
  /(?:[€$£¥#№]|(?<!\p{L})(?:nr|no|num|n°|nº|č|order|orders|bestell\p{L}*|auftrag|ticket|case|ref|reference|version|ver|build|invoice|rechnung|faktura|facture|factura|pedido|commande|ordine|zamówieni\p{L}*|error|status|fehler\p{L}*|imei|sn|article|artikel|item|since|seit|depuis|desde|dal|until|bis|year|tel|phone|telefon|zip|plz|exp|gültig|valid|room|zimmer|gate|platform|line|rfc|iso|http|port|article number|order number|customer|kunden\p{L}*|id|iphone|windows|galaxy|over|about|ca|approx|step|flight|train|bus|flat|apartment|house|floor|street|straße|str|visitor|user|ssid|voucher|gutschein|from order|sum|total))[.:°]?(?: ?(?:no|nr|number|nummer|is|ist|id))?[.:#]? ?#?$/iu;
/** What they have behind them. */
export const NO_CODE_BEHIND =
  /^[ -]?(?:€|\$|£|¥|%|(?:eur|euros?|usd|gbp|chf|kr|sek|nok|dkk|zł|pln|huf|ft|lei|czk|kč|rub|руб|tl|try|km|kg|g|m|ml|cm|mm|mb|gb|px|min|mins|minutes?|minuten|hours?|stunden|h|uhr|am|pm|days?|tagen?|tage|jours?|días?|giorni|dias?|dagen|dni|dager|dagar|weeks?|months?|years?|seconds?|sec|secs|times|mal|x|attempts?|tries|digits?|characters?|chars?|letters|stellig\p{L}*|stellen|ziffern|zeichen|people|persons?|items?|pcs|stück|points?|punkte|users?|error|errors)(?!\p{L}))/iu;
