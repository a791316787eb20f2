import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Desk } from '../../../src/answers/desk.ts';
import { servedAlone } from '../../../src/answers/desk.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { shapes, type AnswerOf, type Coverage, type ToolName } from '../../mcp/protocol/shapes.ts';
import { plainData } from '../../support/boundaries.ts';
import { clientSchemas } from '../../support/client-schemas.ts';
import {
  countable,
  flawsIn,
  shownChat,
  shownMessage,
  shownVisitor,
  windowOfDay,
  type ChatsAsked,
  type Shown,
  type Window,
} from './answer-claims.ts';
import type { Course } from './course.ts';
import { chatsAskedBy, LOOK_BACK_DAYS, Refused, type Asking, type Judged } from './judging.ts';
import type { ChatRow } from './moving-world.ts';

// The questions of a living desk as an assistant asks them: through a real client, page after page.

const DAY = 86_400_000;
/** Longer than any answer takes. */
const TIMEOUT_MILLIS = 3_600_000;

const ListedChat = z.object({
  chat_id: z.number(),
  requested_at: z.string(),
  missed: z.boolean(),
  transferred: z.boolean(),
  agent: z.object({ agent_id: z.number() }).optional(),
  rating: z.number().optional(),
});
const ListedVisitor = z.object({ visitor_id: z.number(), name: z.string() });
const ListedMessage = z.object({
  offline_message_id: z.number(),
  unread: z.boolean(),
  replies: z.number(),
  similar: z.array(z.number()).optional(),
});
const Metrics = z.object({
  chats: z.number(),
  missed: z.number().optional(),
  rating: z.object({ n: z.number() }),
});

/** The pages of one list that make one answer. */
interface Pages {
  readonly rows: readonly unknown[];
  readonly totals: readonly number[];
  readonly coverages: readonly Coverage[];
}

/** An assistant at a server of a living desk. */
export class ToolQuestions {
  readonly #client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: clientSchemas });
  readonly #course: Course;

  constructor(course: Course) {
    this.#course = course;
  }

  async connect(desk: Desk): Promise<void> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([createServer(servedAlone(desk)).connect(theirs), this.#client.connect(ours)]);
    await this.#client.listTools();
  }

  async ask(asking: Asking, signal: AbortSignal): Promise<Judged> {
    const { world, calmAt } = this.#course;
    switch (asking.about) {
      case 'visitors': {
        const pages = await this.#pages('list_visitors', {}, ({ visitors }) => visitors, signal);
        const shown = pages.rows.map((row): Shown => {
          const { visitor_id: id, name } = ListedVisitor.parse(row);
          return { id, facts: { name } };
        });
        const window = { from: Math.max(asOf(pages), calmAt), to: Date.now() };
        const claim = { history: world.visitors, belongs: () => true, windowOf: () => window };
        const flaws = flawsIn(shown, { ...claim, shows: shownVisitor });
        return judged(pages, [...flaws, ...totalFlaws(pages, countable(claim))]);
      }
      case 'messages':
      case 'message': {
        const asked = { state: 'all', order: 'newest' };
        const pages = await this.#pages('list_offline_messages', asked, ({ messages }) => messages, signal);
        const shown = pages.rows.flatMap((row): Shown[] => {
          const { offline_message_id: id, unread, replies, similar = [] } = ListedMessage.parse(row);
          // A row stands for those that say the same and have no reply either.
          return [
            { id, facts: { unread: Number(unread), replies } },
            ...similar.map((other) => ({ id: other, facts: { replies: 0 } })),
          ];
        });
        const window = { from: Math.max(asOf(pages), calmAt), to: Date.now() };
        const claim = { history: world.messages, belongs: () => true, windowOf: () => window };
        return judged(pages, flawsIn(shown, { ...claim, shows: shownMessage }));
      }
      case 'transcript':
        return this.#performance(asking, signal);
      case 'chats':
      case 'chats of an agent':
        return asking.which % 2 === 0 ? this.#chats(asking, signal) : this.#performance(asking, signal);
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #chats(asking: Asking, signal: AbortSignal): Promise<Judged> {
    const asked = chatsAskedBy(asking);
    const pages = await this.#pages('list_chats', argumentsOf(asked), ({ chats }) => chats, signal);
    const shown = pages.rows.map((row): Shown => {
      const chat = ListedChat.parse(row);
      const facts = {
        second: Math.floor(Date.parse(chat.requested_at) / 1000),
        missed: Number(chat.missed),
        transferred: Number(chat.transferred),
        agentId: chat.agent?.agent_id,
        rating: chat.rating ?? 0,
      };
      return { id: chat.chat_id, facts };
    });
    const claim = this.#claim(asked, asOf(pages));
    const flaws = flawsIn(shown, { ...claim, shows: shownChat });
    return judged(pages, [...flaws, ...totalFlaws(pages, countable(claim))]);
  }

  async #performance(asking: Asking, signal: AbortSignal): Promise<Judged> {
    const asked = chatsAskedBy(asking);
    // A transcript is read with them where one is asked about.
    const transcripts = asking.about === 'transcript' ? 'sample' : 'loaded';
    const { overall, coverage } = await this.#call(
      'get_support_performance',
      { ...argumentsOf(asked), transcripts },
      signal,
    );
    const metrics = Metrics.parse(overall);
    const claim = this.#claim(asked, asOf({ coverages: [coverage] }));
    const bounds = {
      chats: [metrics.chats, countable(claim)],
      missed: [metrics.missed, countable(claim, ({ startedAt }) => startedAt === undefined)],
      rated: [metrics.rating.n, countable(claim, ({ rating }) => rating > 0)],
    } as const;
    const flaws = Object.entries(bounds).flatMap(([what, [count, bound]]) => beyond(what, count, bound));
    return judged({ coverages: [coverage] }, flaws);
  }

