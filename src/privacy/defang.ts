/** A scheme, wherever one can begin; in a link, punctuation may be escaped. */
const SCHEME_START = String.raw`(?<![a-z\d+.\-])(?!https?\\?:)[a-z](?:[a-z\d]|\\?[+.\-])*`;

/** A break between `]` and the address of a link or of a definition, inside of a quotation, too. */
const GAP = String.raw`[\s>]*`;

const IMAGE = /!(?=\[)/g;

/** A tag, or an email address in angle brackets, which becomes a link whatever its first character is. */
const TAG = /<(?=[a-z/!?]|[\w.!#$%&'*+/=?^`{|}~-]+@)/gi;

/** The letters of a word, each also as wide as an ideograph. */
const wide = (word: string): string =>
  Array.from(word, (letter) => `[${letter}${String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0)}]`).join('');

/** What looks like `<`. */
const LIKE_ANGLE = String.raw`[\u02C2\u1438\u2039\u2329\u276E\u27E8\u3008\uFE64\uFF1C]`;

/** What looks like the mark of a boundary (`boundary.ts`) in other angle brackets. */
const LIKE_BOUNDARY = new RegExp(String.raw`${LIKE_ANGLE}(?=[\u2044\u2215\u29F8/\uFF0F]?${wide('untrusted')})`, 'giu');

/** Schemes by which an address carries or reads something itself, each as far as ordinary sentences do not have it. */
const ADDRESS =
  /(?<![a-z\d])(?:(?:javascript|vbscript|livescript|view-source|blob|filesystem|jar|mhtml):(?=\S)|data:(?=[\w.+-]*[/;,])|file:(?=[/\\]))/giu;

/** The colon of any other scheme than http and https; a renderer may see one within a word. */
const OTHER_SCHEME = /(?<=[a-z\d+.-])(?<!(?<![a-z+])https?):(?=\/\/)/gi;

/** Any scheme in the target of a link or in a definition. */
const TARGET = new RegExp(String.raw`\](?:\(|:)${GAP}${SCHEME_START}\\?:`, 'giu');

/** Without one of these there is nothing to do. */
const SUSPECT = new RegExp(`[!<:]|${LIKE_ANGLE}`);

/** A target in angle brackets can have its scheme in pieces: browsers join them. */
const BRACKETED_TARGET = new RegExp(String.raw`\](?=(?:\(|:)${GAP}<)`, 'g');

/**
 * A clean text in which a renderer of Markdown or HTML finds nothing to load or to run by itself: no image, no tag, no
 * address with a scheme other than http and https; and a reader nothing that looks like the mark of a boundary. As little
 * as possible changes, in the field's notation (`javascript[:]…`); doing it twice is doing it once; the work is linear in
 * the text. Addresses remain that somebody has to follow, and so does what needs a renderer for more than Markdown (LaTeX,
 * diagrams).
 */
export function defang(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replaceAll(IMAGE, '! ')
    .replaceAll(TAG, '< ')
    .replaceAll(LIKE_BOUNDARY, '$& ')
    .replaceAll(ADDRESS, withoutColon)
    .replaceAll(OTHER_SCHEME, '[:]')
    .replaceAll(TARGET, withoutColon)
    .replaceAll(BRACKETED_TARGET, '] ');
}

function withoutColon(scheme: string, position: number, text: string): string {
  // Brackets that follow would make the colon a link's text.
  const gap = /[([:]/.test(text.charAt(position + scheme.length)) ? ' ' : '';
  return `${scheme.slice(0, -1)}[:]${gap}`;
}
