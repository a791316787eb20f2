import { keysOf } from '../model/keys-of.ts';

/**
 * Each colour, light and dark. Blue and vermilion of Okabe and Ito, which people who cannot tell red from green can tell apart; in the dark, their
 * sky blue and orange. The steps of a heat map run from the least to the most: each can be told from the next, and the first from paper, by its
 * lightness alone.
 */
const COLOURS = {
  paper: '#ffffff #16191d',
  ink: '#1b1f24 #eef0f3',
  /** Of what is said beside the figures. */
  quiet: '#59626d #a5adb7',
  /** Of lines that only guide the eye. */
  rule: '#e4e7eb #2d333b',
  /** Of weekends, and of zero. */
  band: '#f0f2f5 #23282f',
  main: '#0072b2 #56b4e9',
  /** Of the compared period. */
  other: '#8a939e #7d8894',
  target: '#a24a00 #f0a860',
  /** Of what was not loaded. */
  hatch: '#767676 #8d939a',
  more: '#d55e00 #e69f00',
  less: '#0072b2 #56b4e9',
  heat1: '#d6e8f4 #1e3444',
  heat2: '#acd0e8 #26506c',
  heat3: '#7eb3d8 #2f6a91',
  heat4: '#4d96c4 #4b95c4',
  heat5: '#1b6a9e #8cc2e4',
  heat6: '#073c60 #d8ecf8',
  /** Of the text on a step. */
  on1: '#000000 #ffffff',
  on2: '#000000 #ffffff',
  on3: '#000000 #ffffff',
  on4: '#000000 #000000',
  on5: '#ffffff #000000',
  on6: '#ffffff #000000',
} as const;

type ColourName = keyof typeof COLOURS;

/** The colours of a chart. */
export type Theme = Readonly<Record<ColourName, string>>;

export const LIGHT = themeOf((_, colours) => colours.slice(0, 7));
export const DARK = themeOf((_, colours) => colours.slice(8));
/** For a picture in a page, whose style has the colours as variables: then light and dark need no second picture. */
export const OF_PAGE = themeOf((name) => `var(--${name})`);

function themeOf(colourOf: (name: ColourName, colours: string) => string): Theme {
  const theme: Record<ColourName, string> = { ...COLOURS };
  for (const name of keysOf(COLOURS)) theme[name] = colourOf(name, COLOURS[name]);
  return theme;
}

const STEPS = [1, 2, 3, 4, 5, 6] as const;

/** The colour of a cell, and of the text on it, for a share of the largest value. */
export function heatOf(theme: Theme, share: number): { readonly fill: string; readonly ink: string } {
  const step = STEPS[Math.max(0, Math.ceil(share * STEPS.length) - 1)] ?? 6;
  return { fill: theme[`heat${step}`], ink: theme[`on${step}`] };
}
