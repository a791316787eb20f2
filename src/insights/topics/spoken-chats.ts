import { textOf, type Foreign } from '../../model/foreign.ts';
import type { AgentId, ChatId, VisitorId } from '../../model/ids.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Language, LanguageDetector } from '../language.ts';
import { beginningOf, wordsIn } from './said-words.ts';

/** What was said in one chat, in clean texts. */
export interface SpokenChat {
  readonly chatId: ChatId;
  readonly visitorId?: VisitorId | undefined;
  readonly agentId?: AgentId | undefined;
  readonly requestedAt: EpochMillis;
  /** Whether it is of the period that is compared with. */
  readonly isBefore: boolean;
  /** For how many chats of its period it stands. */
  readonly weight: number;
  /** The visitor's messages in their order. */
  readonly said: readonly Foreign[];
  /** The names of the people of the chat, which are nobody's topic. */
  readonly names: readonly Foreign[];
}

/** The words of one chat, as numbers. */
export interface ChatWords extends Omit<SpokenChat, 'said' | 'names'> {
  readonly language: Language | undefined;
  /** What the visitor said: of each word its number twice, and one more where no space is before it; BREAK or MESSAGE between. */
  readonly said: Int32Array;
}

/** Who began a chat, as a number; somebody else each time where the row names nobody. */
export function visitorOf({ visitorId, chatId }: Pick<ChatWords, 'visitorId' | 'chatId'>): number {
  return visitorId ?? -1 * chatId;
}

export const BREAK = -1;
/** A break at which a message begins. */
export const MESSAGE = -2;

/** Of what a visitor wrote in a chat, so many characters are read: a topic comes up early. */
export const MAX_SPOKEN_CHARACTERS = 5000;

/** Chats whose words are known by number, so that thousands of them are compared quickly. */
export class SpokenChats {
  readonly chats: ChatWords[] = [];
  /** The languages of the chats, the most frequent first. */
  readonly languages = new Map<Language, number>();
  /** Words as they were written, and the number of each in lower case. */
  readonly written: string[] = [];
  readonly lowerOf: number[] = [];
  readonly lower: string[] = [];
  readonly #writtenIds = new Map<string, number>();
  readonly #lowerIds = new Map<string, number>();
  readonly #languageOf: LanguageDetector;

  constructor(languageOf: LanguageDetector) {
    this.#languageOf = languageOf;
  }

  /** Adds a chat, unless its visitor said nothing. Answers whether it did. */
  add({ said, names, ...chat }: SpokenChat): boolean {
    const texts = beginning(said.map((text) => textOf(text)));
    if (!texts.some((text) => /\p{L}/u.test(text))) return false;
    const language = this.#languageOf(texts.join('\n'));
    if (language !== undefined) this.languages.set(language, (this.languages.get(language) ?? 0) + 1);
    const named = new Set(names.map((name) => textOf(name)));
    const unsaid = new Set(
      [...named].flatMap((name) => wordsIn(name).map(({ text }) => this.#lower(text.toLowerCase()))),
    );
    const numbers: number[] = [];
    for (const text of texts) {
      numbers.push(MESSAGE);
      for (const { text: word, gap } of wordsIn(text)) {
        const id = this.#word(word);
        const isUnsaid = unsaid.has(this.lowerOf[id] ?? BREAK);
        if (gap === 'break' || isUnsaid) numbers.push(BREAK);
        if (!isUnsaid) numbers.push(2 * id + (gap === 'none' ? 1 : 0));
      }
    }
    this.chats.push({ ...chat, language, said: Int32Array.from(numbers) });
    return true;
  }

  #word(text: string): number {
    const known = this.#writtenIds.get(text);
    if (known !== undefined) return known;
    const id = this.written.length;
    this.#writtenIds.set(text, id);
    this.written.push(text);
    this.lowerOf.push(this.#lower(text.toLowerCase()));
    return id;
  }

  #lower(text: string): number {
    const known = this.#lowerIds.get(text);
    if (known !== undefined) return known;
    const id = this.lower.length;
    this.#lowerIds.set(text, id);
    this.lower.push(text);
    return id;
  }
}

/** The beginning of some texts together. */
function beginning(texts: readonly string[]): string[] {
  let left = MAX_SPOKEN_CHARACTERS;
  const begun: string[] = [];
  for (const text of texts) {
    if (left <= 0) break;
    begun.push(beginningOf(text, left));
    left -= text.length;
  }
  return begun;
}
