import { HEAT_STEPS, type Palette } from '../palette.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Between two colours there are so many steps at the edge of what is drawn. */
const STEPS = 4;

/**
 * The colours that a chart has when it is drawn in a palette, and what lies between two of them at the edges of letters and lines: as it
 * is known what is drawn, nothing has to be searched for in the picture.
 */
export function coloursOf(palette: Palette): Colour[] {
  const { paper } = palette;
  const pairs: (readonly [string, string])[] = [
    ...Object.values(palette).map((colour) => [paper, colour] as const),
    ...HEAT_STEPS.map((step) => [palette[`heat${step}`], palette[`on${step}`]] as const),
  ];
  const found = new Map<string, Colour>();
  for (const [ground, mark] of pairs) {
    for (let step = 0; step <= STEPS; step += 1) {
      const colour = between(rgbOf(ground), rgbOf(mark), step / STEPS);
      found.set(colour.join(), colour);
    }
  }
  return [...found.values()];
}

function rgbOf(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 0xff, number & 0xff];
}

function between([red, green, blue]: Colour, [otherRed, otherGreen, otherBlue]: Colour, share: number): Colour {
  const mix = (one: number, other: number) => Math.round(one + (other - one) * share);
  return [mix(red, otherRed), mix(green, otherGreen), mix(blue, otherBlue)];
}

/** Of each pixel, the number of the colour that is nearest to it. */
export function nearestColours(rgba: Uint8Array, colours: readonly Colour[]): Uint8Array {
  const pixels = new Uint8Array(rgba.length / 4);
  const nearest = new Map<number, number>();
  // Most pixels are as the one before.
  let [last, found] = [-1, 0];
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const at = pixel * 4;
    const red = rgba[at] ?? 0;
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    const key = (red << 16) | (green << 8) | blue;
    if (key !== last) {
      last = key;
      found = nearest.get(key) ?? nearestTo([red, green, blue], colours);
      nearest.set(key, found);
    }
    pixels[pixel] = found;
  }
  return pixels;
}

function nearestTo([red, green, blue]: Colour, colours: readonly Colour[]): number {
  let [best, least] = [0, Infinity];
  for (const [index, colour] of colours.entries()) {
    const distance = (red - colour[0]) ** 2 + (green - colour[1]) ** 2 + (blue - colour[2]) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
