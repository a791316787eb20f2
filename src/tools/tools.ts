import type { Tool } from '../answers/tool.ts';

/** The tool that names the accounts. It is there where a caller reaches several. */
export const LIST_ACCOUNTS = 'list_accounts';
export const ACCOUNTS_TOOL = async () => (await import('./accounts/list-accounts.ts')).listAccounts;

/** Every tool, in the order in which they are listed. Each is loaded by the first call to it. */
export const TOOLS: Readonly<Record<string, () => Promise<Tool>>> = {
  list_chats: async () => (await import('./chats/list-chats.ts')).listChats,
  get_chat_transcript: async () => (await import('./chats/get-chat-transcript.ts')).getChatTranscript,
  search_transcripts: async () => (await import('./search/search-transcripts.ts')).searchTranscripts,
  get_support_performance: async () => (await import('./performance/get-support-performance.ts')).getSupportPerformance,
  explain_change: async () => (await import('./changes/explain-change.ts')).explainChange,
  list_topics: async () => (await import('./topics/list-topics.ts')).listTopics,
  list_offline_messages: async () => (await import('./offline-messages/list-offline-messages.ts')).listOfflineMessages,
  get_offline_message: async () => (await import('./offline-messages/get-offline-message.ts')).getOfflineMessage,
  record_triage: async () => (await import('./offline-messages/record-triage.ts')).recordTriage,
  record_code_meaning: async () => (await import('./codes/record-code-meaning.ts')).recordCodeMeaning,
  list_support_agents: async () => (await import('./agents/list-support-agents.ts')).listSupportAgents,
  list_visitors: async () => (await import('./visitors/list-visitors.ts')).listVisitors,
  get_visitor_stats: async () => (await import('./visitors/get-visitor-stats.ts')).getVisitorStats,
  get_service_status: async () => (await import('./status/get-service-status.ts')).getServiceStatus,
  send_chatbot_webhook: async () => (await import('./chatbot/send-chatbot-webhook.ts')).sendChatbotWebhook,
};
