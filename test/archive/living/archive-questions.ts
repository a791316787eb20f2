import { textOf } from '../../../src/model/foreign.ts';
import type { Archive } from '../../../src/archive/archive.ts';
import { isComplete, type Coverage } from '../../../src/model/coverage.ts';
import { MILLIS_PER_DAY, utcDayOf } from '../../../src/model/time/day.ts';
import { AgentId, ChatId, OfflineMessageId } from '../../../src/model/ids.ts';
import type { Question } from '../../../src/model/progress.ts';
import type { OfflineMessage } from '../../../src/model/records.ts';
import { after, epochMillis, seconds } from '../../../src/model/time/units.ts';
import { chatsOfDays, type ChatInColumns } from '../../support/chats-in-columns.ts';
import {
  flawsIn,
  shownChat,
  shownMessage,
  shownVisitor,
  windowOfDay,
  type ChatsAsked,
  type Window,
} from './answer-claims.ts';
import type { Course } from './course.ts';
import type { Asking, Judged } from './judging.ts';
import { chatsAskedBy, LOOK_BACK_DAYS } from './judging.ts';

/** An answer, and in what it is wrong if it speaks of the whole. */
interface Checked {
  /** Absent where it is one record. */
  readonly coverage?: Coverage;
  readonly flaws: readonly string[];
}

/** Asks archives as the tools do, and holds each answer against the world. */
export class ArchiveQuestions {
  readonly #course: Course;

  constructor(course: Course) {
    this.#course = course;
  }

  /** Throws what the archive throws, and the signal's reason. */
  async ask(archive: Archive, step: Asking, signal: AbortSignal): Promise<Judged> {
    const question: Question = {
      signal,
      deadline: after(epochMillis(Date.now()), seconds(step.withinSeconds)),
      spent: () => undefined,
      progressed: () => undefined,
    };
    const { coverage, flaws } = await this.#answer(archive, step, question);
    if (coverage === undefined) return { isWhole: true, basis: 'of a record', words: 'a record', flaws };
    return { isWhole: isComplete(coverage), basis: coverage.basis, words: JSON.stringify(coverage), flaws };
  }

  async #answer(archive: Archive, step: Asking, question: Question): Promise<Checked> {
    switch (step.about) {
      case 'chats':
      case 'chats of an agent':
        return this.#chats(archive, step, question);
      case 'visitors': {
        const coverage = await archive.visitors.cover(question);
        const found = await archive.visitors.find({}, 10_000);
        const shown = found.map((row) => ({
          id: row.visitorId,
          facts: { at: row.firstVisitAt, name: textOf(row.name) },
        }));
        const claim = { history: this.#course.world.visitors, belongs: () => true, shows: shownVisitor };
        return { coverage, flaws: flawsIn(shown, { ...claim, windowOf: () => this.#windowOf(coverage) }) };
      }
      case 'messages': {
        const coverage = await archive.offlineMessages.cover(question);
        const found = await archive.offlineMessages.find();
        const shown = found.map(shownFound);
        const claim = { history: this.#course.world.messages, belongs: () => true, shows: shownMessage };
        return { coverage, flaws: flawsIn(shown, { ...claim, windowOf: () => this.#windowOf(coverage) }) };
      }
      case 'transcript':
        return this.#transcript(archive, step, question);
      case 'message':
        return this.#message(archive, step, question);
    }
  }

  /** Behind an answer about several days, which speaks from the oldest look at any of them, each is asked for alone. */
  async #chats(archive: Archive, step: Asking, question: Question): Promise<Checked> {
    const asked = chatsAskedBy(step);
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
    const found = await chatsOfDays(
      archive.chats.columns({ start: epochMillis(asked.firstDay), end: epochMillis(end), agentId }),
    );
    const answer = {
      asOf: coverage.asOf ?? Infinity,
      answeredAt: Date.now(),
      lookBackDays: LOOK_BACK_DAYS,
      calmAt: this.#course.calmAt,
    };
    const flaws = flawsIn(found.map(shownFigures), {
      history: this.#course.world.chats,
      belongs: ({ at, agentId }) =>
        at >= asked.firstDay && at < end && (asked.agentId === undefined || agentId === asked.agentId),
      shows: shownChat,
      windowOf: ({ at }) => windowOfDay(at, asked, answer, this.#course.service.asked),
    });
    return { coverage, flaws };
  }

  async #transcript(archive: Archive, step: Asking, question: Question) {
    const chats = this.#course.world.chats.rows();
    const wanted = chats[Math.floor((step.which * chats.length) / 1000)];
    if (wanted === undefined) return { flaws: [] };
    const { record, asOf } = await archive.transcripts.read(ChatId.parse(wanted.id), question);
    const flaws = flawsIn(
      [
        shownFigures({
          startedAt: undefined,
          endedAt: undefined,
          agent: undefined,
          ...record.chat,
          codes: record.chat,
        }),
      ],
      {
        history: this.#course.world.chats,
        belongs: ({ id }) => id === wanted.id,
        shows: shownChat,
        windowOf: () => ({ from: asOf, to: Date.now() }),
      },
    );
    return { flaws };
  }

  async #message(archive: Archive, step: Asking, question: Question) {
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

  #windowOf({ asOf }: Coverage): Window {
    return { from: Math.max(asOf ?? Infinity, this.#course.calmAt), to: Date.now() };
  }
}

function shownFound({ offlineMessageId: id, receivedAt: at, unreadCode: unread, replyCount: replies }: OfflineMessage) {
  return { id, facts: { at, unread, replies } };
}

function shownFigures({ chatId, requestedAt, startedAt, endedAt, agent, codes }: Omit<ChatInColumns, 'visitorId'>) {
  const { missedCode: missed, transferredCode: transferred, ratingCode: rating } = codes;
  const facts = { at: requestedAt, startedAt, endedAt, agentId: agent?.agentId, missed, transferred, rating };
  return { id: chatId, facts };
}
