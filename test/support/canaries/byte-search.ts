interface Needle<Name> {
  readonly name: Name;
  readonly bytes: Buffer;
}

/**
 * Looks for many sequences of bytes at once, as Wu and Manber do: by the two bytes at the end of a window as long as the
 * shortest one, most of what is looked through is skipped.
 */
export function byteSearch<Name>(needles: readonly Needle<Name>[]): (bytes: Uint8Array) => Set<Name> {
  const window = Math.min(...needles.map(({ bytes }) => bytes.length));
  const skips = new Uint8Array(65_536).fill(window - 1);
  const endings = new Map<number, Needle<Name>[]>();
  for (const needle of needles) {
    for (let end = 1; end < window; end += 1) {
      const pair = pairAt(needle.bytes, end);
      skips[pair] = Math.min(skips[pair] ?? 0, window - 1 - end);
      if (end === window - 1) endings.set(pair, [...(endings.get(pair) ?? []), needle]);
    }
  }
  return (bytes) => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = new Set<Name>();
    for (let end = window - 1; end < view.length;) {
      const pair = pairAt(view, end);
      const skip = skips[pair] ?? 0;
      if (skip > 0) {
        end += skip;
        continue;
      }
      const start = end - window + 1;
      for (const { name, bytes: wanted } of endings.get(pair) ?? []) {
        if (view.subarray(start, start + wanted.length).equals(wanted)) found.add(name);
      }
      end += 1;
    }
    return found;
  };
}

function pairAt(bytes: Uint8Array, end: number): number {
  return ((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0);
}
