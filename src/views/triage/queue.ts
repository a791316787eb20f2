import type { Answered, Arguments, Host } from '../host.ts';
import { counted } from '../words.ts';
import { dataOf, type Decision, type Level, type OfflineMessage, type Queue as Page } from '../answers.ts';

/** The messages that the board asks for at once. */
const PAGE = 100;
/** The next page is asked for so many messages before the last one. */
const AHEAD = 15;

/** What somebody types about a message, until it is recorded. An empty text takes away what was there. */
export interface Edit {
  readonly category?: string;
  readonly note?: string;
  readonly draft_reply?: string;
  /** When the decision was made that stood there as they began; empty for none. */
  readonly begunAt: string;
}
export type Field = Exclude<keyof Edit, 'begunAt'>;

/** What became of the last decision about a message, where that needs somebody. */
export type Trouble =
  | { readonly kind: 'failed'; readonly words: string; readonly wanted: Level }
  | { readonly kind: 'conflict'; readonly theirs: Decision; readonly wanted: Level };

/** What the board shows. It is never changed: a change makes another one. */
export interface Board {
  readonly question: Arguments;
  readonly page: Page | undefined;
  readonly messages: readonly OfflineMessage[];
  readonly nextCursor: string | undefined;
  readonly isReading: boolean;
  /** Why the queue, or more of it, could not be read. */
  readonly failure: string | undefined;
  readonly current: number | undefined;
  readonly edits: ReadonlyMap<number, Edit>;
  readonly saving: ReadonlySet<number>;
  readonly troubles: ReadonlyMap<number, Trouble>;
  /** What was decided here, the last at the end. */
  readonly decided: readonly number[];
  /** What is decided since the queue was read, and was not before: here, or by somebody else. */
  readonly firstDecided: ReadonlySet<number>;
  /** The message of which somebody wanted to keep what they typed, before anybody decided about it. */
  readonly lacksDecision: number | undefined;
  /** What happened last, for whoever listens and does not look. */
  readonly said: string;
}

const EMPTY: Board = {
  question: {},
  page: undefined,
  messages: [],
  nextCursor: undefined,
  isReading: false,
  failure: undefined,
  current: undefined,
  edits: new Map(),
  saving: new Set(),
  troubles: new Map(),
  decided: [],
  firstDecided: new Set(),
  lacksDecision: undefined,
  said: '',
};

export const LEVEL_WORDS: Readonly<Record<Level, string>> = { urgent: 'Urgent', soon: 'Soon', can_wait: 'Can wait' };

/** The queue of offline messages, and what somebody does with it. Only what is recorded leaves the page. */
export class Queue {
  readonly #host: Pick<Host, 'call'>;
  readonly #changed: (board: Board) => void;
  #board = EMPTY;
  /** A question that was asked later makes the answers of earlier ones void. */
  #asked = 0;
  #reading: Promise<void> | undefined;

