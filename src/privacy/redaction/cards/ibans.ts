import { matchesIn } from '../reading/matches.ts';
import type { Finding } from '../reading/finding.ts';

/** The lengths of account numbers, by country (registry of ISO 13616). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 ' +
    'LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 ' +
    'RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Countries whose numbers have digits alone behind their two letters. */
const DIGITS_ALONE = new Set(
  'AE AT BA BE BI CR CZ DE DJ DK EE EG ES FI FO GL HR HU IL IS LT LY ME MN MR NO PL PT RS SD SE SI SK SO ST TL TN VA XK'.split(
    ' ',
  ),
);

/** The digits that account numbers have in all countries but a few, and that other texts hardly ever have. */
const MANY_DIGITS = 10;
const MIN_DIGITS = 4;

/** A country and check digits; letters right before them are those of a word: `IBANDE89…`. */
const BEGINNING = /(?<![\p{N}_]\p{Script=Latin}{0,12})[A-Za-z]{2}[ -]?\d ?\d/gu;

/** Account numbers: of a country's length, with their check digits; in groups or not. */
export function ibansIn(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: beginning, index } of matchesIn(BEGINNING, text)) {
    const length = LENGTHS[beginning.slice(0, 2).toUpperCase()];
    const end = length === undefined ? undefined : endOf(text, index, length);
    if (end === undefined) continue;
    const written = text.slice(index, end);
    if (!isWrittenAsOne(written)) continue;
    const value = written.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
    if (hasCheckDigits(value) && isOfCountry(value)) found.push({ kind: 'iban', start: index, end, value });
  }
  return found;
}

/**
 * Whether an account number has one kind of separator, and digits: one of 97 beginnings of a sentence has right check digits,
 * too. Letters are all great or all small, but for slips, where they stand in one block.
 */
function isWrittenAsOne(written: string): boolean {
  const gaps = new Set(Array.from(written.matchAll(/[^A-Za-z0-9]+/g), ([gap]) => gap.trim()));
  const digits = written.replaceAll(/\D/g, '').length;
  const isBlock = !/[^A-Za-z0-9]/.test(written);
  const isMixed = /[A-Z].*[a-z]|[a-z].*[A-Z]/s.test(written);
  if (gaps.size > 1 || (isMixed && !isBlock)) return false;
  return (
    digits >= MANY_DIGITS || (digits >= MIN_DIGITS && !/[a-z]/.test(written) && (isBlock || IN_FOURS.test(written)))
  );
}

const IN_FOURS = /^(?:[A-Z0-9]{4}[^A-Za-z0-9]{1,3}){3,8}[A-Z0-9]{1,4}$/;

const SEPARATORS = new Set(` .-/_:;,|·•‧+*\t\n`);
const MAX_GAP = 3;

/** Returns the end of a number of letters and digits, separators between them left out. */
function endOf(text: string, start: number, length: number): number | undefined {
  let counted = 0;
  let gap = 0;
  let index = start;
  for (; counted < length; index += 1) {
    const character = text[index] ?? '';
    if (/[A-Za-z0-9]/.test(character)) {
      counted += 1;
      gap = 0;
    } else {
      gap += 1;
      if (gap > MAX_GAP || !SEPARATORS.has(character)) return undefined;
    }
  }
  // A word that goes on is none of it.
  if (/^\p{L}\p{Script=Latin}/u.test(text.slice(index - 1, index + 1))) return undefined;
  return /^(?:\p{N}|_\p{N}|\p{Script=Latin}\p{Script=Latin}?\p{N})/u.test(text.slice(index, index + 3))
    ? undefined
    : index;
}

function isOfCountry(iban: string): boolean {
  return !DIGITS_ALONE.has(iban.slice(0, 2)) || /^\d+$/.test(iban.slice(2));
}

function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
