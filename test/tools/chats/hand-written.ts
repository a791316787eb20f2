import type { Chat } from '../../../src/sandbox/world/world.ts';
import { smallWorld, startDesk } from '../../mcp/desk.ts';

/** Of a chat in which all of this was said, and nothing else, the digest in words and data. */
export async function digestOf(said: readonly (readonly ['visitor' | 'agent' | 'bot', string])[]) {
  const world = smallWorld();
  const chat = world.chats.find(isServed);
  if (chat === undefined) throw new Error('The world has no such chat');
  const { firstName, lastName } = world.agents.find(({ agentId }) => agentId === chat.agentId) ?? {};
  const names = { visitor: chat.visitorName, agent: `${firstName} ${lastName}`, bot: 'Shop assistant' };
  const at = chat.startedAt ?? 0;
  const messages = said.map(([author, text], index) => ({ author, authorName: names[author], text, at: at + index }));
  chat.messages.splice(0, Infinity, ...messages);
  await using desk = await startDesk(world, { redact: 'contacts' });
  const { data, text } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId, view: 'digest' });
  return { digest: data.digest, text };
}

const isServed = ({ missed, agentId, visitorName }: Chat) => !missed && agentId !== undefined && visitorName !== '';
