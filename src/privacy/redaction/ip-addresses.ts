import { isIPv6 } from 'node:net';
import { contextBefore, type Finding } from './finding.ts';

const DOT = String.raw`(?:\.|\[\.\]|\(\.\))`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const VERSION_4 = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}_]|\d[.,])${OCTET}(?:${DOT}${OCTET}){3}(?![\p{Script=Latin}\p{N}_]|[.,-]\d|\[\.\]\d)`,
  'gu',
);

/** `Chrome/120.0.0.0`, whatever the name; `v1.2.3.4`. */
const ATTACHED = /(?:\p{L}\/|(?<!\p{L})v[. ]?)$/iu;
/** Words of which four numbers are those of a program; or of an address, if one of those comes last. */
const SPOKEN_OF = new RegExp(
  String.raw`(?<!\p{L})(?:(?<program>ver|rev|vers\p{L}*|wers\p{L}*|firmware\p{L}*|mikroprogram\p{L}*|micrologiciel\p{L}*|build|release|software\p{L}*|app|aplica\p{L}*|appli\p{L}*|driver\p{L}*|treiber\p{L}*|pilote|android|i?os|macos|windows|linux|kernel|chrome|chromium|firefox|edge|opera|safari|php|java|(?:up|down)(?:dat|grad)\p{L}*|patch\p{L}*|install\p{L}*|aktualis\p{L}*|aktualiz\p{L}*|zaktualiz\p{L}*|mise?s? à jour|actualiz\p{L}*|actualic\p{L}*|aggiorn\p{L}*|atualiz\p{L}*|bijgewerkt|oppdater\p{L}*)|ip\p{L}*|ipv4|address\p{L}*|adress\p{L}*|adres\p{L}*|direcci\p{L}*|indirizz\p{L}*|endere\p{L}*|hosts?|servers?|serwer\p{L}*|serveur\p{L}*|servidor\p{L}*|router\p{L}*|gateway|vpn|ping\p{L}*|dns|proxy)(?!\p{L})|(?<joined>バージョン|الإصدار)`,
  'giu',
);
const CONTEXT = 40;
const PROGRAM_BEHIND = /^[ ,(]{1,2}(?:build|beta|alpha|rc\d*|release|r\d+)(?!\p{L})/iu;

/** `Section 1.2.3.4`, in the languages of the desk. */
const SECTION = new RegExp(
  String.raw`(?:§{1,2}|(?<!\p{L})(?:sections?|sect?|chapters?|ch|clauses?|paragraphs?|para|articles?|art|appendix|annex|points?|steps?|figures?|fig|tables?|items?|abschnitt\p{L}*|kapitel\p{L}*|ziffer|punkt|absatz|abs|nummer|artikel|anhang|abbildung|tabelle|chapitre|paragraphe|annexe|alinéa|secci[oó]n|cap[ií]tulo|cláusula|apartado|párrafo|artículo|anexo|punto|sezione|capitolo|clausola|paragrafo|articolo|allegato|secção|seção|parágrafo|artigo|ponto|sectie|hoofdstuk|paragraaf|bijlage|punt|rozdział\p{L}*|paragraf\p{L}*|sekcj\p{L}*|pkt|ust|artykuł\p{L}*|załącznik\p{L}*|avsnitt|punktet|vedlegg))[. ]{0,2}$`,
  'iu',
);

function isOfProgram(text: string, start: number, end: number): boolean {
  const before = contextBefore(text, start, CONTEXT);
  if (ATTACHED.test(before) || SECTION.test(before) || PROGRAM_BEHIND.test(text.slice(end, end + 12))) return true;
  const last = [...before.matchAll(SPOKEN_OF)].at(-1);
  if ((last?.groups?.['program'] ?? last?.groups?.['joined']) === undefined) return false;
  return !/[,.;!?] /.test(before.slice((last?.index ?? 0) + (last?.[0].length ?? 0)));
}

/** Masks, and addresses that name no machine but the own one or none. */
const NOBODY = /^(?:0|127|255)\./;

/** Runs of what IPv6 is written with; longer ones are none. */
const VERSION_6 = /(?<![\p{Script=Latin}\p{N}_:.])(?=[0-9a-f]{0,4}:)[0-9a-f:.]{6,45}(?![\p{Script=Latin}\p{N}_:])/giu;
/** Eight pairs are the number of a device (EUI-64). */
const PAIRS = /^[0-9a-f]{2}(?::[0-9a-f]{2})+$/i;

/** IP addresses that tell who somebody is; with `known` also those that their surroundings excuse. */
export function ipAddressesIn(text: string, known: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  for (const { 0: written, index } of text.matchAll(VERSION_4)) {
    const value = written.replaceAll(/[[\]()]/g, '');
    const isKnown = known.has(value);
    if (!isKnown && (NOBODY.test(value) || isOfProgram(text, index, index + written.length))) continue;
    found.push({ kind: 'ip', start: index, end: index + written.length, value, ...(isKnown && { known: true }) });
  }
  if (!text.includes(':')) return found;
  for (const { 0: run, index } of text.matchAll(VERSION_6)) {
    const written = run.replace(/\.+$|(?<!:):$/, '');
    const value = canonicalIp(written);
    if (value === undefined || value.replaceAll(/[:0]/g, '').length < 2 || PAIRS.test(written)) continue;
    const isKnown = known.has(value);
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
