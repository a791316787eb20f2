import { agent } from './agents/agent-resource.ts';
import { chatTranscript } from './chats/transcript-resource.ts';
import { offlineMessage } from './offline-messages/offline-message-resource.ts';
import { definitions } from './figures/definitions-resource.ts';
import type { ChatResource } from '../answers/resource.ts';
import { codebook } from './status/codebook-resource.ts';
import { status } from './status/status-resource.ts';
import { visitor } from './visitors/visitor-resource.ts';

/** Every resource, in the order in which they are listed. */
export const RESOURCES: readonly ChatResource[] = [
  definitions,
  codebook,
  status,
  chatTranscript,
  offlineMessage,
  visitor,
  agent,
];