  constructor(host: Pick<Host, 'call'>, changed: (board: Board) => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** The board as it is. */
  get board(): Board {
    return this.#board;
  }

  /** Shows the answer to a question that was asked elsewhere. */
  shown(question: Arguments, answered: Answered): void {
    this.#asked += 1;
    const { cursor: _, ...asked } = question;
    // Ids of another account may be the same: nothing that was typed about the one is recorded with the other.
    const isOfAnother = asked['account'] !== this.#board.question['account'];
    this.#set({ ...(isOfAnother && EMPTY), question: asked });
    // A host may hand on the words alone.
    if (answered.data === undefined && !answered.isError) void this.open();
    else this.#take(answered, false);
  }

  /** Asks for the queue from its beginning. What was typed and not recorded stays. */
  async open(question: Arguments = this.#board.question): Promise<void> {
    const isSame = question === this.#board.question;
    this.#set({ question, ...(!isSame && { messages: this.#unfinished(), page: undefined }) });
    this.#reading = this.#read({ ...question, limit: PAGE }, false);
    await this.#reading;
    if (this.#board.failure === undefined)
      this.#set({ said: `The queue was loaded: ${counted(this.#board.page?.total ?? 0, 'message')}.` });
  }

  /** Asks for the next page, where there is one. */
  async more(): Promise<void> {
    const { nextCursor, isReading, question } = this.#board;
    if (isReading) return this.#reading;
    if (nextCursor === undefined) return;
    this.#reading = this.#read({ ...question, cursor: nextCursor, limit: PAGE }, true);
    await this.#reading;
  }

  /** Asks again for what could not be read. */
  async again(): Promise<void> {
    const { messages, nextCursor } = this.#board;
    if (messages.length > 0 && nextCursor !== undefined) await this.more();
    else await this.open();
  }

  /** Goes to a message. What was typed about the one before is recorded where that is decided already. */
  select(id: number): void {
    if (id === this.#board.current) return;
    void this.keepTyped();
    const place = this.#board.messages.findIndex((one) => one.offline_message_id === id);
    if (place < 0) return;
    this.#set({ current: id, lacksDecision: undefined });
    if (place + AHEAD >= this.#board.messages.length) void this.more();
  }

  /** Goes some messages on or back in the queue. */
  step(by: 1 | -1): void {
    const { messages, current } = this.#board;
    const place = messages.findIndex((one) => one.offline_message_id === current);
    const next = messages[place + by];
    if (next !== undefined) this.select(next.offline_message_id);
  }

  /** Goes to the next message about which nobody has decided, from here on; behind the last one, to the first. */
  async toNext(): Promise<void> {
    const next = this.#nextUndecided();
    if (next !== undefined) return this.select(next.offline_message_id);
    if (this.#board.nextCursor === undefined) return;
    await this.more();
    if (this.#board.failure === undefined) await this.toNext();
  }

  /** Goes to what was decided here last. */
  toLastDecided(): void {
    const { decided, current } = this.#board;
    const before = decided.at(-1) === current ? decided.at(-2) : decided.at(-1);
    if (before !== undefined) return this.select(before);
    this.#set({
      said: 'Nothing else was decided since this view was opened. What was decided before is under Show, Decided.',
    });
  }

  /** Keeps what somebody types. */
  type(field: Field, text: string): void {
    const message = this.#current();
    if (message === undefined) return;
    const { offline_message_id: id, triage } = message;
    const edit: Edit = { begunAt: triage?.decided_at ?? '', ...this.#board.edits.get(id), [field]: text };
    this.#edit(id, isUnchanged(edit, triage) ? undefined : edit);
  }

  /** Records what was typed about a message that is decided already, at the same priority. */
  async keepTyped(): Promise<void> {
    const message = this.#current();
    if (message?.triage === undefined || this.#board.page?.may_record !== true) return;
    const { offline_message_id: id, triage } = message;
    if (this.#board.edits.has(id) && !this.#board.troubles.has(id)) await this.#record(message, triage.priority);
  }

  /** Saves all that was typed before the view is gone: about a message that nobody has decided, at the level that does least. */
  async keepAll(): Promise<void> {
    const { messages, edits, troubles, page } = this.#board;
    if (page?.may_record !== true) return;
    const typed = messages.filter(({ offline_message_id: id }) => edits.has(id) && !troubles.has(id));
    await Promise.all(typed.map(async (message) => this.#record(message, message.triage?.priority ?? 'can_wait')));
  }

  /** Saves what was typed about the message that is shown, as it was decided. Without a decision, a person is asked for one. */
  async keep(): Promise<void> {
    const message = this.#current();
    if (message === undefined || this.#board.page?.may_record !== true) return;
    const { offline_message_id: id, triage } = message;
    if (triage === undefined) return this.#set({ lacksDecision: id });
    // What somebody else decided meanwhile is not replaced without a word.
    if (this.#board.troubles.get(id)?.kind !== 'conflict') await this.#record(message, triage.priority);
  }

  /** Records a decision about the message that is shown, and goes on to the next. */
  async decide(level: Level): Promise<void> {
    const message = this.#current();
    if (message === undefined || this.#board.page?.may_record !== true) return;
    const isFirst = message.triage === undefined;
    const recording = this.#record(message, level);
    if (isFirst) await this.toNext();
    await recording;
  }

  /** Records a decision in the place of one that somebody else made meanwhile. */
  async insist(): Promise<void> {
    const message = this.#current();
    const trouble = message && this.#board.troubles.get(message.offline_message_id);
    if (message !== undefined && trouble?.kind === 'conflict') await this.#record(message, trouble.wanted);
  }

  /** Leaves what somebody else decided meanwhile, and lets go of what was typed here. */
  yield(): void {
    const { current } = this.#board;
    if (current === undefined) return;
    this.#edit(current, undefined);
    this.#trouble(current, undefined);
    this.#set({ said: 'The other decision stands.' });
  }

  #current(): OfflineMessage | undefined {
    return this.#board.messages.find((one) => one.offline_message_id === this.#board.current);
  }

  /** The messages about which something is typed or went wrong: they stay, whatever else is shown. */
  #unfinished(): OfflineMessage[] {
    const { messages, edits, troubles } = this.#board;
    return messages.filter(({ offline_message_id: id }) => edits.has(id) || troubles.has(id));
  }

  #nextUndecided(): OfflineMessage | undefined {
    const { messages, current, saving } = this.#board;
    const place = messages.findIndex((one) => one.offline_message_id === current);
    const isOpen = ({ offline_message_id: id, triage, replies }: OfflineMessage): boolean =>
      triage === undefined && !saving.has(id) && id !== current && (replies ?? 0) === 0;
    const behind = messages.slice(place + 1).find(isOpen);
    return behind ?? (this.#board.nextCursor === undefined ? messages.find(isOpen) : undefined);
  }

  async #read(args: Arguments, goesOn: boolean): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.#set({ isReading: true, failure: undefined });
    try {
      const answered = await this.#host.call('list_offline_messages', args);
      if (asked === this.#asked) this.#take(answered, goesOn);
    } catch (error) {
      if (asked === this.#asked) this.#set({ isReading: false, failure: wordsOf(error) });
    }
  }

  #take(answered: Answered, goesOn: boolean): void {
    const page = answered.isError ? undefined : dataOf('list_offline_messages', answered);
    if (page === undefined) return this.#set({ isReading: false, failure: answered.text });
    const { messages: before, current, page: first } = this.#board;
    const read = new Set(page.messages.map((one) => one.offline_message_id));
    const kept = goesOn ? before : this.#unfinished().filter((one) => !read.has(one.offline_message_id));
    const known = new Set(kept.map((one) => one.offline_message_id));
    const messages = [...kept, ...page.messages.filter((one) => !known.has(one.offline_message_id))];
    const isThere = messages.some((one) => one.offline_message_id === current);
    const begin = messages.find(({ triage, replies }) => triage === undefined && (replies ?? 0) === 0) ?? messages[0];
    this.#set({
      page: goesOn ? (first ?? page) : page,
      messages,
      nextCursor: page.next_cursor,
      isReading: false,
      failure: undefined,
      current: isThere ? current : begin?.offline_message_id,
      // They are counted in the answer.
      ...(!goesOn && { firstDecided: new Set() }),
    });
  }

  async #record(message: OfflineMessage, level: Level): Promise<void> {
    const { offline_message_id: id, triage } = message;
    if (this.#board.saving.has(id)) return;
    const { begunAt, ...typed } = this.#board.edits.get(id) ?? { begunAt: triage?.decided_at ?? '' };
    const trouble = this.#board.troubles.get(id);
    const replaces = trouble?.kind === 'conflict' ? trouble.theirs.decided_at : begunAt;
    const { account } = this.#board.question;
    const args = {
      offline_message_id: id,
      priority: level,
      ...typed,
      replaces,
      ...(account !== undefined && { account }),
    };
    this.#trouble(id, undefined);
    this.#set({ saving: new Set([...this.#board.saving, id]), lacksDecision: undefined });
    const ends = (): void => this.#set({ saving: new Set([...this.#board.saving].filter((one) => one !== id)) });
    try {
      const answered = await this.#host.call('record_triage', args);
      const answer = answered.isError ? undefined : dataOf('record_triage', answered);
      ends();
      if (answer === undefined) return this.#failed(id, level, answered.text);
      const { recorded, ...decision } = answer;
      this.#replace(message, decision);
      if (!recorded) {
        this.#trouble(id, { kind: 'conflict', theirs: decision, wanted: level });
        return this.#set({ said: `Not saved: somebody else decided about message ${id} meanwhile.` });
      }
      this.#recorded(id, args);
      this.#set({ said: `Saved: message ${id}, ${LEVEL_WORDS[decision.priority]}.` });
    } catch (error) {
      ends();
      this.#failed(id, level, wordsOf(error));
    }
  }

  #recorded(id: number, sent: Arguments): void {
    const { edits, decided } = this.#board;
    const edit = edits.get(id);
    // What was typed while it was recorded is not.
    const left = Object.entries(edit ?? {}).some(([field, text]) => field !== 'begunAt' && sent[field] !== text);
    const now = this.#board.messages.find((one) => one.offline_message_id === id)?.triage?.decided_at ?? '';
    this.#edit(id, left && edit !== undefined ? { ...edit, begunAt: now } : undefined);
    this.#set({ decided: [...decided.filter((one) => one !== id), id] });
  }

  #failed(id: number, wanted: Level, words: string): void {
    this.#trouble(id, { kind: 'failed', words, wanted });
    this.#set({ said: `Not saved: message ${id}. ${words}` });
  }

  #replace({ offline_message_id: id, triage: before }: OfflineMessage, triage: Decision): void {
    const { messages, firstDecided } = this.#board;
    this.#set({
      messages: messages.map((one) => (one.offline_message_id === id ? { ...one, triage } : one)),
      ...(before === undefined && { firstDecided: new Set([...firstDecided, id]) }),
    });
  }

  #edit(id: number, edit: Edit | undefined): void {
    this.#set({ edits: changedMap(this.#board.edits, id, edit) });
  }

  #trouble(id: number, trouble: Trouble | undefined): void {
    this.#set({ troubles: changedMap(this.#board.troubles, id, trouble) });
  }

  #set(changes: Partial<Board>): void {
    this.#board = { ...this.#board, ...changes };
    this.#changed(this.#board);
  }
}

