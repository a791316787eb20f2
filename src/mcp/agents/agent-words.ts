import type { Agent } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { deskLine, joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { agentName } from '../words/names.ts';
import { counted, timeWords } from '../words/quantities.ts';

/** An agent as one line of text; `enabled` says so where the account is not. */
export function agentLine(agent: Agent, zone: Zone, chats?: number, enabled?: OwnText): OwnText {
  const parts = [
    agentName(agent) ?? safe`(no name)`,
    ...[agent.email, agent.role, agent.status].flatMap((part) => (part === undefined ? [] : [deskLine(part, 60)])),
    ...(enabled === undefined ? [] : [enabled]),
    ...(agent.concurrentChatLimit === undefined ? [] : [safe`limit ${agent.concurrentChatLimit}`]),
    ...(agent.lastLoginAt === undefined ? [] : [safe`last login ${timeWords(zone, agent.lastLoginAt)}`]),
    ...(chats === undefined ? [] : [chats === 0 ? safe`no chat` : counted(chats, safe`chat`)]),
  ];
  return safe`- ${agent.agentId}: ${joinSafe(parts, ' · ')}`;
}
