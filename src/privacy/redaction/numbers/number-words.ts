import { lastMatch } from '../reading/matches.ts';

// Words around numbers that say what they are: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
// Norwegian, and words of more languages.

/** Beginnings of words that speak of phones. */
const PHONE_BEGINNINGS = [
  String.raw`(?:my|meine|mon|mi|il mio|(?:o )?meu|mijn|mój|mitt?|мой) (?:new |neue |nouveau |nuevo |nuovo |novo |nieuwe |nowy |nye )?(?:number|nummer|nr|numéro|número|numero|numer|номер)`,
  'phone|mobile|cellphone|handphone|call|ringing|text|whats?app|dial|telephone|hotline|landline|helpline|viber',
  'telefon|mobil|handy|rufnummer|rückruf|anruf|anzuruf|erreich|durchwahl|festnetz',
  'téléph|appel|rappel|joindre|joignable|portable',
  'teléf|móvil|celular|llam|llám|contácten|contacten',
  'cellulare|chiam|richiam|recapit',
  'telefone|telemóve|ligue|ligar',
  'telefoon|mobiel|terugbel|gebeld|bereik',
  'komór|zadzwo|dzwo|oddzwo|przedzwo|słuchawk',
  'puhel|soita|numeroni|mobnr|fastnät|växel',
  'телеф|звон|позвон|перезвон|набер|моб|ват?сап|whatsapp|zavolej|volejte|hívj|hívás|sunaț|sunat|τηλ|κιν|điện thoại|gọi|hubungi|cep (?:tel|num)|arayın',
] as const;

/** Whole words that speak of phones. */
const PHONES = [
  'tel|cell|ring|sms|fax|signal|telegram|ph|mob',
  'ruf|rufe|rufen|fon',
  'tél|fixe|port',
  'tfno|tlf|movil',
  'cell|fisso',
  'zap|liga|contacto',
  'bel|bellen|belt|gsm',
  'kom',
  'puh|mobnr|tlfnr|telnr|telnummer',
  'тел|вотсап|вайбер|ara|hp|telp|sđt|wa\\.me|(?:office|direct|work|home|other) line',
] as const;

/** Words of scripts that do not part them. */
const JOINED_PHONES =
  '電話|携帯|連絡先|电话|手机|手機|座机|座機|热线|微信|전화|휴대폰|핸드폰|연락처|फोन|फ़ोन|मोबाइल|โทร|เบอร์|טלפון|נייד|رقمي|هاتف|جوال|موبايل|اتصل|الاتصال|واتس';

/** Beginnings of words that speak of other numbers. */
const OTHER_BEGINNINGS = [
  'order|invoice|tracking|parcel|shipment|consignment|waybill|serial|ticket|customer|client|account|article|product|serial|coupon|voucher|booking|contract|policy|transaction|payment|delivery|reference|license|licence',
  'bestell|auftrag|rechnung|sendung|paket|vorgang|kunden|artikel|seriennummer|modell|vertrag|zähler|steuer|lieferschein|gutschein|rücksende|retoure|fallnummer|buchung|beleg|mitglied|transaktion|konto',
  'commande|facture|colis|suivi|article|référence|siret|siren|contrat|dossier|réservation|adhérent|paiement|livraison',
  'pedido|referenc|factura|envío|seguimiento|artículo|contrato|reserva|transacción|incidencia|albarán|expediente|matrícula',
  'ordine|riferiment|fattura|spedizion|articolo|contratto|prenotazion|transazion|pagament|pratica|pacco|matricola|tessera',
  'encomenda|fatura|rastre|artigo|transaç|pagamento|protocolo|matrícula',
  'bestel|ordernummer|factuur|zending|pakket|klant|rekening|reservering|transactie|betaling|referentie|lidnummer',
  'zamówien|faktur|przesyłk|paczk|klient|artykuł|seryjn|umow|rezerwacj|transakcj|płatnoś|zgłoszeni|zwrot',
  'ordre|bestilling|faktura|kundenummer|sporing|organisasjon',
  'beställ|leverans|kollinummer|fakturanummer|kundnummer|levering|forsendelse|pakke|varenummer|tilaus|lähety',
  'sipariş|kargo|fatura|takip|заказ|накладн|посылк|трек|счет|objednáv|zásilk|rendelés|csomag|comand[aă]|παραγγελ',
] as const;

/** Whole words that speak of other numbers. */
const OTHERS = [
  'zip|postcode|post code|postal code|case|item|items|sku|ean|gtin|isbn|upc|imei|ref|rma|vat|tax id|chat|id|part|batch|lot|po|member|meter|model|s/n|iban|bic',
  'plz|postleitzahl|fall|charge|serie|ust|ust-?id\\p{L}*|vin',
  'cp|code postal|client|compte|série|réf|tva|bon|lot',
  'código postal|cliente|cuenta|serie|nif|cif|dni|iva|lote|pago',
  'cap|conto|rif|iva|lotto',
  'cep|cliente|conta|série|nif|cnpj|cpf|nota|lote',
  'btw|kvk|bsn|contract|track(?: ?(?:&|and|und|en|\\+)? ?trace)?',
  'kod pocztowy|kod|konto|nip|regon|pesel',
  'org|vare|konto',
] as const;

