/** The REST endpoints (specification, sections 4.1 to 4.4), as their paths. */
export const ENDPOINTS = [
  '/api/agents',
  '/api/agents/:id',
  '/api/chats',
  '/api/chats/:id',
  '/api/offlinemessages',
  '/api/offlinemessages/:id',
  '/api/visitors',
  '/api/visitors/:id',
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];
