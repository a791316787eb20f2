import type { Language } from '../language.ts';
import type { Steps } from '../../model/slices.ts';
import type { ChatWords, SpokenChats } from './spoken-chats.ts';
import { withoutAccents, type WordList } from './word-lists.ts';

/** A word that says nothing of a topic, one that ends a phrase, or the number of what it has in common with its other forms. */
export const STOP = -2;
export const CHAT = -3;

/** Shorter words are letters, or endings that a dictionary has cut off. */
const MIN_LETTERS = 2;

/** Words of hiragana alone are particles and endings. */
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

/**
 * Tells by its number what a word of some chats is. A word belongs to the language in whose chats it stands most, so that chats
 * too short to tell their language have its words read as the others have them.
 */
export class Meanings {
  readonly #chats: SpokenChats;
  readonly #lists: ReadonlyMap<Language, WordList>;
  readonly #languages: readonly Language[];
  readonly #stems = new Map<string, number>();
  readonly #stemOf: Int32Array;
  readonly #isStop: ReadonlyMap<Language | undefined, Int8Array>;
  readonly #majority: readonly (Language | undefined)[];

  private constructor(
    chats: SpokenChats,
    lists: ReadonlyMap<Language, WordList>,
    majority: readonly (Language | undefined)[],
  ) {
    this.#chats = chats;
    this.#lists = lists;
    this.#languages = [...lists.keys()];
    this.#majority = majority;
    this.#stemOf = new Int32Array(chats.lower.length).fill(-1);
    this.#isStop = new Map(
      [undefined, ...this.#languages].map((language) => [language, new Int8Array(chats.lower.length)]),
    );
  }

  /** Reads the words of some chats by the lists of their languages. */
  static *of(chats: SpokenChats, lists: ReadonlyMap<Language, WordList>): Steps<Meanings> {
    return new Meanings(chats, lists, yield* majorities(chats));
  }

  /** The number of stems that were told. */
  get stems(): number {
    return this.#stems.size;
  }

  /** The number of the stem of a word in lower case, or why it has none. */
  of(lower: number, { language }: Pick<ChatWords, 'language'>): number {
    const known = this.#isStop.get(language) ?? this.#isStop.get(undefined);
    const kind = known?.[lower] || this.#kindOf(lower, language);
    if (known !== undefined) known[lower] = kind;
    return kind === IS_STOP ? STOP : kind === IS_CHAT ? CHAT : this.stemOf(lower);
  }

  /** The number of the stem of a word in lower case. */
  stemOf(lower: number): number {
    const known = this.#stemOf[lower] ?? -1;
    if (known !== -1) return known;
    const word = this.#chats.lower[lower] ?? '';
    const language = this.#majority[lower];
    const list = language === undefined ? undefined : this.#lists.get(language);
    // Of each language its own: arrived and arrivé are not one word.
    const stem = `${language ?? ''} ${list === undefined ? withoutAccents(word) : list.stem(word)}`;
    const id = this.#stems.get(stem) ?? this.#stems.size;
    this.#stems.set(stem, id);
    this.#stemOf[lower] = id;
    return id;
  }

  #kindOf(lower: number, language: Language | undefined): number {
    const word = this.#chats.lower[lower] ?? '';
    if (word.length < MIN_LETTERS || word.endsWith("'") || HIRAGANA.test(word)) return IS_STOP;
    const own = language !== undefined && this.#lists.has(language) ? language : this.#majority[lower];
    const lists = own === undefined ? this.#languages : [own];
    const among = lists.flatMap((name) => this.#lists.get(name) ?? []);
    if (among.some(({ isStop }) => isStop(word) || isOfStops(word, isStop))) return IS_STOP;
    return among.some(({ isChat }) => isChat(word)) ? IS_CHAT : IS_WORD;
  }
}

const IS_WORD = 1;
const IS_STOP = 2;
const IS_CHAT = 3;

/** Whether a word is put together of stop words and single letters, such as `qu'il` and `avez-vous`. */
function isOfStops(word: string, isStop: (word: string) => boolean): boolean {
  return /['-]/.test(word) && word.split(/['-]/).every((part) => part.length < MIN_LETTERS || isStop(part));
}

/** The words of one step. */
const STEP = 4096;

/** For each word in lower case, the language in whose chats it stands most. */
function* majorities({ chats, lower, lowerOf, languages }: SpokenChats): Steps<(Language | undefined)[]> {
  const best: (Language | undefined)[] = [];
  const most = new Uint32Array(lower.length);
  for (const language of languages.keys()) {
    const counted = new Uint32Array(lower.length);
    for (const chat of chats) {
      if (chat.language !== language) continue;
      for (const number of chat.said) {
        const word = lowerOf[number >> 1] ?? -1;
        if (number >= 0) counted[word] = (counted[word] ?? 0) + 1;
      }
      yield;
    }
    for (let word = 0; word < counted.length; word += 1) {
      const count = counted[word] ?? 0;
      if (count > (most[word] ?? 0)) {
        most[word] = count;
        best[word] = language;
      }
      if (word % STEP === 0) yield;
    }
  }
  return best;
}