const JOINED_OTHERS =
  '注文|請求|追跡|伝票|荷物|会員|お客様番号|商品|型番|订单|訂單|快递|快遞|运单|物流|单号|單號|주문|송장|운송장|택배|ऑर्डर|طلب|فاتورة|شحنة|تتبع|عميل|حساب|تذكرة';

const WORDS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<phone>(?:${PHONE_BEGINNINGS.join('|')})\p{L}*|(?:${PHONES.join('|')})(?!\p{L}))|(?:${OTHER_BEGINNINGS.join('|')})\p{L}*|(?:${OTHERS.join('|')})(?!\p{L}))|(?<number>(?:telefon|telefoon|handy|mobil|ruf)(?:nummer|nr))|(?<joined>${JOINED_PHONES})|${JOINED_OTHERS}`,
  'giu',
);

/** Words without a meaning of their own between the word for a number and the number. */
const NOTHING_BETWEEN =
  /^(?:[\s:=#.()º°-]|n[º°]|(?:number|nummer|numéro|número|numero|numer|code|id|no|nr|num|n|is|was|ist|war|lautet|est|es|era|è|é|luidt|to|jest|er|with|the|mit|der|die|avec|le|la|con|el|il|com|o|a|met|het|z)(?!\p{L})|番号|号码?|號碼?|번호|नंबर|はが?|는|은|是|が|です|رقم|هو|هي){0,12}$/iu;

interface NumberWord {
  readonly kind: 'phone' | 'other';
  /** Nothing but such words as "number" and "is" stand between it and the number. */
  readonly isDirect: boolean;
}

const SENTENCE_END = /[!?。！？]\s|\.\s+\p{Lu}/u;

/** Any letter: between numbers mostly no word is, and looking for one takes long. */
const ANY_LETTER = /\p{L}/u;

/** Returns what the last word before a number says it is; undefined where none does. */
export function numberWordBefore(before: string): NumberWord | undefined {
  if (!ANY_LETTER.test(before)) return undefined;
  const last = lastMatch(WORDS, before);
  if (last === undefined) return undefined;
  const between = before.slice(last.index + last[0].length);
  const isPhone = isForPhone(last);
  // "It is ordered. You reach me at …": what one sentence speaks of is not what the next one counts.
  if (!isPhone && SENTENCE_END.test(between)) return undefined;
  return { kind: isPhone ? 'phone' : 'other', isDirect: NOTHING_BETWEEN.test(between) };
}

/** Words between a word for orders and a number that is still that of the order: `the serial on the unit is …`. */
const LITTLE_BETWEEN =
  /^(?:[?!] (?=(?:\p{L}+ )?(?:n[º°.r]|num|núm))|(?: (?!(?:use|using|take|try|with|via|from|nimm|nehm\p{L}*|mit|von|prenez|utilis\p{L}*|avec|us[aeo]n?|con|con|com|met|użyj|bruk|med)(?!\p{L}))[\p{L}'’]{1,15}){1,4}(?![\p{L}'’]|[.!?] ))? ?/iu;

/** Whether the words before a number say that it is that of an order, a parcel or the like. */
export function isCalledOther(before: string): boolean {
  if (!ANY_LETTER.test(before)) return false;
  const last = lastMatch(WORDS, before);
  if (last === undefined || isForPhone(last)) return false;
  const between = before.slice(last.index + last[0].length);
  return NOTHING_BETWEEN.test(between) || NOTHING_BETWEEN.test(between.replace(LITTLE_BETWEEN, ''));
}

function isForPhone({ groups }: RegExpExecArray): boolean {
  return (groups?.['phone'] ?? groups?.['number'] ?? groups?.['joined']) !== undefined;
}

/** `… is my order number`, `… (tracking number)`: what leads from a number to the words behind it. */
const LEADING_BACK =
  /^ ?(?:[(=–-] ?|(?:is|was|as|ist|war|als|est|es|era|è|é|to|jest|er|är) )(?:l['’]|(?:the|my|our|an?|die|der|das|meine?|unsere?|le|la|ma|mon|el|mi|il|mia|o|a|meu|minha|de|het|mijn|mój|moje?|min|mitt?) )?(?:\p{L}{2,10} (?:de|d'|du|di|da|do|of|van|der) ?)?/iu;

/** Returns what the words behind a number say it is; undefined where none do. */
export function numberWordBehind(behind: string): NumberWord['kind'] | undefined {
  const leading = LEADING_BACK.exec(behind)?.[0];
  if (leading === undefined) return undefined;
  WORDS.lastIndex = 0;
  const word = WORDS.exec(behind.slice(leading.length));
  if (word?.index !== 0) return undefined;
  return isForPhone(word) ? 'phone' : 'other';
}

/** The last sentence of what stands before a place. */
export function lastSentence(before: string): string {
  return before.split(SENTENCE_END).at(-1) ?? '';
}

/** The first sentence of what stands behind a place. */
export function firstSentence(behind: string): string {
  return behind.split(SENTENCE_END, 1)[0] ?? '';
}
