import type { Priority } from '../model/progress.ts';

/** The endpoints of the REST API (specification, section 4): each may have a limit of its own (section 8). */
export const ENDPOINTS = [
  'agents',
  'agent',
  'chats',
  'chat',
  'offline_messages',
  'offline_message',
  'visitors',
  'visitor',
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** A request as the gate sees it. */
export interface PacedRequest {
  readonly endpoint: Endpoint;
  readonly priority: Priority;
}
