import type { Agent, Shop } from '../world-records.ts';

/** One login a role. The agent's password has a colon and an umlaut, which Basic authentication must survive. */
export function createLogins(agents: readonly Agent[]): Shop['account'] {
  const emailOf = (role: Agent['role']): string => agents.find((agent) => agent.role === role)?.email ?? '';
  return {
    superAdmin: { email: emailOf('Super Admin'), password: 'sandbox-super-admin' },
    admin: { email: emailOf('Admin'), password: 'sandbox-admin' },
    agent: { email: emailOf('Agent'), password: 'sandbox:ägent' },
  };
}
