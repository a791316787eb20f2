import { z } from 'zod';
import { AgentId } from '../../model/ids.ts';
import type { Agent, NamedAgent } from '../../model/records.ts';
import { deskFact, moment, number, otherId, ownId, deskText, recordOf } from './values.ts';

/** Agent, in the list and on its own (specification, section 2). */
export const WireAgent = z
  .object({
    agent_id: ownId(AgentId),
    first_name: deskFact,
    last_name: deskFact,
    email: deskFact,
    phone_no: deskFact,
    role: deskFact,
    status: deskFact,
    last_login_time: moment,
    concurrent_chat_limit: number,
    create_time: deskText,
    designation: deskFact,
    additional_info: deskFact,
    enabled: number,
  })
  .transform((wire) =>
    recordOf<Agent>({
      agentId: wire.agent_id,
      firstName: wire.first_name,
      lastName: wire.last_name,
      email: wire.email,
      phone: wire.phone_no,
      role: wire.role,
      status: wire.status,
      lastLoginAt: wire.last_login_time,
      concurrentChatLimit: wire.concurrent_chat_limit,
      createTime: wire.create_time,
      designation: wire.designation,
      additionalInfo: wire.additional_info,
      enabledCode: wire.enabled,
    }),
  );

/** The fields by which another record names an agent; the single chat has `agent_email` for `email`. */
export const namedAgentFields = {
  agent_id: otherId(AgentId),
  first_name: deskFact,
  last_name: deskFact,
  email: deskFact,
  agent_email: deskFact,
};

/** The agent that a record names; none when it gives no id. */
export function namedAgent(wire: z.infer<z.ZodObject<typeof namedAgentFields>>): NamedAgent | undefined {
  if (wire.agent_id === undefined) return undefined;
  return recordOf<NamedAgent>({
    agentId: wire.agent_id,
    firstName: wire.first_name,
    lastName: wire.last_name,
    email: wire.agent_email ?? wire.email,
  });
}
