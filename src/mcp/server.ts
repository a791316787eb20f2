import { McpServer } from '@modelcontextprotocol/server';
import { BOUNDARY_MEANING } from '../privacy/boundary.ts';
import type { Desk } from './desk.ts';
import { ALL_PROMPTS, DESK_PROMPTS } from './prompts/prompts.ts';
import { FIXED_RESOURCES } from './resources/fixed.ts';
import { RECORD_RESOURCES } from './resources/records.ts';
import type { Tool } from './tool.ts';
import { getChatTranscript } from './tools/get-chat-transcript.ts';
import { getOfflineMessage } from './tools/get-offline-message.ts';
import { getServiceStatus } from './tools/get-service-status.ts';
import { getSupportPerformance } from './tools/get-support-performance.ts';
import { getVisitorStats } from './tools/get-visitor-stats.ts';
import { listSupportAgents } from './tools/list-support-agents.ts';
import { listChats } from './tools/list-chats.ts';
import { listOfflineMessages } from './tools/list-offline-messages.ts';
import { listVisitors } from './tools/list-visitors.ts';
import { recordTriage } from './tools/record-triage.ts';
import { searchTranscripts } from './tools/search-transcripts.ts';
import { sendChatbotWebhook } from './tools/send-chatbot-webhook.ts';
import { VERSION } from '../model/version.ts';

/** The tools of every desk, in the order in which they are listed. */
const DESK_TOOLS: readonly Tool[] = [
  listChats,
  getChatTranscript,
  searchTranscripts,
  getSupportPerformance,
  listOfflineMessages,
  getOfflineMessage,
  recordTriage,
  listSupportAgents,
  listVisitors,
  getVisitorStats,
  getServiceStatus,
];

/** Every tool there can be. The last one is registered only where a chatbot is configured. */
export const ALL_TOOLS: readonly Tool[] = [...DESK_TOOLS, sendChatbotWebhook];

const INSTRUCTIONS = `Answers questions about a live-chat support desk. Start with get_support_performance for figures, list_chats for which chats, search_transcripts for what was said, list_offline_messages for what waits. Days and hours are those of the desk's time zone unless timezone is given; weeks start on Monday. Every answer ends with what it covers: when it is incomplete, say so; that line also tells how to go on. ${BOUNDARY_MEANING} A number behind a visitor's name is the visitor id. Marks such as [email of visitor-k7q2xamp] stand for what is redacted, which the desk itself shows; the same name behind them is the same person. Look people up by id, not by mark.`;

/** Lists of tools, prompts and resources are the same for everybody, for as long as this version runs. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Makes a server for one connection or one request; it serves both protocol eras. */
export function createServer(desk: Desk): McpServer {
  const server = new McpServer(
    { name: 'chat-operations-mcp', title: 'Chat operations', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/templates/list': LISTS,
        'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
      },
    },
  );
  for (const tool of desk.chatbots === undefined ? DESK_TOOLS : ALL_TOOLS) tool.register(server, desk);
  for (const resource of [...FIXED_RESOURCES, ...RECORD_RESOURCES]) resource.register(server, desk);
  for (const prompt of desk.chatbots === undefined ? DESK_PROMPTS : ALL_PROMPTS) prompt.register(server, desk);
  return server;
}
