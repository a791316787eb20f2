/** What has a colour in a chart. In the SVG it is `var(--…)`, so that whoever shows it decides on the theme. */
export type ColourName =
  | 'paper'
  | 'ink'
  /** Of what is said beside the figures. */
  | 'quiet'
  /** Of lines that only guide the eye. */
  | 'rule'
  /** Of the period that is asked for, and of what rises. */
  | 'one'
  /** Of the period that it is compared to, and of what falls. */
  | 'two'
  /** Of what was not read. */
  | 'hatch'
  | `heat${HeatStep}`
  /** Of the text on it. */
  | `on${HeatStep}`;

export type HeatStep = 1 | 2 | 3 | 4 | 5 | 6;

/** The steps of a heat map, from the least to the most: each can be told from the next, and the first from paper, by its lightness alone. */
export const HEAT_STEPS = [1, 2, 3, 4, 5, 6] as const satisfies readonly HeatStep[];

export type Palette = Readonly<Record<ColourName, string>>;

/** Blue and vermilion of Okabe and Ito, who chose them for people who do not see red from green; on white. */
export const LIGHT: Palette = {
  paper: '#ffffff',
  ink: '#1b1b1b',
  quiet: '#595959',
  rule: '#d9d9d9',
  one: '#0072b2',
  two: '#d55e00',
  hatch: '#767676',
  heat1: '#d6e8f4',
  heat2: '#acd0e8',
  heat3: '#7eb3d8',
  heat4: '#4d96c4',
  heat5: '#1b6a9e',
  heat6: '#073c60',
  on1: '#000000',
  on2: '#000000',
  on3: '#000000',
  on4: '#000000',
  on5: '#ffffff',
  on6: '#ffffff',
};

/** Their sky blue and orange on black, where the lightest cell is the most. */
export const DARK: Palette = {
  paper: '#16191d',
  ink: '#f0f0f0',
  quiet: '#b4b9be',
  rule: '#3d4248',
  one: '#56b4e9',
  two: '#e69f00',
  hatch: '#8d939a',
  heat1: '#1e3444',
  heat2: '#26506c',
  heat3: '#2f6a91',
  heat4: '#4b95c4',
  heat5: '#8cc2e4',
  heat6: '#d8ecf8',
  on1: '#ffffff',
  on2: '#ffffff',
  on3: '#ffffff',
  on4: '#000000',
  on5: '#000000',
  on6: '#000000',
};

/** A colour of the palette, as it stands in an SVG. */
export function colour(name: ColourName): `var(--${ColourName})` {
  return `var(--${name})`;
}

function isColourName(name: string): name is ColourName {
  return Object.hasOwn(LIGHT, name);
}

/** The SVG of a chart with the colours of a palette in it. Words that look like a colour stay as they are: they have no quotes around them. */
export function paint(svg: string, palette: Palette): string {
  return svg.replaceAll(/(?<=")var\(--(\w+)\)(?=")/g, (whole, name: string) =>
    isColourName(name) ? palette[name] : whole,
  );
}
