/** The tools by what they are about, as the setting `tools` names them. Each tool is in one group: a test holds this to the tools that there are. */
export const TOOL_GROUPS = {
  chats: ['list_chats', 'get_chat_transcript', 'search_transcripts', 'list_topics'],
  performance: ['get_support_performance', 'explain_change'],
  offline_messages: ['list_offline_messages', 'get_offline_message', 'record_triage'],
  visitors: ['list_visitors', 'get_visitor_stats'],
  agents: ['list_support_agents'],
  chatbot: ['send_chatbot_webhook'],
  status: ['get_service_status', 'record_code_meaning'],
} as const;

type Group = keyof typeof TOOL_GROUPS;
export type ToolName = (typeof TOOL_GROUPS)[Group][number];

/** The tools that a server registers. */
export type Toolset = ReadonlySet<string>;

const GROUPS: Readonly<Record<string, readonly ToolName[]>> = TOOL_GROUPS;
export const TOOL_NAMES: readonly ToolName[] = Object.values(GROUPS).flat();

const NAMED: ReadonlyMap<string, readonly ToolName[]> = new Map([
  ['all', TOOL_NAMES],
  ...Object.entries(GROUPS),
  ...TOOL_NAMES.map((name) => [name, [name]] as const),
]);

/** The words of the setting `tools`: `all`, the groups, and the tools. */
export const TOOLSET_NAMES: readonly string[] = [...NAMED.keys()];

/** Returns the tools that words of the setting stand for; undefined for a word that stands for none. */
export function toolsNamed(word: string): readonly ToolName[] | undefined {
  return NAMED.get(word);
}
