/** The loudness of a text. */
export interface Tone {
  /** Words of at least four capital letters, or lines of them. */
  readonly capitals: boolean;
  readonly exclamations: number;
}

const LEAST_LETTERS = 12;
const LOUD_WORD = /(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu;

/** Hears how loudly a text is written: in capital letters, and with how many exclamation marks. */
export function toneOf(text: string): Tone {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const loud = (text.match(LOUD_WORD) ?? []).reduce((sum, word) => sum + word.length, 0);
  return {
    capitals: letters >= LEAST_LETTERS && loud > letters * 0.25,
    exclamations: text.match(/[!！]/g)?.length ?? 0,
  };
}
