import { AgentId } from '../../model/ids.ts';
import { inSlices } from '../../model/slices.ts';
import { unkeptWords } from '../../answers/error-words.ts';
import { recordResource } from '../../answers/record-resource.ts';
import { closingLine, coverageOfRecord } from '../../answers/closing.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { voiceFor } from '../../answers/rows/voice.ts';
import { agentName } from '../../answers/words/names.ts';
import { AGENT, agentFacts } from './agent-record.ts';

/** `chat://agents/{agent_id}`: an agent's role, status, last login and chat limit. */
export const agent = recordResource<AgentId>({
  name: 'agent',
  title: 'Agent',
  description: 'One agent: role, status, last login, chat limit.',
  uri: 'chat://agents/{agent_id}',
  variable: 'agent_id',
  tool: 'list_support_agents',
  id: (value) => AgentId.safeParse(value).data,
  recent: async (desk) =>
    (await desk.archive.agents.all()).map((one) => ({ id: one.agentId, label: agentName(one) ?? '(no name)' })),
  read: async (id, desk, question) => {
    const { record, asOf, unkept } = await desk.archive.agents.read(id, question);
    const row = { agent: record, ...agentFacts(record, question.redactor), load: undefined };
    const voice = await voiceFor(desk, question, desk.zone);
    const { text } = await inSlices(AGENT.fitting([row], Infinity, voice));
    return {
      text: paragraphs(text, unkeptWords(unkept)),
      closing: closingLine(
        [{ what: 'agents', coverage: coverageOfRecord(asOf), count: 1 }],
        question,
        desk.zone,
        desk.clock(),
      ),
    };
  },
});
