import type { Chat, World } from '../../src/sandbox/world/world.ts';
import { factsOf, median, servedAndEnded, statistics, truth, unanswered } from '../../test/oracle/truth.ts';

const DAY = 86_400_000;

/** A question of a new user, as an assistant asks it, and what the text of a right answer holds by the world's own data. */
export interface FirstQuestion {
  readonly asks: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly holds: readonly RegExp[];
}

const number = (value: number): string => value.toLocaleString('en-US');
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The ten questions, about the seven days before today (UTC). */
export function firstQuestions(world: World): FirstQuestion[] {
  const to = Math.floor(world.now / DAY) * DAY;
  const week = truth(world).chatsIn({ from: to - 7 * DAY, to });
  const { missed, volume, served, transferred, waits } = statistics(week);
  const waiting = unanswered(world).length;
  const [longest] = longestFirst(week);
  const [agentId = 0, most = 0] = mostFrequent(week.map((chat) => chat.agentId ?? 0).filter((id) => id !== 0));
  const busiest = world.agents.find((agent) => agent.agentId === agentId);
  const [, visits = 0] = mostFrequent(week.map((chat) => chat.visitorId));
  const ended = (by: 'visitor' | 'agent') => week.filter((chat) => !chat.missed && chat.endedBy === by).length;
  const order = orderIn(week);
  const figures = 'get_support_performance';
  return [
    {
      asks: 'How many chats did we have in the last seven days, and how many did we miss?',
      tool: figures,
      args: { metrics: ['missed'] },
      holds: [new RegExp(`${number(missed)} of ${number(volume)} chats`)],
    },
    {
      asks: 'How long do visitors wait?',
      tool: figures,
      args: { metrics: ['wait'] },
      holds: [new RegExp(`median ${Math.round(median(waits) ?? 0)} s`), new RegExp(`\\(n ${number(served)}\\)`)],
    },
    {
      asks: 'Which messages are waiting for a reply?',
      tool: 'list_offline_messages',
      args: {},
      holds: [new RegExp(`\\*\\*${waiting} unanswered offline messages`)],
    },
    {
      asks: 'Who had the most chats?',
      tool: figures,
      args: { group_by: ['agent'], metrics: ['chats'] },
      holds: [new RegExp(`${literal(`${busiest?.firstName} ${busiest?.lastName}`)} \\| ${number(most)} \\|`)],
    },
    {
      asks: 'Which chat took the longest?',
      tool: 'list_chats',
      args: { order: 'longest', limit: 1 },
      holds: [new RegExp(`^- ${longest?.chatId} `, 'm')],
    },
    {
      asks: 'Show me that chat.',
      tool: 'get_chat_transcript',
      args: { chat_id: longest?.chatId },
      holds: [new RegExp(`complete: ${number(longest?.messages.length ?? 0)} messages`)],
    },
    {
      asks: 'How many chats were transferred?',
      tool: figures,
      args: { metrics: ['transferred'] },
      holds: [new RegExp(`${number(transferred)} of ${number(served)} served`)],
    },
    {
      asks: 'Who ends our chats?',
      tool: figures,
      args: { group_by: ['ended_by'], metrics: ['chats'] },
      holds: (['visitor', 'agent'] as const).map((by) => new RegExp(`\\| ${by}[^|]* \\| ${number(ended(by))} \\|`)),
    },
    {
      asks: 'Which visitor came most often?',
      tool: 'list_visitors',
      args: { order: 'chats', limit: 1 },
      holds: [new RegExp(` · ${visits} chats`)],
    },
    {
      asks: `Which chat was about ${order?.text}?`,
      tool: 'search_transcripts',
      args: { query: order?.text },
      holds: [new RegExp(`^- ${order?.chatId} `, 'm')],
    },
  ];
}

function mostFrequent(ids: readonly number[]): readonly [id: number, times: number] | [] {
  const counts = [...Map.groupBy(ids, (id) => id)].map(([id, same]) => [id, same.length] as const);
  return counts.toSorted(([, one], [, other]) => other - one)[0] ?? [];
}

function longestFirst(chats: readonly Chat[]): Chat[] {
  const lasting = ({ startedAt = 0, endedAt = 0 }: Chat): number => endedAt - startedAt;
  return servedAndEnded({ chats: [...chats] }).toSorted((one, other) => lasting(other) - lasting(one));
}

/** The number of an order that the newest chat with one names, and that no other chat of these names. */
function orderIn(chats: readonly Chat[]): { readonly chatId: number; readonly text: string } | undefined {
  const named = chats.flatMap((chat) =>
    [...factsOf(chat)].flatMap(([text, kind]) => (kind === 'order' ? [{ chatId: chat.chatId, text }] : [])),
  );
  const chatsOf = Map.groupBy(named, ({ text }) => text);
  return named.find(({ text }) => new Set(chatsOf.get(text)?.map(({ chatId }) => chatId)).size === 1);
}
