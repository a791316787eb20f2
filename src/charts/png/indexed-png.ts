import { crc32, deflateSync } from 'node:zlib';

/** Pixels, row by row from the top: red, green, blue and an opacity, which is whole. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const MOST_COLOURS = 256;

/**
 * Writes a picture as PNG with a palette (PNG, third edition, 11.2), a third as large as with whole colours. It has each colour of the theme
 * (`#rrggbb`). Of all others, those whose channels have the same first four bits are one. So only edges of letters and lines change.
 */
export function pngOf({ width, height, pixels }: Pixels, theme: readonly string[]): Uint8Array<ArrayBuffer> {
  const palette = [...new Set(theme.map((colour) => Number.parseInt(colour.slice(1), 16)))];
  const places = new Map(palette.map((rgb, place) => [rgb, place]));
  const placeOf = (rgb: number): number => {
    const near = rgb & 0xf0f0f0;
    const known = places.get(rgb) ?? places.get(near);
    if (known !== undefined) return known;
    // A picture has the colours of its theme and what lies between two of them: there are a hundred or so.
    if (palette.length === MOST_COLOURS) return 0;
    places.set(near, palette.push(rgb) - 1);
    return palette.length - 1;
  };
  // Each row begins with its filter: none, since numbers of colours are no amounts.
  const rows = Buffer.alloc((width + 1) * height);
  let [last, place] = [-1, 0];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = pixel * 4;
    const rgb = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    // Most pixels are as the one before.
    if (rgb !== last) [last, place] = [rgb, placeOf(rgb)];
    rows[pixel + 1 + Math.floor(pixel / width)] = place;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, which are numbers of the palette.
  head.set([8, 3], 8);
  const colours = palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]);
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', head),
      chunk('PLTE', Uint8Array.from(colours)),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
