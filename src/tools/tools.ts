import type { Tool } from '../answers/callable-tool.ts';
import type { DefinedTool } from '../answers/tool.ts';

/** The tool that names the accounts. It is there where a caller reaches several. */
export const LIST_ACCOUNTS = 'list_accounts';
export const ACCOUNTS_TOOL = async () => (await import('./accounts/list-accounts.ts')).listAccounts;

/** Every tool, in the order in which they are listed. Each is loaded by the first call to it. */
export const TOOLS: Readonly<Record<string, () => Promise<Tool>>> = {
  list_chats: async () => ready((await import('./chats/list-chats.ts')).listChats),
  get_chat_transcript: async () => ready((await import('./chats/get-chat-transcript.ts')).getChatTranscript),
  search_transcripts: async () => ready((await import('./search/search-transcripts.ts')).searchTranscripts),
  get_support_performance: async () =>
    ready((await import('./performance/get-support-performance.ts')).getSupportPerformance),
  explain_change: async () => ready((await import('./changes/explain-change.ts')).explainChange),
  list_topics: async () => ready((await import('./topics/list-topics.ts')).listTopics),
  list_offline_messages: async () =>
    ready((await import('./offline-messages/list-offline-messages.ts')).listOfflineMessages),
  get_offline_message: async () => ready((await import('./offline-messages/get-offline-message.ts')).getOfflineMessage),
  record_triage: async () => ready((await import('./offline-messages/record-triage.ts')).recordTriage),
  record_code_meaning: async () => ready((await import('./codes/record-code-meaning.ts')).recordCodeMeaning),
  list_support_agents: async () => ready((await import('./agents/list-support-agents.ts')).listSupportAgents),
  list_visitors: async () => ready((await import('./visitors/list-visitors.ts')).listVisitors),
  get_visitor_stats: async () => ready((await import('./visitors/get-visitor-stats.ts')).getVisitorStats),
  get_service_status: async () => ready((await import('./status/get-service-status.ts')).getServiceStatus),
  send_chatbot_webhook: async () => ready((await import('./chatbot/send-chatbot-webhook.ts')).sendChatbotWebhook),
};

/** Makes a tool ready to be called. How that is done is loaded by the first call, too. */
async function ready(tool: DefinedTool): Promise<Tool> {
  const { callable } = await import('../answers/callable-tool.ts');
  return callable(tool);
}
