/** Joiners, the Mongolian vowel separator and variation selectors: what shows nothing, but changes what is beside it. */
const RUN = /[\p{Join_Control}\p{Variation_Selector}\u180E]+/gu;

const JOINER = /^[\p{Join_Control}\u180E]$/u;

/** Letters and marks of scripts that are written with joiners. */
const JOINING_SCRIPT =
  /[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Mong}\p{scx=Phag}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Java}\p{scx=Bali}\p{scx=Cakm}\p{scx=Newa}\p{scx=Tibt}]]/v;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MONGOLIAN = /(?=\p{L})\p{Script=Mongolian}/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const PICTURE_OR_SKIN = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** Which characters each kind of variation selector may follow. */
const SELECTABLE: readonly (readonly [selector: RegExp, base: RegExp])[] = [
  // Text or emoji. Digits have it in keycaps only.
  [/[\uFE0E\uFE0F]/, /[\p{Emoji}--[0-9#*]]/v],
  // Standardized variants: of symbols, ideographs and their punctuation, quotation marks, Myanmar and Phags-pa letters.
  [/[\uFE00-\uFE02]/, /[[\p{Sm}\p{scx=Hani}\p{scx=Mymr}\p{scx=Phag}‘’“”]--\p{ASCII}]/v],
  // Ideographic variants. Those registered are the first few; with all 240, ideographs could carry any other text.
  [/[\u{E0100}-\u{E011F}]/u, /\p{Unified_Ideograph}/u],
  [/[\u180B-\u180D\u180F]/, MONGOLIAN],
];

const KEYCAP_BASE = /[0-9#*]/;
const KEYCAP = '\u20E3';

/**
 * Text with joiners and variation selectors only where they change what is seen: in emoji, and in scripts that are
 * written with them. At most one of each follows a character: a run of them can spell out a hidden message.
 */
export function withoutStrayJoiners(text: string): string {
  return text.replaceAll(RUN, (run, start: number) => {
    const before = characterBefore(text, start);
    const after = String.fromCodePoint(text.codePointAt(start + run.length) ?? 0);
    const [first = ''] = run;
    const selector = isSelected(first, before, after) ? first : '';
    const rest = run.slice(selector.length);
    return JOINER.test(rest) && isJoined(before, selector, rest, after) ? run : selector;
  });
}

function characterBefore(text: string, index: number): string {
  const unit = text.slice(Math.max(index - 1, 0), index);
  return /[\uDC00-\uDFFF]/.test(unit) ? text.slice(index - 2, index) : unit;
}

function isSelected(selector: string, before: string, after: string): boolean {
  if (selector === '\uFE0F' && KEYCAP_BASE.test(before)) return after === KEYCAP;
  return SELECTABLE.some(([kind, base]) => kind.test(selector) && base.test(before));
}

function isJoined(before: string, selector: string, joiner: string, after: string): boolean {
  if (joiner === '\u180E') return MONGOLIAN.test(before) && MONGOLIAN.test(after);
  if (joiner === '\u200D' && PICTURE_OR_SKIN.test(before) && selector !== '\uFE0E' && PICTURE.test(after)) return true;
  // At the end of a word, too: half forms, old chillus, abbreviations.
  return JOINING_SCRIPT.test(before) && (JOINING_SCRIPT.test(after) || !LETTER_OR_DIGIT.test(after));
}
