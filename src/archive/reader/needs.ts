import { z } from 'zod';
import { AgentId } from '../../model/ids.ts';
import { parseUtcDay } from '../../model/time/day.ts';
import type { Endpoint } from '../../upstream/endpoints.ts';

const Day = z.string().transform(parseUtcDay);

/** The endpoints that give one record by its id. */
const RECORD_ENDPOINTS = ['chat', 'offline_message', 'visitor', 'agent'] as const;
export type RecordEndpoint = (typeof RECORD_ENDPOINTS)[number];

const WHOLE_LISTS = ['agents', 'offline_messages', 'visitors'] as const;
/** The lists that have no date filter, and are read as a whole. */
export type WholeListName = (typeof WHOLE_LISTS)[number];

/** The agent of a need or a walk; 0 for all. */
const AgentOrAll = z.union([AgentId, z.literal(0)]);

/** What a question needs of the service: the chats of some UTC days, of one agent or of all; a whole list; or records. */
export const Need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), from: Day, to: Day, agentId: AgentOrAll }),
  z.object({ kind: z.literal('list'), list: z.enum(WHOLE_LISTS) }),
  z.object({ kind: z.literal('records'), endpoint: z.enum(RECORD_ENDPOINTS), ids: z.array(z.int().positive()) }),
]);
export type Need = Readonly<z.infer<typeof Need>>;
export type DaysNeed = Extract<Need, { kind: 'days' }>;
export type RecordsNeed = Extract<Need, { kind: 'records' }>;

/** The endpoint that the requests for a need go to. */
export function endpointOf(need: Need): Endpoint {
  if (need.kind === 'days') return 'chats';
  return need.kind === 'list' ? need.list : need.endpoint;
}

/** What is read for a need, in the words of a progress notice. */
export function wordsOf(need: Need): string {
  switch (need.kind) {
    case 'days':
      return 'pages of chats';
    case 'list':
      return `pages of ${need.list.replace('_', ' ')}`;
    case 'records':
      return need.endpoint === 'chat' ? 'transcripts' : `${need.endpoint.replace('_', ' ')}s`;
  }
}
