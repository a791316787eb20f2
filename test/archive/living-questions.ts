import type { Archive } from '../../src/archive/archive.ts';
import { isComplete, type Coverage } from '../../src/model/coverage.ts';
import { MILLIS_PER_DAY, utcDayOf } from '../../src/model/day.ts';
import { ChatOperationsError } from '../../src/model/errors.ts';
import { AgentId, ChatId, OfflineMessageId } from '../../src/model/ids.ts';
import type { Question } from '../../src/model/question.ts';
import type { ChatFigures, OfflineMessage } from '../../src/model/records.ts';
import { after, epochMillis, seconds } from '../../src/model/units.ts';
import { flawsIn, shownChat, shownMessage, shownVisitor, windowOfDay, type ChatsAsked } from './living-claims.ts';
import type { Course } from './living-course.ts';
import type { Diary, Tally } from './living-diary.ts';
import type { Step } from './living-life.ts';
import { AGENTS } from './living-world.ts';

/** As in the settings by default. */
export const LOOK_BACK_DAYS = 2;

/** One of the servers on the archive. */
export interface Server {
  readonly number: number;
  readonly archive: Archive;
}

/** An answer, and in what it is wrong if it speaks of the whole. */
interface Checked {
  /** Absent where it is one record. */
  readonly coverage?: Coverage;
  readonly flaws: readonly string[];
}

/** Asks the archives of a life as the tools do, and holds each answer against the world. */
export class Questions {
  readonly flaws: string[] = [];
  readonly #course: Course;
  readonly #desk: string;
  readonly #tally: Tally;
  readonly #diary: Diary;

  /** `desk` names its kind, for the tally. */
  constructor(course: Course, desk: string, tally: Tally, diary: Diary) {
    this.#course = course;
    this.#desk = desk;
    this.#tally = tally;
    this.#diary = diary;
  }

  /** Asks a server. Answers whether it says that its answer is complete. */
  async ask({ archive, number }: Server, step: Omit<Step, 'server'>): Promise<boolean> {
    const cancel = new AbortController();
    const reason = new Error('never mind');
    const { cancelledAfter } = step;
    if (cancelledAfter !== undefined) setTimeout(() => cancel.abort(reason), cancelledAfter);
    const question: Question = {
      signal: cancel.signal,
      deadline: after(epochMillis(Date.now()), seconds(step.withinSeconds)),
      spent: () => undefined,
      progressed: () => undefined,
    };
    const about = `server ${number} about ${step.about} (${step.oldest} to ${step.newest} days ago, ${step.which})`;
    this.#diary.note(`asks ${about}`);
    try {
      return this.#judge(about, await this.#answer(archive, step, question));
    } catch (error) {
      if (error !== reason && !(error instanceof ChatOperationsError)) throw error;
      this.#diary.note(`${about} throws ${error instanceof Error ? error.message : ''}`);
      this.#tally.add(error === reason ? 'cancelled' : 'refused');
      return false;
    }
  }

