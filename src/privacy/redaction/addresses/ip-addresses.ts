import { matchesIn } from '../matches.ts';
import { isIPv6 } from 'node:net';
import type { Finding } from '../finding.ts';
import { isBeginningOfIdentifier, isRestOfIdentifier } from '../secrets/glued-words.ts';
import { isVersion } from '../phones/versions.ts';

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
