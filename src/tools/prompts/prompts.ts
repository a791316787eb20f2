import { coachAgent } from './coach-agent.ts';
import { prepareForVisitor } from './prepare-for-visitor.ts';
import type { ChatPrompt } from './prompt.ts';
import { reviewChat } from './review-chat.ts';
import { reviewSupportPerformance } from './review-support-performance.ts';
import { sendToChatbot } from './send-to-chatbot.ts';
import { triageOfflineMessages } from './triage-offline-messages.ts';

/** Every prompt, in the order in which they are listed. */
export const PROMPTS: readonly ChatPrompt[] = [
  reviewSupportPerformance,
  triageOfflineMessages,
  prepareForVisitor,
  reviewChat,
  coachAgent,
  sendToChatbot,
];
