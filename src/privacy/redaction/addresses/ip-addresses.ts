import { lastMatch, matchesIn } from '../reading/matches.ts';
import { isIPv6 } from 'node:net';
import { contextBefore, type Finding } from '../reading/finding.ts';
import { isBeginningOfIdentifier, isRestOfIdentifier } from '../numbers/glued-words.ts';

const DOT = String.raw`(?:\.|\[\.\]|\(\.\))`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ADDRESS = `${OCTET}(?:${DOT}${OCTET}){3}`;
/** A list of addresses and a range of them have several; other numbers around dots and commas make it none. */
const VERSION_4 = new RegExp(
  String.raw`(?<![\p{N}_]|\d\.|(?:^|[^\d.])\d{1,9},)${ADDRESS}(?![\p{N}_]|\.\d|,(?!${ADDRESS})\d|-(?!\d{1,3}(?![\d.])|${ADDRESS})\d|\[\.\]\d)`,
  'gu',
);

/** Masks, and addresses that name no machine but the own one or none. */
const NOBODY = /^(?:0|127|255)\./;

/** Runs of what IPv6 is written with, also behind a word and a colon; longer ones are none. */
const VERSION_6 =
  /(?:(?<![\p{Script=Latin}\p{N}_:.])|(?<=(?:[g-zß-ÿ]\p{L}{0,15}|v6):))(?=[0-9a-f]{0,4}:)[0-9a-f:.]{6,45}(?![\p{Script=Latin}\p{N}_:])/giu;
/** Eight pairs are the number of a device (EUI-64). */
const PAIRS = /^[0-9a-f]{2}(?::[0-9a-f]{2})+$/i;

function isPartOfOther(text: string, start: number, end: number): boolean {
  const isGlued =
    /\p{Script=Latin}$/u.test(text.slice(Math.max(0, start - 1), start)) && isRestOfIdentifier(text, start, false);
  return isGlued || isBeginningOfIdentifier(text, end) || isVersion(text, start, end);
}

/**
 * Finds IP addresses that tell who somebody is.
 * @param known the one of the person: it is found even where its surroundings make another one something else
 */
export function ipAddressesIn(text: string, known: string | undefined): Finding[] {
  const found: Finding[] = [];
  for (const { 0: written, index } of matchesIn(VERSION_4, text)) {
    const value = written.replaceAll(/[[\]()]/g, '');
    const isKnown = value === known;
    if (!isKnown && (NOBODY.test(value) || isPartOfOther(text, index, index + written.length))) continue;
    found.push({ kind: 'ip', start: index, end: index + written.length, value, ...(isKnown && { known: true }) });
  }
  if (!text.includes(':')) return found;
  for (const { 0: run, index } of matchesIn(VERSION_6, text)) {
    const written = run.replace(/\.+$|(?<!:):$/, '');
    const value = canonicalIp(written);
    if (value === undefined || value.replaceAll(/[:0]/g, '').length < 2 || PAIRS.test(written)) continue;
    const isKnown = value === known;
    found.push({ kind: 'ip', start: index, end: index + written.length, value, ...(isKnown && { known: true }) });
  }
  return found;
}

