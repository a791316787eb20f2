import type { Steps } from '../../../model/slices.ts';
import { NO_ROLES, type Role } from './vocabulary.ts';
import type { Effort } from './effort.ts';
import { type Group, groupsOf } from './groups.ts';
import { keyBlocks } from './key-blocks.ts';
import { isSpace, type Token } from './tokens.ts';
import { type Topic, Topics } from './topics.ts';

/** How far a rule sees from where it stands, in tokens on either side. What lies further away does not exist for it. */
export const REACH = 80;

const EDGE: Token = {
  kind: 'edge',
  text: '',
  lower: '',
  start: 0,
  end: 0,
  isLatin: false,
  roles: NO_ROLES,
  first: 0,
  chunkEnd: 0,
  digits: '',
  group: -1,
};

/** A reader's view of the tokens around one of them. All that rules ever see of a text. */
export class Window {
  readonly #tokens: readonly Token[];
  readonly #effort: Effort;
  readonly #groups: readonly Group[];
  #blocks: ReadonlyMap<number, number> | undefined;
  readonly #found: Uint8Array;
  readonly #topics: Topics;
  #place = 0;

  private constructor(tokens: readonly Token[], effort: Effort, groups: readonly Group[], topics: Topics) {
    this.#tokens = tokens;
    this.#effort = effort;
    this.#groups = groups;
    this.#topics = topics;
    this.#found = new Uint8Array(tokens.length);
  }

  /** Makes the window of some tokens, in steps. */
  static *over(tokens: readonly Token[], effort: Effort): Steps<Window> {
    return new Window(tokens, effort, yield* groupsOf(tokens), yield* Topics.of(tokens));
  }

  /** Notes that the tokens from one index to another are found. */
  markFound(from: number, to: number): void {
    this.#found.fill(1, from, to + 1);
  }

  /** The offset of the nearest word of a topic before a token; undefined where the window shows none. */
  before(topic: Topic, offset: number): number | undefined {
    return this.#seen(this.#topics.before(topic, this.#place + offset));
  }

  /** The same behind a token. */
  behind(topic: Topic, offset: number): number | undefined {
    return this.#seen(this.#topics.behind(topic, this.#place + offset));
  }

  /** Whether the window shows a word of a topic. */
  speaksOf(topic: Topic): boolean {
    return this.before(topic, 0) !== undefined || this.behind(topic, 0) !== undefined;
  }

  #seen(index: number): number | undefined {
    this.#effort.take(1);
    return index < 0 || Math.abs(index - this.#place) > REACH ? undefined : index - this.#place;
  }

  /** Whether a rule has found the token already. */
  isFound(offset: number): boolean {
    return this.#found[this.#place + offset] === 1;
  }

  /** The offset of the end of the block of a private key whose word `BEGIN` stands here. */
  blockEnd(): number | undefined {
    this.#blocks ??= keyBlocks(this.#tokens);
    const end = this.#blocks.get(this.#place);
    return end === undefined ? undefined : end - this.#place;
  }

  /** The index of the token that the window stands at. */
  get place(): number {
    return this.#place;
  }

  moveTo(index: number): void {
    this.#place = index;
  }

  /** The token at an offset from here. */
  at(offset: number): Token {
    this.#effort.take(1);
    return offset > REACH || offset < -REACH ? EDGE : (this.#tokens[this.#place + offset] ?? EDGE);
  }

  isSpace(offset: number): boolean {
    return isSpace(this.at(offset));
  }

  isWordOrNumber(offset: number): boolean {
    const { kind } = this.at(offset);
    return kind === 'word' || kind === 'number';
  }

  /** Whether a place lies beyond what the window shows, though the text may go on there. */
  isBeyond(offset: number): boolean {
    return offset > REACH || offset < -REACH;
  }

  has(offset: number, role: Role): boolean {
    return this.at(offset).roles.has(role);
  }

  is(offset: number, signs: string): boolean {
    const { kind, text } = this.at(offset);
    return kind === 'sign' && signs.includes(text);
  }

  /** The group of digits at an offset, in groups, from that of the token here. */
  group(offset: number): Group | undefined {
    const own = this.at(0).group;
    return own < 0 || offset > REACH ? undefined : this.#groups[own + offset];
  }

  /** The offset of the last token of a long value, which may lie beyond the window. */
  endOfChunk(offset: number): number {
    return this.at(offset).chunkEnd - this.#place;
  }

  /** The text from one token to another, as far as the window goes. */
  text(from: number, to: number): string {
    let text = '';
    for (let offset = Math.max(from, -REACH); offset <= Math.min(to, REACH); offset += 1) text += this.at(offset).text;
    return text;
  }
}
