import type { Language } from '../language.ts';
import { CONVERSATION_WORDS } from './conversation-words.ts';

/** What is known of the words of a language. */
export interface WordList {
  /** Whether a word in lower case carries no meaning of its own, such as an article. */
  readonly isStop: (word: string) => boolean;
  /** Whether a word belongs to any conversation, such as a greeting. */
  readonly isChat: (word: string) => boolean;
  /** Returns what a word has in common with its other forms. */
  readonly stem: (word: string) => string;
}

type Stemmer = Promise<{ readonly stemmer: (word: string) => string }>;
type StopWords = Promise<{ readonly stopwords: readonly string[] }>;

/** The libraries' own names for languages, each loaded when its language is met. */
const LIBRARIES: Readonly<Record<string, { readonly stops: () => StopWords; readonly stemmer?: () => Stemmer }>> = {
  ar: { stops: () => import('@orama/stopwords/arabic'), stemmer: () => import('@orama/stemmers/arabic') },
  bg: { stops: () => import('@orama/stopwords/bulgarian'), stemmer: () => import('@orama/stemmers/bulgarian') },
  da: { stops: () => import('@orama/stopwords/danish'), stemmer: () => import('@orama/stemmers/danish') },
  de: { stops: () => import('@orama/stopwords/german'), stemmer: () => import('@orama/stemmers/german') },
  el: { stops: () => import('@orama/stopwords/greek'), stemmer: () => import('@orama/stemmers/greek') },
  en: { stops: () => import('@orama/stopwords/english'), stemmer: () => import('@orama/stemmers/english') },
  es: { stops: () => import('@orama/stopwords/spanish'), stemmer: () => import('@orama/stemmers/spanish') },
  fi: { stops: () => import('@orama/stopwords/finnish'), stemmer: () => import('@orama/stemmers/finnish') },
  fr: { stops: () => import('@orama/stopwords/french'), stemmer: () => import('@orama/stemmers/french') },
  ga: { stops: () => import('@orama/stopwords/irish'), stemmer: () => import('@orama/stemmers/irish') },
  hi: { stops: () => import('@orama/stopwords/indian'), stemmer: () => import('@orama/stemmers/indian') },
  hu: { stops: () => import('@orama/stopwords/hungarian'), stemmer: () => import('@orama/stemmers/hungarian') },
  hy: { stops: () => import('@orama/stopwords/armenian'), stemmer: () => import('@orama/stemmers/armenian') },
  id: { stops: () => import('@orama/stopwords/indonesian'), stemmer: () => import('@orama/stemmers/indonesian') },
  it: { stops: () => import('@orama/stopwords/italian'), stemmer: () => import('@orama/stemmers/italian') },
  ja: { stops: () => import('@orama/stopwords/japanese') },
  lt: { stops: () => import('@orama/stopwords/lithuanian'), stemmer: () => import('@orama/stemmers/lithuanian') },
  ne: { stops: () => import('@orama/stopwords/nepali'), stemmer: () => import('@orama/stemmers/nepali') },
  nl: { stops: () => import('@orama/stopwords/dutch'), stemmer: () => import('@orama/stemmers/dutch') },
  no: { stops: () => import('@orama/stopwords/norwegian'), stemmer: () => import('@orama/stemmers/norwegian') },
  pt: { stops: () => import('@orama/stopwords/portuguese'), stemmer: () => import('@orama/stemmers/portuguese') },
  ro: { stops: () => import('@orama/stopwords/romanian'), stemmer: () => import('@orama/stemmers/romanian') },
  ru: { stops: () => import('@orama/stopwords/russian'), stemmer: () => import('@orama/stemmers/russian') },
  sl: { stops: () => import('@orama/stopwords/slovenian') },
  sr: { stops: () => import('@orama/stopwords/serbian'), stemmer: () => import('@orama/stemmers/serbian') },
  sv: { stops: () => import('@orama/stopwords/swedish'), stemmer: () => import('@orama/stemmers/swedish') },
  ta: { stops: () => import('@orama/stopwords/tamil'), stemmer: () => import('@orama/stemmers/tamil') },
  tr: { stops: () => import('@orama/stopwords/turkish'), stemmer: () => import('@orama/stemmers/turkish') },
  uk: { stops: () => import('@orama/stopwords/ukrainian'), stemmer: () => import('@orama/stemmers/ukrainian') },
  zh: { stops: () => import('@orama/stopwords/mandarin') },
};

/** The same language by another name. */
const ALSO: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', hr: 'sr', bs: 'sr' };

/** Accents, which many leave out, and the vowel points of Arabic. Marks of other scripts make other letters. */
const ACCENTS = /[\u0300-\u036F\u064B-\u0652]/g;

/** A word as it is compared: without accents and hyphens. */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(ACCENTS, '').replaceAll('-', '').normalize('NFC');
}

/** Loads what is known of the words of some languages; nothing of a language that the libraries do not have. */
export async function wordListsOf(languages: Iterable<Language>): Promise<Map<Language, WordList>> {
  const lists = new Map<Language, WordList>();
  for (const language of languages) {
    const name = ALSO[language] ?? language;
    const library = LIBRARIES[name];
    if (library === undefined) continue;
    const { stopwords } = await library.stops();
    const stemmer = (await library.stemmer?.())?.stemmer ?? ((word: string) => word);
    const stem = (word: string): string => withoutAccents(stemmer(word));
    const stops = new Set(stopwords.flatMap((word) => [word, withoutAccents(word)]));
    const chat = new Set((CONVERSATION_WORDS[name] ?? '').split(/\s+/).map(stem));
    lists.set(language, {
      isStop: (word) => stops.has(word) || stops.has(withoutAccents(word)),
      isChat: (word) => chat.has(stem(word)),
      stem,
    });
  }
  return lists;
}
