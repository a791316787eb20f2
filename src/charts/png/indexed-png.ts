import { crc32, deflateSync } from 'node:zlib';

/** A picture of which every pixel is one of at most 256 colours. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour. */
  readonly colours: readonly (readonly [red: number, green: number, blue: number])[];
  /** The number of the colour of each pixel, row by row from the top. */
  readonly pixels: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Writes a picture as PNG with a palette (PNG, third edition, 11.2). */
export function indexedPng({ width, height, colours, pixels }: IndexedPicture): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, which are numbers of the palette.
  head.set([8, 3], 8);
  // Each row begins with its filter: none, since numbers of colours are no amounts.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const parts = [
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.from(colours.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ];
  return Uint8Array.from(Buffer.concat(parts));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