/** How far the queue is worked off: messages that wait, and those about which nobody has decided. */
export function progressOf({ page, firstDecided }: Board): { readonly of: number; readonly left: number } {
  if (page === undefined) return { of: 0, left: 0 };
  const { decided, undecided } = page.counts;
  return {
    of: decided.urgent + decided.soon + decided.can_wait + undecided,
    left: Math.max(0, undecided - firstDecided.size),
  };
}

/**
 * The undecided messages about which something is typed: a decision alone keeps it. Without the one that is shown, and those whose decision
 * is being recorded or was not, which are told of elsewhere.
 */
export function unkeptOf({ messages, edits, current, saving, troubles }: Board): readonly number[] {
  return messages.flatMap(({ offline_message_id: id, triage }) => {
    const isTold = id === current || saving.has(id) || troubles.has(id);
    return triage === undefined && edits.has(id) && !isTold ? [id] : [];
  });
}

function isUnchanged(edit: Edit, triage: Decision | undefined): boolean {
  return (['category', 'note', 'draft_reply'] as const).every(
    (field) => edit[field] === undefined || edit[field] === (triage?.[field] ?? ''),
  );
}

function changedMap<Value>(map: ReadonlyMap<number, Value>, key: number, value: Value | undefined): Map<number, Value> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}

function wordsOf(error: unknown): string {
  const reason = error instanceof Error && error.message !== '' ? ` (${error.message})` : '';
  return `The server could not be reached${reason}. Nothing that you typed is lost: try again.`;
}
