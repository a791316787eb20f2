/** Characters that may come out nowhere: by number, so that no slip in the code under test is repeated here. */
const NEVER: readonly (readonly [what: string, from: number, to: number])[] = [
  ['control', 0x00, 0x08],
  ['control', 0x0b, 0x1f],
  ['control', 0x7f, 0x9f],
  ['soft hyphen', 0xad, 0xad],
  ['grapheme joiner', 0x34f, 0x34f],
  ['bidirectional', 0x61c, 0x61c],
  ['Hangul filler', 0x11_5f, 0x11_60],
  ['Khmer vowel', 0x17_b4, 0x17_b5],
  ['zero width', 0x20_0b, 0x20_0b],
  ['bidirectional', 0x20_0e, 0x20_0f],
  ['line separator', 0x20_28, 0x20_29],
  ['bidirectional', 0x20_2a, 0x20_2e],
  ['zero width', 0x20_60, 0x20_65],
  ['bidirectional', 0x20_66, 0x20_69],
  ['format', 0x20_6a, 0x20_6f],
  ['Hangul filler', 0x31_64, 0x31_64],
  ['surrogate', 0xd8_00, 0xdf_ff],
  ['noncharacter', 0xfd_d0, 0xfd_ef],
  ['byte order mark', 0xfe_ff, 0xfe_ff],
  ['Hangul filler', 0xff_a0, 0xff_a0],
  ['ignorable', 0xff_f0, 0xff_f8],
  ['annotation', 0xff_f9, 0xff_fb],
  ['noncharacter', 0xff_fe, 0xff_ff],
  ['shorthand', 0x1_bc_a0, 0x1_bc_a3],
  ['musical', 0x1_d1_73, 0x1_d1_7a],
  ['tag', 0xe_00_00, 0xe_00_ff],
  ['selector', 0xe_01_20, 0xe_01_ef],
  ['ignorable', 0xe_01_f0, 0xe_0f_ff],
  ['noncharacter', 0x10_ff_fe, 0x10_ff_ff],
];

const hexadecimal = (code: number): string => `\\u{${code.toString(16)}}`;
const ANY_OF_THEM = new RegExp(
  `[${NEVER.map(([, from, to]) => `${hexadecimal(from)}-${hexadecimal(to)}`).join('')}]`,
  'u',
);

/** Characters that depend on what stands beside them. */
const NEVER_TOGETHER: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['run of joiners', /[\u200C\u200D]{2}/u],
  ['run of selectors', /\p{Variation_Selector}{2}/u],
  ['selector behind a joiner', /[\u200C\u200D]\p{Variation_Selector}/u],
  [
    'joiner in a word',
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hebrew}\p{ASCII}][\u200C-\u200D]/u,
  ],
  ['joiner at the beginning', /(?:^|\s)[\u200C\u200D]/u],
  ['selector at the beginning', /(?:^|\s)\p{Variation_Selector}/u],
  ['emoji selector behind a letter', /[^\p{Emoji}][\uFE0E\uFE0F]/u],
  [
    'selector in a word',
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}]\p{Variation_Selector}/u,
  ],
  ['selector behind a digit', /[0-9#*]\p{Variation_Selector}(?!\u20E3)/u],
  ['Mongolian separator', /[^\p{Script=Mongolian}\u180B-\u180F]\u180E|^\u180E/u],
  ['heap of marks', /\p{M}{9}/u],
];

/** The classes of trust.md P2 that a text has in it; none is what is wanted. */
export function forbiddenIn(text: string): string[] {
  const found = new Set<string>();
  if (!text.isWellFormed()) found.add('lone surrogate');
  for (const character of ANY_OF_THEM.test(text) ? text : '') {
    const code = character.codePointAt(0) ?? 0;
    for (const [what, from, to] of NEVER) if (code >= from && code <= to) found.add(what);
  }
  for (const [what, pattern] of NEVER_TOGETHER) if (pattern.test(text)) found.add(what);
  return [...found];
}
