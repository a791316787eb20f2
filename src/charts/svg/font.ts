/** What of a font tells how wide a text is, and which characters it shows. */
export interface Font {
  /** The width of a text, one line, in the unit of `size`. Kerning and ligatures only make it shorter. */
  readonly width: (text: string, size: number) => number;
  /** Whether it has a picture of every character of a text. */
  readonly shows: (text: string) => boolean;
}

/** Of what a font does not show: about as wide as the broadest. */
const UNKNOWN_WIDTH = 1;

/** Joiners and variation selectors take no room, and a font need not have them. */
const UNSEEN = /^[\p{Join_Control}\p{Variation_Selector}]$/u;

/** Reads the widths and the characters of a TrueType font. */
export function readFont(file: Uint8Array): Font {
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = new Map<string, number>();
  for (let index = 0; index < data.getUint16(4); index += 1) {
    const at = 12 + index * 16;
    tables.set(String.fromCodePoint(...file.subarray(at, at + 4)), data.getUint32(at + 8));
  }
  const table = (tag: string): number => {
    const at = tables.get(tag);
    if (at === undefined) throw new TypeError(`the font has no table ${tag}`);
    return at;
  };
  const unitsPerEm = data.getUint16(table('head') + 18);
  const metrics = data.getUint16(table('hhea') + 34);
  const glyphs = glyphsOf(data, table('cmap'));
  const advance = (glyph: number): number =>
    data.getUint16(table('hmtx') + Math.min(glyph, metrics - 1) * 4) / unitsPerEm;
  const widthOf = (character: string): number => {
    if (UNSEEN.test(character)) return 0;
    const glyph = glyphs.get(character.codePointAt(0) ?? 0);
    return glyph === undefined ? UNKNOWN_WIDTH : advance(glyph);
  };
  return {
    width: (text, size) => Array.from(text).reduce((sum, character) => sum + widthOf(character), 0) * size,
    shows: (text) =>
      Array.from(text).every((character) => UNSEEN.test(character) || glyphs.has(character.codePointAt(0) ?? 0)),
  };
}

/** The glyphs by character: of the subtable for all of Unicode (OpenType, cmap, format 12). */
function glyphsOf(data: DataView, cmap: number): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < data.getUint16(cmap + 2); index += 1) {
    const at = cmap + data.getUint32(cmap + 8 + index * 8);
    if (data.getUint16(at) !== 12) continue;
    for (let group = 0; group < data.getUint32(at + 12); group += 1) {
      const [first, last, glyph] = [0, 4, 8].map((offset) => data.getUint32(at + 16 + group * 12 + offset));
      if (first === undefined || last === undefined || glyph === undefined) continue;
      for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
    }
  }
  if (glyphs.size === 0) throw new TypeError('the font has no table of all characters');
  return glyphs;
}
