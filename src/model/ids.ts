import { z } from 'zod';

// The API's ids are JSON numbers. Anything beyond the safe integers could not be told apart from its neighbours.
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const ChatId = id.brand<'ChatId'>();
export type ChatId = z.infer<typeof ChatId>;

export const AgentId = id.brand<'AgentId'>();
export type AgentId = z.infer<typeof AgentId>;

export const VisitorId = id.brand<'VisitorId'>();
export type VisitorId = z.infer<typeof VisitorId>;

export const OfflineMessageId = id.brand<'OfflineMessageId'>();
export type OfflineMessageId = z.infer<typeof OfflineMessageId>;
