// Words of paying: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Norwegian, and those of other
// languages for a card. A number that may be that of a card is one where such a word is near.

const CARDS = String.raw`(?<!(?:dis|post|score|flash|business|birthday|greeting|memory|sim|sd|graphics|video|sound|wild)[ -]?)cards?(?!board|igan)|karten?(?!n?haus)|kaart|karta|kart[ąęy]|tarjetas?|cartes?|cart[ãa]o|cartões|カード|카드|信用卡|银行卡|卡号|卡號|بطاقة|карт[аыуе]|κάρτα|כרטיס`;
const SCHEMES =
  'visa|master ?card|maestro|amex|american ?express|diners(?: club)?|jcb|union ?pay|rupay|girocard|bancontact|cartes? bleue|discover card';
const KINDS = String.raw`(?<!\p{L})(?:${SCHEMES}|cb|elo|mir|troy)(?!\p{L})|credit|debit|kredit|crédit|crédito|crèdit|credito|débit|débito`;
/** Other words that are printed on a card. */
const ON_CARDS = String.raw`(?<!\p{L})(?:exp(?:iry|ires?|iration|\.)?|cvv2?|cvc2?|cvn|valid (?:thru|until|till|to)|good thru|gültig|ablauf\p{L}*|valable|expire|caduc\p{L}*|vence|venc(?:imiento|imento)|scad\p{L}*|validade|válid[ao] até|geldig|vervalt|ważn[ae]|utløp\p{L}*|gyldig)(?!\p{Ll})`;
const PAYING = String.raw`(?<!\p{L})(?:pay\p{L}*|prepaid|paid|charg(?:e|ed|ing)\p{L}*|billing|billed|accounts?|acct?|wallet|bank\p{L}*|zahl\p{L}*|bezahl\p{L}*|abbuch\p{L}*|belast\p{L}*|\p{L}{0,12}konto|konten|pa(?:ye[rz]?|yé|iement)\p{L}*|règle\p{L}*|comptes?|pag(?:o|a|ar|ado|ué|amos)|pagos|cobr\p{L}*|cuentas?|pagam\p{L}*|pagat\p{L}*|pagare|addebit\p{L}*|cont[io]|contas?|betal\p{L}*|afschrij\p{L}*|\p{L}{0,12}rekening\p{L}*|płat\p{L}*|zapłac\p{L}*|płac\p{L}*|rachun\p{L}*|kont[ao]|betalt?|trukket)(?!\p{L})|支払|決済|结账|付款|支付|결제|الدفع|دفع|оплат`;

/** Words for cards that mean other things, too: letters, cuts. */
const SOMETIMES_CARDS = String.raw`(?<!\p{L})(?:carta|carte|kort(?:et|nummer)?|cc|ccn|pan)(?!\p{L})`;

const BEFORE = new RegExp(`${CARDS}|${SOMETIMES_CARDS}|${KINDS}|${ON_CARDS}|${PAYING}`, 'iu');
const ABOUT_CARD = new RegExp(`${CARDS}|${KINDS}|${ON_CARDS}`, 'iu');

/** Whether a text has a word of paying, such as stands before what somebody pays with. */
export function speaksOfPaying(text: string): boolean {
  return BEFORE.test(text);
}

/** Whether a text has a word for a card, for who issues it, or for what else is on it, such as stands behind its number. */
export function speaksOfCard(text: string): boolean {
  return ABOUT_CARD.test(text);
}

const SCHEME = new RegExp(`^(?:${SCHEMES})$`, 'i');

/** Whether a text is the name of who issues cards. */
export function namesScheme(text: string): boolean {
  return SCHEME.test(text);
}

/** Whether the key of a field is that of something else that is on a card. */
export function namesPartOfCard(key: string): boolean {
  return /^(?:exp(?:iry|iration)?(?:[_-]?(?:date|month|year))?|cv[vc]2?|cvn)$/i.test(key);
}
