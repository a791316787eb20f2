/** How many of some that were asked agree. */
export interface Counted {
  readonly n: number;
  readonly agreeing: number;
}

/** The standard normal quantile of a 95 % interval. */
export const Z_95 = 1.959964;

/** The 95 % Wilson interval of a share: everything is possible of none. */
export function wilsonInterval({ n, agreeing }: Counted): readonly [number, number] {
  if (n === 0) return [0, 1];
  const share = agreeing / n;
  const middle = share + Z_95 ** 2 / (2 * n);
  const width = Z_95 * Math.sqrt((share * (1 - share)) / n + Z_95 ** 2 / (4 * n ** 2));
  const whole = 1 + Z_95 ** 2 / n;
  // Rounding must not push a bound past the share itself.
  return [
    Math.min(share, Math.max(0, (middle - width) / whole)),
    Math.max(share, Math.min(1, (middle + width) / whole)),
  ];
}
