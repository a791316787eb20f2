import type { Agent, Shop } from '../world/world-records.ts';

/** The agent whose login a Basic `Authorization` header carries; undefined unless email and password are right (section 5). */
export function authenticate(world: Shop, header: string | undefined): Agent | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, email, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const login = Object.values(world.account).find((login) => login.email === email && login.password === password);
  return login && world.agents.find((agent) => agent.email === login.email && agent.enabled);
}
