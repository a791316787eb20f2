import * as z from 'zod/mini';
import type { ViewedOf } from '../answers/tool.ts';
import type { Quoted } from '../privacy/quoted.ts';
import type { explainChange } from '../tools/changes/explain-change.ts';
import type { getChatTranscript } from '../tools/chats/get-chat-transcript.ts';
import type { recordTriage } from '../tools/offline-messages/record-triage.ts';
import type { getSupportPerformance } from '../tools/performance/get-support-performance.ts';
import type { listTopics } from '../tools/topics/list-topics.ts';

// What answers have for a view: the types are the tools' own. The rows of lists are described as fields, which have no type each.

/** Strangers' text has passed the redactor, and is a string like any other. */
type Plain<Data> = Data extends Quoted
  ? string
  : Data extends string
    ? Data
    : Data extends readonly (infer Item)[]
      ? Plain<Item>[]
      : Data extends object
        ? { [Key in keyof Data]: Plain<Data[Key]> }
        : Data;

type Viewed<Tool> = Plain<ViewedOf<Tool>>;

export type Performance = Viewed<typeof getSupportPerformance>;
export type Group = NonNullable<Performance['groups']>[number];
export type FigureView = Performance['figures'][number];
export type Coverage = Performance['coverage'];
export type Period = Performance['period'];
export type Digest = Viewed<typeof getChatTranscript>['digest'];
export type Message = Viewed<typeof getChatTranscript>['messages'][number];

/** A chat of a list. */
export interface Chat {
  readonly chat_id: number;
  readonly requested_at: string;
  readonly missed?: boolean;
  readonly wait_seconds?: number;
  readonly duration_seconds?: number;
  readonly transferred?: boolean;
  readonly agent?: { readonly agent_id: number; readonly name?: string };
  readonly visitor?: { readonly visitor_id?: number; readonly name?: string };
  readonly rating?: number;
  readonly codes?: Readonly<Record<string, number>>;
  readonly first_words?: string;
}

interface List {
  readonly total: number;
  readonly undecided?: number;
  readonly next_cursor?: string;
  readonly notes?: readonly string[];
  readonly coverage: Coverage;
}

export interface ChatList extends List {
  readonly in_period: number;
  readonly chats: readonly Chat[];
  /** Of missed chats, by id: whether the visitor chatted or wrote again within a day, where that is known. */
  readonly came_back?: Readonly<Record<string, boolean>>;
}

interface Agents extends List {
  readonly agents: readonly {
    readonly agent_id: number;
    readonly name?: string;
    readonly status?: string;
    readonly open_chats?: number;
    readonly concurrent_chat_limit?: number;
  }[];
}

export type Transcript = Omit<Viewed<typeof getChatTranscript>, 'chat'> & { readonly chat: Chat };

export const LEVELS = ['urgent', 'soon', 'can_wait'] as const;
export type Level = (typeof LEVELS)[number];

/** A decision that was saved. */
export type Decision = Pick<
  Viewed<typeof recordTriage>,
  'priority' | 'category' | 'note' | 'draft_reply' | 'decided_at'
>;

/** A message beside the one that is shown. */
export interface OtherMessage {
  readonly offline_message_id: number;
  readonly received_at: string;
  readonly age_hours: number;
  readonly visitor?: { readonly visitor_id?: number; readonly name?: string; readonly email?: string };
  readonly subject?: string;
  readonly text?: string;
  readonly replies?: number;
}

/** A message of the queue, whole. */
export interface OfflineMessage extends OtherMessage {
  readonly language?: string;
  readonly evidence?: readonly string[];
  readonly similar?: readonly number[];
  readonly similar_left_out?: number;
  readonly triage?: Decision;
  readonly other_messages: readonly OtherMessage[];
  readonly other_messages_known: number;
  readonly chats: readonly Chat[];
  readonly chats_known: number;
}

/** A page of the queue. */
export interface Queue extends List {
  readonly messages: readonly OfflineMessage[];
  readonly counts: { readonly decided: Readonly<Record<Level, number>>; readonly undecided: number };
  /** Why there are none. */
  readonly nothing?: string;
  readonly may_record: boolean;
}

export interface Reply {
  readonly at?: string;
  readonly agent?: string;
  readonly text: string;
}

/** The data of answers by their tool. */
export interface Answers {
  readonly get_support_performance: Performance;
  readonly explain_change: Viewed<typeof explainChange>;
  readonly list_topics: Viewed<typeof listTopics>;
  readonly list_chats: ChatList;
  readonly list_support_agents: Agents;
  readonly list_offline_messages: Queue;
  readonly get_chat_transcript: Transcript;
  readonly get_offline_message: { readonly replies: readonly Reply[] };
  readonly record_triage: Decision & { readonly recorded: boolean };
  readonly list_accounts: { readonly total: number; readonly accounts: readonly { readonly account: string }[] };
}
export type ToolName = keyof Answers;

/** What an answer has at least: another version of the server would lack one of these. */
const KEYS: { readonly [Name in ToolName]: readonly (keyof Answers[Name] & string)[] } = {
  get_support_performance: ['period', 'figures', 'heads', 'coverage'],
  explain_change: ['metric', 'period', 'compared', 'coverage'],
  list_topics: ['topics', 'coverage'],
  list_chats: ['total', 'chats', 'coverage'],
  list_support_agents: ['agents', 'coverage'],
  list_offline_messages: ['messages', 'counts', 'may_record', 'coverage'],
  get_chat_transcript: ['chat', 'digest', 'messages', 'as_of'],
  get_offline_message: ['replies'],
  record_triage: ['recorded', 'priority', 'decided_at'],
  list_accounts: ['total', 'accounts'],
};

const Data = z.record(z.string(), z.unknown());

/** The data of a tool's answer; undefined where it is another's, an error, or of another version. */
export function dataOf<Name extends ToolName>(
  tool: Name,
  answered: { readonly data: unknown } | undefined,
): Answers[Name] | undefined {
  const shape = z.custom<Answers[Name]>((data) => {
    const found = Data.safeParse(data).data;
    return found !== undefined && KEYS[tool].every((key) => key in found);
  });
  return shape.safeParse(answered?.data).data;
}