  #judge(about: string, { coverage, flaws }: Checked): boolean {
    const isWhole = coverage === undefined || isComplete(coverage);
    this.#diary.note(`answer of ${about}: ${coverage === undefined ? 'a record' : JSON.stringify(coverage)}`);
    this.#tally.add(`answers ${isWhole ? 'complete' : 'partial'}, ${this.#desk}`);
    this.#tally.add(`basis ${coverage?.basis ?? 'of a record'}`);
    if (isWhole && flaws.length > 0) {
      this.#diary.note(`WRONG: ${flaws.join('; ')}`);
      this.flaws.push(`${about}, ${coverage?.basis ?? 'a record'}: ${flaws.join('; ')}`);
    }
    return isWhole;
  }

  async #answer(archive: Archive, step: Omit<Step, 'server'>, question: Question): Promise<Checked> {
    switch (step.about) {
      case 'chats':
      case 'chats of an agent':
        return this.#chats(archive, step, question);
      case 'visitors': {
        const coverage = await archive.visitors.cover(question);
        const found = await archive.visitors.find({}, 10_000);
        const shown = found.map((row) => ({ id: row.visitorId, facts: { at: row.firstVisitAt, name: row.name } }));
        const claim = { history: this.#course.world.visitors, belongs: () => true, shows: shownVisitor };
        return { coverage, flaws: flawsIn(shown, { ...claim, windowOf: () => windowOf(coverage) }) };
      }
      case 'messages': {
        const coverage = await archive.offlineMessages.cover(question);
        const found = await archive.offlineMessages.find();
        const shown = found.map(shownFound);
        const claim = { history: this.#course.world.messages, belongs: () => true, shows: shownMessage };
        return { coverage, flaws: flawsIn(shown, { ...claim, windowOf: () => windowOf(coverage) }) };
      }
      case 'transcript':
        return this.#transcript(archive, step, question);
      case 'message':
        return this.#message(archive, step, question);
    }
  }

  /** Behind an answer about several days, which speaks from the oldest look at any of them, each is asked for alone. */
  async #chats(archive: Archive, step: Omit<Step, 'server'>, question: Question): Promise<Checked> {
    const today = Math.floor(Date.now() / MILLIS_PER_DAY) * MILLIS_PER_DAY;
    const asked: ChatsAsked = {
      firstDay: today - Math.max(step.oldest, step.newest) * MILLIS_PER_DAY,
      lastDay: today - Math.min(step.oldest, step.newest) * MILLIS_PER_DAY,
      agentId: step.about === 'chats' ? undefined : AGENTS[step.which % AGENTS.length],
    };
    const checked = await this.#chatsOf(archive, asked, question);
    if (checked.coverage === undefined || !isComplete(checked.coverage) || asked.firstDay === asked.lastDay)
      return checked;
    const flaws = [...checked.flaws];
    for (let day = asked.firstDay; day <= asked.lastDay; day += MILLIS_PER_DAY) {
      const alone = await this.#chatsOf(archive, { ...asked, firstDay: day, lastDay: day }, question);
      if (alone.coverage !== undefined && isComplete(alone.coverage)) {
        flaws.push(...alone.flaws.map((flaw) => `${flaw}, of ${new Date(day).toISOString().slice(0, 10)} alone`));
      }
    }
    return { ...checked, flaws };
  }

  async #chatsOf(archive: Archive, asked: ChatsAsked, question: Question): Promise<Checked> {
    const range = { from: utcDayOf(epochMillis(asked.firstDay)), to: utcDayOf(epochMillis(asked.lastDay)) };
    const agentId = asked.agentId === undefined ? undefined : AgentId.parse(asked.agentId);
    const coverage = await archive.chats.cover(range, agentId, question);
    const end = asked.lastDay + MILLIS_PER_DAY;
    const found = await archive.chats.figures({ start: epochMillis(asked.firstDay), end: epochMillis(end), agentId });
    const answer = { asOf: coverage.asOf ?? Infinity, answeredAt: Date.now(), lookBackDays: LOOK_BACK_DAYS };
    const flaws = flawsIn(found.map(shownFigures), {
      history: this.#course.world.chats,
      belongs: ({ at, agentId }) =>
        at >= asked.firstDay && at < end && (asked.agentId === undefined || agentId === asked.agentId),
      shows: shownChat,
      windowOf: ({ at }) => windowOfDay(at, asked, answer, this.#course.service.asked),
    });
    return { coverage, flaws };
  }

  async #transcript(archive: Archive, step: Omit<Step, 'server'>, question: Question) {
    const chats = this.#course.world.chats.rows();
    const wanted = chats[Math.floor((step.which * chats.length) / 1000)];
    if (wanted === undefined) return { flaws: [] };
    const { record, asOf } = await archive.transcripts.read(ChatId.parse(wanted.id), question);
    const flaws = flawsIn([shownFigures({ ...record.chat, codes: record.chat })], {
      history: this.#course.world.chats,
      belongs: ({ id }) => id === wanted.id,
      shows: shownChat,
      windowOf: () => ({ from: asOf, to: Date.now() }),
    });
    return { flaws };
  }

  async #message(archive: Archive, step: Omit<Step, 'server'>, question: Question) {
    const messages = this.#course.world.messages.rows();
    const wanted = messages[Math.floor((step.which * messages.length) / 1000)];
    if (wanted === undefined) return { flaws: [] };
    const { record, asOf } = await archive.offlineMessages.read(OfflineMessageId.parse(wanted.id), question);
    const flaws = flawsIn([shownFound(record.message)], {
      history: this.#course.world.messages,
      belongs: ({ id }) => id === wanted.id,
      shows: shownMessage,
      windowOf: () => ({ from: asOf, to: Date.now() }),
    });
    return { flaws };
  }

  /** Whether nothing belongs any more to what is asked: a service that shows nothing of what it had is not believed. */
  isEmpty({ about, which, oldest }: Pick<Step, 'about' | 'which' | 'oldest'>): boolean {
    const from = Math.floor(Date.now() / MILLIS_PER_DAY - oldest) * MILLIS_PER_DAY;
    const agentId = about === 'chats' ? undefined : AGENTS[which % AGENTS.length];
    if (about === 'visitors') return this.#course.world.visitors.rows().length === 0;
    if (about === 'messages') return this.#course.world.messages.rows().length === 0;
    return !this.#course.world.chats
      .rows()
      .some((row) => row.at >= from && (agentId === undefined || row.agentId === agentId));
  }
}

function shownFound({ offlineMessageId: id, receivedAt: at, unreadCode: unread, replyCount: replies }: OfflineMessage) {
  return { id, facts: { at, unread, replies } };
}

function windowOf({ asOf }: Coverage) {
  return { from: asOf ?? Infinity, to: Date.now() };
}

function shownFigures({ chatId, requestedAt, startedAt, endedAt, agent, codes }: Omit<ChatFigures, 'visitorId'>) {
  const { missedCode: missed, transferredCode: transferred, ratingCode: rating } = codes;
  const facts = { at: requestedAt, startedAt, endedAt, agentId: agent?.agentId, missed, transferred, rating };
  return { id: chatId, facts };
}
