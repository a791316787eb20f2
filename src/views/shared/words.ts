const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number for people to read, to two decimals. */
export const numberWords = (value: number): string => NUMBER.format(value);

/** So many of something: `1 chat`, `1,200 chats`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberWords(count)} ${count === 1 ? one : many}`;

/** The day and the time of a moment as the answer has them, in its zone. */
export const momentWords = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** Between a number and its unit: no line ends there. */
export const TIED = '\u00a0';

/** A length of time as answers have it (`durationText` of `model/words/duration.ts`, which a test holds it to): `45 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function durationWords(seconds: number): string {
  const total = Math.round(seconds);
  if (total < 60) return `${total}${TIED}s`;
  if (total < 3600) return inTwo(total, 60, 'min', 's');
  const minutes = Math.round(total / 60);
  return minutes < 1440 ? inTwo(minutes, 60, 'h', 'min') : inTwo(Math.round(total / 3600), 24, 'd', 'h');
}

function inTwo(amount: number, size: number, large: string, small: string): string {
  const rest = amount % size;
  const whole = `${Math.floor(amount / size)}${TIED}${large}`;
  return rest === 0 ? whole : `${whole} ${rest}${TIED}${small}`;
}
