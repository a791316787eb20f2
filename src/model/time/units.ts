declare const unit: unique symbol;

/** A moment: milliseconds since 1970-01-01T00:00:00Z, as the API gives all its times. */
export type EpochMillis = number & { readonly [unit]: 'EpochMillis' };

/** A duration in seconds, fractions allowed. */
export type Seconds = number & { readonly [unit]: 'Seconds' };

/** Tells the present moment; injected wherever time matters, so that tests own it. */
export type Clock = () => EpochMillis;

function isEpochMillis(value: number): value is EpochMillis {
  return Number.isSafeInteger(value);
}

function isSeconds(value: number): value is Seconds {
  return Number.isFinite(value);
}

/** Brands a number as a moment. Throws RangeError for what is not a whole number of milliseconds. */
export function epochMillis(value: number): EpochMillis {
  if (!isEpochMillis(value)) throw new RangeError(`${value} is not a moment in epoch milliseconds`);
  return value;
}

/** Brands a number as a duration. Throws RangeError for NaN and infinities. */
export function seconds(value: number): Seconds {
  if (!isSeconds(value)) throw new RangeError(`${value} is not a duration in seconds`);
  return value;
}

/** The time from `start` to `end`; negative when they are reversed. */
export function secondsBetween(start: EpochMillis, end: EpochMillis): Seconds {
  return seconds((end - start) / 1000);
}

/** The moment `duration` after `moment`, to the millisecond. */
export function after(moment: EpochMillis, duration: Seconds): EpochMillis {
  return epochMillis(Math.round(moment + duration * 1000));
}

export const systemClock: Clock = () => epochMillis(Date.now());
