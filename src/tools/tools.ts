import { callable, type Tool } from '../answers/callable-tool.ts';

/** The tool that names the accounts. It is there where a caller reaches several. */
export const LIST_ACCOUNTS = 'list_accounts';
export const ACCOUNTS_TOOL = async () => (await import('./accounts/list-accounts.ts')).listAccounts;

/** Every tool, in the order in which they are listed. Each is loaded by the first call to it. */
export const TOOLS: Readonly<Record<string, () => Promise<Tool>>> = {
  list_chats: async () => callable((await import('./chats/list-chats.ts')).listChats),
  get_chat_transcript: async () => callable((await import('./chats/get-chat-transcript.ts')).getChatTranscript),
  search_transcripts: async () => callable((await import('./search/search-transcripts.ts')).searchTranscripts),
  get_support_performance: async () =>
    callable((await import('./performance/get-support-performance.ts')).getSupportPerformance),
  explain_change: async () => callable((await import('./changes/explain-change.ts')).explainChange),
  list_topics: async () => callable((await import('./topics/list-topics.ts')).listTopics),
  list_offline_messages: async () =>
    callable((await import('./offline-messages/list-offline-messages.ts')).listOfflineMessages),
  get_offline_message: async () =>
    callable((await import('./offline-messages/get-offline-message.ts')).getOfflineMessage),
  record_triage: async () => callable((await import('./offline-messages/record-triage.ts')).recordTriage),
  record_code_meaning: async () => callable((await import('./codes/record-code-meaning.ts')).recordCodeMeaning),
  list_support_agents: async () => callable((await import('./agents/list-support-agents.ts')).listSupportAgents),
  list_visitors: async () => callable((await import('./visitors/list-visitors.ts')).listVisitors),
  get_visitor_stats: async () => callable((await import('./visitors/get-visitor-stats.ts')).getVisitorStats),
  get_service_status: async () => callable((await import('./status/get-service-status.ts')).getServiceStatus),
  send_chatbot_webhook: async () => callable((await import('./chatbot/send-chatbot-webhook.ts')).sendChatbotWebhook),
};