  #claim(asked: ChatsAsked, asOf: number) {
    const { world, service, calmAt } = this.#course;
    const given = { asOf, answeredAt: Date.now(), lookBackDays: LOOK_BACK_DAYS, calmAt };
    return {
      history: world.chats,
      belongs: ({ at, agentId }: ChatRow): boolean =>
        at >= asked.firstDay && at < asked.lastDay + DAY && (asked.agentId === undefined || agentId === asked.agentId),
      windowOf: ({ at }: ChatRow): Window => windowOfDay(at, asked, given, service.asked),
    };
  }

  /** Reads a list to its end. */
  async #pages<Tool extends 'list_chats' | 'list_visitors' | 'list_offline_messages'>(
    tool: Tool,
    asked: object,
    rowsOf: (answer: AnswerOf<Tool>) => readonly unknown[],
    signal: AbortSignal,
  ): Promise<Pages> {
    const rows: unknown[] = [];
    const totals: number[] = [];
    const coverages: Coverage[] = [];
    let cursor: string | undefined;
    do {
      const page = cursor === undefined ? {} : { cursor };
      const answer: AnswerOf<Tool> = await this.#call(tool, { ...asked, limit: 100, ...page }, signal);
      rows.push(...rowsOf(answer));
      totals.push(answer.total);
      coverages.push(answer.coverage);
      cursor = answer.next_cursor;
    } while (cursor !== undefined);
    return { rows, totals, coverages };
  }

  async #call<Tool extends ToolName>(tool: Tool, args: object, signal: AbortSignal): Promise<AnswerOf<Tool>> {
    const call = { name: tool, arguments: { ...args } };
    const { structuredContent, content, isError } = await this.#client.callTool(call, {
      signal,
      timeout: TIMEOUT_MILLIS,
    });
    if (isError === true) throw new Refused(JSON.stringify(content));
    return shapes[tool].parse(plainData(structuredContent));
  }
}

function argumentsOf({ firstDay, lastDay, agentId }: ChatsAsked): object {
  const [from, to] = [firstDay, lastDay].map((day) => new Date(day).toISOString().slice(0, 10));
  return { from, to, ...(agentId !== undefined && { agent: String(agentId) }) };
}

/** The oldest look that some answers rest on; they tell it to the second. */
function asOf({ coverages }: Pick<Pages, 'coverages'>): number {
  return Math.min(...coverages.map(({ as_of }) => (as_of === undefined ? Infinity : Date.parse(as_of))));
}

function judged({ coverages }: Pick<Pages, 'coverages'>, flaws: readonly string[]): Judged {
  const weakest = coverages.find(({ complete }) => !complete) ?? coverages.at(-1);
  const { complete = false, basis = 'none' } = weakest ?? {};
  return { isWhole: complete, basis, words: JSON.stringify(coverages), flaws };
}

function totalFlaws({ totals }: Pages, bound: ReturnType<typeof countable>): string[] {
  return totals.flatMap((total) => beyond('rows in all', total, bound));
}

function beyond(what: string, count: number | undefined, { least, most }: ReturnType<typeof countable>): string[] {
  const isPossible = count === undefined || (count >= least && count <= most);
  return isPossible ? [] : [`${what} are ${count}, and were ${least} to ${most}`];
}
