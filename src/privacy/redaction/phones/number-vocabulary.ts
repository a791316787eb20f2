// Words around numbers that say what they are: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
// Norwegian, and words of more languages.

/** Beginnings of words that speak of phones. */
export const PHONE_BEGINNINGS = [
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
export const PHONES = [
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
export const JOINED_PHONES =
  '電話|携帯|連絡先|电话|手机|手機|座机|座機|热线|微信|전화|휴대폰|핸드폰|연락처|फोन|फ़ोन|मोबाइल|โทร|เบอร์|טלפון|נייד|رقمي|هاتف|جوال|موبايل|اتصل|الاتصال|واتس';

/** Beginnings of words that speak of other numbers. */
export const OTHER_BEGINNINGS = [
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
export const OTHERS = [
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

export const JOINED_OTHERS =
  '注文|請求|追跡|伝票|荷物|会員|お客様番号|商品|型番|订单|訂單|快递|快遞|运单|物流|单号|單號|주문|송장|운송장|택배|ऑर्डर|طلب|فاتورة|شحنة|تتبع|عميل|حساب|تذكرة';
