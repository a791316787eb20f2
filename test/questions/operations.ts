import { isoTime } from '../oracle/calendar.ts';
import type { Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of those who run the desk: who is there, what is known, what a question costs. */
export const operationQuestions: QuestionsOf = (facts) => [...theStaff(facts), ...theServer(facts)];

function theStaff(facts: Facts): Question[] {
  const { world, zone } = facts;
  const { agents } = world;
  const week = facts.chatsOf({ period: 'last_7_days' });
  const [, jonas] = agents;
  const list = (asks: string, args: object, meant: typeof agents) =>
    oneCall(
      asks,
      'list_support_agents',
      args,
      (data) => data.agents.map(({ agent_id }) => agent_id),
      meant.map(({ agentId }) => agentId),
    );
  return [
    list(
      'Who is online?',
      { status: 'online' },
      agents.filter(({ status }) => status === 'Online'),
    ),
    list(
      'Who may change settings?',
      { query: 'admin' },
      agents.filter(({ role }) => role.includes('Admin')),
    ),
    list(
      'Which Annas work for us?',
      { query: 'anna' },
      agents.filter(({ firstName }) => firstName === 'Anna'),
    ),
    oneCall(
      'Who left us?',
      'list_support_agents',
      {},
      (data) => data.agents.filter((agent) => agent['enabled'] === false).map(({ agent_id }) => agent_id),
      agents.filter(({ enabled }) => !enabled).map(({ agentId }) => agentId),
    ),
    oneCall(
      'How many chats had each of us in the last seven days?',
      'list_support_agents',
      {},
      (data) => data.agents.map((agent) => [agent.agent_id, agent.chats_last_7_days]),
      agents.map(({ agentId }) => [agentId, week.filter((chat) => chat.agentId === agentId).length]),
    ),
    oneCall(
      'How many chats at once may each of us have?',
      'list_support_agents',
      {},
      (data) => data.agents.map((agent) => agent['concurrent_chat_limit']),
      agents.map(({ concurrentChatLimit }) => concurrentChatLimit),
    ),
    oneCall(
      'When was Jonas last here?',
      'list_support_agents',
      { query: 'jonas' },
      (data) => data.agents.map((agent) => agent['last_login_at']),
      [isoTime(zone, jonas?.lastLoginAt ?? 0)],
    ),
  ];
}

function theServer(facts: Facts): Question[] {
  const { world } = facts;
  const week = { period: 'last_7_days' };
  return [
    oneCall(
      'How much may we ask of the service?',
      'get_service_status',
      {},
      ({ budget }) => [budget.per_minute, budget.source],
      [1_000_000, 'setting'],
    ),
    {
      asks: 'What is known by now?',
      ask: async (ask) => {
        await ask('list_offline_messages', { limit: 1 });
        await ask('list_support_agents', {});
        const { archive } = (await ask('get_service_status', {})).data;
        return [archive.offline_messages.known, archive.agents.known];
      },
      expected: [world.offlineMessages.length, world.agents.length],
    },
    {
      asks: 'What would it cost to ask about the last week again?',
      ask: async (ask) => {
        await ask('get_support_performance', week);
        const { plan } = (await ask('get_service_status', { plan_for: week.period })).data;
        return [plan?.requests, plan?.basis, plan?.fits_one_answer];
      },
      expected: [0, 'nothing', true],
    },
    {
      asks: 'Which codes are sure?',
      ask: async (ask) => {
        await ask('list_chats', week);
        const { codebook } = (await ask('get_service_status', {})).data;
        return codebook.filter(({ settled }) => !settled);
      },
      expected: [],
    },
  ];
}
