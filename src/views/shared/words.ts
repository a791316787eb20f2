const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number for people to read, to two decimals. */
export const numberWords = (value: number): string => NUMBER.format(value);

/** So many of something: `1 chat`, `1,200 chats`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberWords(count)} ${count === 1 ? one : many}`;

/** The day and the time of a moment as the answer has them, in its zone. */
export const momentWords = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
