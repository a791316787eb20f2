import { Foreign, textOf } from '../model/foreign.ts';
import { ProgramText } from '../model/text/trusted-text.ts';

declare const language: unique symbol;

/** The characters of a text from which its language is told. */
const ENOUGH_CHARACTERS = 2000;
/** The bytes of letters at which the library stops to read. */
const MAX_BYTES = 350;

/**
 * How far the likeliest language has to be ahead of the next, for each byte of letters and in all. Chosen on sentences in 59 languages
 * (test/insights/languages.json), of which none is told wrong with them: related languages lead each other in a short text by
 * chance, and where the library does not know a language, the one that is like it leads by little however long the text is.
 */
const MIN_LEAD = 0.02;
const MIN_LEAD_IN_ALL = 3;

/** Indonesian, and Bosnian and Serbian in Latin letters, are taken for these, however long a text is. */
const NEVER_SURE: ReadonlySet<string> = new Set(['ms', 'hr']);
/** Afrikaans, which the library does not know, is taken for Dutch, and has neither. */
const DUTCH = /ij|\bik\b/i;

/** The two letters of a language (ISO 639-1), such as `en`. */
export type Language = ProgramText & { readonly [language]: true };

function isLanguage(text: string): text is Language {
  return /^[a-z]{2}$/.test(text);
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language, as the runtime knows it. */
export function languageName(language: Language): ProgramText {
  return ProgramText.parse(NAMES.of(language) ?? language);
}

/** Tells the language of texts; undefined where they are too short, or in no language, to be sure. */
export type LanguageDetector = (...texts: readonly (string | Foreign | undefined)[]) => Language | undefined;

/**
 * Loads what tells languages apart. It takes a fifth of a second and 90 MB to load, which happens at the first call; of the
 * four sizes of the library's data the smallest, because the larger ones are wrong as often, and more sure of it.
 */
export async function languageDetector(): Promise<LanguageDetector> {
  const { eld } = await import('eld/extrasmall');
  return (...texts) => {
    const text = texts.map((one) => (one instanceof Foreign ? textOf(one) : one)).join('\n');
    const words = wordsOf(text.slice(0, ENOUGH_CHARACTERS));
    const result = eld.detect(words);
    const { language } = result;
    if (!isLanguage(language) || !result.isReliable() || NEVER_SURE.has(language)) return undefined;
    const [first = 0, second = 0] = Object.values(result.getScores()).toSorted((one, other) => other - one);
    const lead = first - second;
    if (lead < MIN_LEAD || lead * Math.min(MAX_BYTES, bytesOfLetters(words)) < MIN_LEAD_IN_ALL) return undefined;
    return language === 'nl' && !DUTCH.test(words) ? undefined : language;
  };
}

/** The words of a text that belong to its language: no addresses, numbers and names of articles. */
function wordsOf(text: string): string {
  return text
    .split(/\s+/u)
    .filter((word) => !/[@\d]|:\/\/|^www\./.test(word))
    .join(' ');
}

function bytesOfLetters(text: string): number {
  return Buffer.byteLength(text.replaceAll(/\P{L}+/gu, ''));
}
