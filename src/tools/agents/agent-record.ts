import { codeFlag, field, NUMBER, TEXT, TIME } from '../../answers/rows/field.ts';
import { table } from '../../answers/rows/record.ts';
import { agentName } from '../../answers/words/names.ts';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import type { Agent } from '../../model/records.ts';
import type { Redactor } from '../../privacy/redactor.ts';

/** The chats of an agent: open ones, those requested today, and those of the seven days before. */
export interface Load {
  open: number;
  today: number;
  last7Days: number;
}

export interface AgentRow extends ReturnType<typeof agentFacts> {
  readonly agent: Agent;
  /** Undefined where not all chats of these days are loaded: counts would be too low. */
  readonly load: Load | undefined;
}

export const AGENT = table<AgentRow>({
  id: 'agent_id',
  idOf: ({ agent }) => agent.agentId,
  fields: [
    field('name', TEXT, ({ name }) => name, { head: 'name' }),
    field('email', TEXT, ({ email }) => email),
    field('role', TEXT, ({ role }) => role, { head: 'role' }),
    field('status', TEXT, ({ status }) => status, { head: 'status' }),
    codeFlag('enabled', 'enabled', 'enabled', ({ agent }) => agent.enabledCode, {
      head: 'status',
      say: (meaning) => (meaning === 'enabled' ? '' : meaning),
    }),
    field('open_chats', NUMBER, ({ load }) => load?.open, {
      head: 'open/limit',
      say: (open, { agent }) => `${open}/${agent.concurrentChatLimit ?? '–'}`,
    }),
    field('concurrent_chat_limit', NUMBER, ({ agent }) => agent.concurrentChatLimit, {
      head: 'limit',
      say: (limit, { load }) => (load === undefined ? limit : ''),
    }),
    field('chats_today', NUMBER, ({ load }) => load?.today, { head: 'today' }),
    field('chats_last_7_days', NUMBER, ({ load }) => load?.last7Days, { head: '7 days before' }),
    field('last_login_at', TIME, ({ agent }) => agent.lastLoginAt, { head: 'last login' }),
  ],
});

/** What an agent's record says in words, each on one line: their own address stays. */
export function agentFacts(agent: Agent, redactor: Redactor) {
  const { deskField } = redactor.from(agent);
  return omitUndefined({
    name: agentName(agent),
    email: mapKnown(agent.email, (email) => deskField(email)),
    role: mapKnown(agent.role, (role) => deskField(role, 60)),
    status: mapKnown(agent.status, (status) => deskField(status, 60)),
  });
}