/** An address as RFC 5952 writes it; undefined for what is none. */
export function canonicalIp(written: string): string | undefined {
  if (/^\d+(?:\.\d+){3}$/.test(written)) {
    return new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`).test(written) ? written : undefined;
  }
  if (written.length > 45 || !isIPv6(written)) return undefined;
  const host = new URL(`http://[${written}]/`).hostname;
  return host.slice(1, -1);
}

// Words of which four numbers with dots are those of a program or a part of a document, and words of addresses.

/** `Chrome/120.0.0.0`, whatever the name; `v1.2.3.4`. */
const ATTACHED = /(?:\p{L}\/|(?<!\p{L})v[. ]?)$/iu;

const VERSIONS = String.raw`ver|rev|vers\p{L}*|wers\p{L}*|sürüm\p{L}*|verz\p{L}*|верси\p{L}*|έκδοση|firmware\p{L}*|mikroprogram\p{L}*|micrologiciel\p{L}*|build|release|software\p{L}*|app|aplica\p{L}*|appli\p{L}*|driver\p{L}*|treiber\p{L}*|pilote|(?:up|down)(?:dat|grad)\p{L}*|patch\p{L}*|install\p{L}*|aktualis\p{L}*|aktualiz\p{L}*|zaktualiz\p{L}*|mise?s? à jour|actualiz\p{L}*|actualic\p{L}*|aggiorn\p{L}*|atualiz\p{L}*|bijgewerkt|oppdater\p{L}*|uppdater\p{L}*|обнов\p{L}*`;
const PROGRAMS = 'android|i?os|macos|windows|linux|kernel|chrome|chromium|firefox|edge|opera|safari|php|java';
const MACHINES = String.raw`ip\p{L}*|ipv4|address\p{L}*|adress\p{L}*|adres\p{L}*|direcci\p{L}*|indirizz\p{L}*|endere\p{L}*|адрес\p{L}*|hosts?|servers?|serwer\p{L}*|serveur\p{L}*|servidor\p{L}*|router\p{L}*|gateway|vpn|ping\p{L}*|dns|proxy|firewall`;
/** Words for what programs do with the machine of an address. */
const CONNECTING = String.raw`block\p{L}*|blok\p{L}*|bloque\p{L}*|bloqu\p{L}*|blocc\p{L}*|refus\p{L}*|reject\p{L}*|deni\p{L}*|abgelehn\p{L}*|gesperr\p{L}*|sperr\p{L}*|connect\p{L}*|verbind\p{L}*|verbund\p{L}*|conect\p{L}*|connett\p{L}*|łącz\p{L}*|połącz\p{L}*|reach\p{L}*|erreich\p{L}*|open\p{L}*|öffn\p{L}*|ouvr\p{L}*|abr\p{L}*|apre|shows?|says?|got|login\p{L}*|logged|access\p{L}*|acess\p{L}*|acced\p{L}*|zugriff\p{L}*|traffic|request\p{L}*|attack\p{L}*|dials?|talks?`;

const SPOKEN_OF = new RegExp(
  String.raw`(?<!\p{L})(?:(?<program>${VERSIONS}|${PROGRAMS})|${MACHINES}|${CONNECTING})(?!\p{L})|(?<joined>バージョン|版本|버전|الإصدار)`,
  'giu',
);

/** Words between that for a program and the number of its version: `Chrome is now at`, `updated from 1.2.3 to`. */
const NOTHING_BETWEEN =
  /^(?:[\s:=("'#~-]|(?:n[ro]\.?|number|nummer|is|was|ist|war|now|jetzt|current(?:ly)?|latest|new|neue?|on|at|auf|à|a|la|le|el|il|die|der|the|es|est|è|é|to|do|di|na|op|naar|van|para|en|em|till?|\d+(?:\.\d+){1,3}(?= (?:to|auf|à|a|al?|na|op|naar|para|till?|->|→)(?!\p{L}))|->|→)(?![\p{L}\d]))*$/iu;

const CONTEXT = 40;
const PROGRAM_BEHIND = /^[ ,(-]{1,2}(?:build|beta|alpha|rc\d*|release|r\d+)(?!\p{L})/iu;

/** Addresses of machines have a number of three digits mostly, versions hardly ever. */
const THREE_DIGITS = /\d{3}/;

/** `Section 1.2.3.4`, in the languages of the desk. */
const SECTION = new RegExp(
  String.raw`(?:§{1,2}|(?<!\p{L})(?:sections?|sect?|chapters?|ch|clauses?|paragraphs?|para\.|articles?|art|appendix|annex|points?|steps?|figures?|fig|tables?|items?|abschnitt\p{L}*|kapitel\p{L}*|ziffer|punkt|absatz|abs|nummer|artikel|anhang|abbildung|tabelle|chapitre|paragraphe|annexe|alinéa|secci[oó]n|cap[ií]tulo|cláusula|apartado|párrafo|artículo|anexo|punto|sezione|capitolo|clausola|paragrafo|articolo|allegato|secção|seção|parágrafo|artigo|ponto|sectie|hoofdstuk|paragraaf|bijlage|punt|rozdział\p{L}*|paragraf\p{L}*|sekcj\p{L}*|pkt|ust|artykuł\p{L}*|załącznik\p{L}*|avsnitt|punktet|vedlegg))[. ]{0,2}$`,
  'iu',
);

/** Whether four numbers are the version of a program, or a part of a document. */
function isVersion(text: string, start: number, end: number): boolean {
  const before = contextBefore(text, start, CONTEXT);
  if (ATTACHED.test(before) || SECTION.test(before) || PROGRAM_BEHIND.test(text.slice(end, end + 12))) return true;
  const last = lastMatch(SPOKEN_OF, before);
  if (last === undefined || (last.groups?.['program'] ?? last.groups?.['joined']) === undefined) return false;
  const between = before.slice(last.index + last[0].length);
  if (NOTHING_BETWEEN.test(between)) return true;
  return !/[,.;!?] /.test(between) && !THREE_DIGITS.test(text.slice(start, end));
}
