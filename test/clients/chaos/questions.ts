import { z } from 'zod';
import type { Random } from '../../../src/sandbox/world/random.ts';
import { chatsOf, dayOf, type Account } from './accounts.ts';

/** A question whose true answer its account's world tells. */
export interface Question {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Whether the data of an answer are true, as far as it says that it is complete. Throws for data of another shape. */
  readonly judge: (data: unknown) => 'right' | 'partial' | 'wrong';
}

const DAYS = 12;
const Coverage = z.object({ complete: z.boolean() });
const Report = z.object({ overall: z.object({ chats: z.number() }), coverage: Coverage });
const Transcript = z.object({ digest: z.object({ messages: z.object({ visitor: z.number(), agent: z.number() }) }) });
const List = z.object({ total: z.number(), coverage: Coverage });

const judged = (complete: boolean, told: number, truth: number) =>
  complete ? (told === truth ? 'right' : 'wrong') : told <= truth ? 'partial' : 'wrong';

/** Draws a question. */
export function drawQuestion(account: Account, random: Random): Question {
  const { world } = account;
  const day = dayOf(world.now - random.integer(1, DAYS) * 86_400_000);
  const period = { from: day, to: day };
  const kinds: readonly (() => Question)[] = [
    () => ({
      tool: 'list_chats',
      arguments: period,
      judge: (data) => {
        const { total, coverage } = List.parse(data);
        return judged(coverage.complete, total, chatsOf(account, day).length);
      },
    }),
    () => ({
      tool: 'get_support_performance',
      arguments: { ...period, metrics: ['chats'] },
      judge: (data) => {
        const { overall, coverage } = Report.parse(data);
        return judged(coverage.complete, overall.chats, chatsOf(account, day).length);
      },
    }),
    () => {
      const chat = random.pick(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
      return {
        tool: 'get_chat_transcript',
        arguments: { chat_id: chat.chatId },
        judge: (data) => {
          const { visitor, agent } = Transcript.parse(data).digest.messages;
          const by = (role: string) => chat.messages.filter(({ author }) => author === role).length;
          return visitor === by('visitor') && agent === by('agent') ? 'right' : 'wrong';
        },
      };
    },
    () => ({
      tool: 'list_support_agents',
      arguments: {},
      judge: (data) => {
        const { total, coverage } = List.parse(data);
        return judged(coverage.complete, total, world.agents.length);
      },
    }),
    () => ({
      tool: 'list_offline_messages',
      arguments: { state: 'all' },
      judge: (data) => {
        const { total, coverage } = List.parse(data);
        return judged(coverage.complete, total, world.offlineMessages.length);
      },
    }),
  ];
  return random.pick(kinds)();
}
