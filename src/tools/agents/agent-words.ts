import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Agent } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { agentName } from '../../answers/words/names.ts';
import { counted, timeWords } from '../../answers/words/quantities.ts';

/** What an agent's record says in words, each as a field of a row: their own address stays. */
export function agentFacts(agent: Agent, redactor: Redactor) {
  const { deskField } = redactor.from(agent);
  return omitUndefined({
    email: mapKnown(agent.email, (email) => deskField(email)),
    role: mapKnown(agent.role, (role) => deskField(role, 60)),
    status: mapKnown(agent.status, (status) => deskField(status, 60)),
  });
}

/** An agent as one line of text; `enabled` says so where the account is not. */
export function agentLine(agent: Agent, zone: Zone, redactor: Redactor, chats?: number, enabled?: OwnText): OwnText {
  const parts = [
    agentName(agent) ?? safe`(no name)`,
    ...Object.values(agentFacts(agent, redactor)).filter((fact) => fact !== undefined),
    ...(enabled === undefined ? [] : [enabled]),
    ...(agent.concurrentChatLimit === undefined ? [] : [safe`limit ${agent.concurrentChatLimit}`]),
    ...(agent.lastLoginAt === undefined ? [] : [safe`last login ${timeWords(zone, agent.lastLoginAt)}`]),
    ...(chats === undefined ? [] : [chats === 0 ? safe`no chat` : counted(chats, 'chat')]),
  ];
  return safe`- ${agent.agentId}: ${joinSafe(parts, ' · ')}`;
}
