import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isJsonObject } from '../model/json.ts';

/**
 * A message as it came; in a request for a prompt without the arguments that are null, and with texts for numbers. The
 * protocol takes texts only, and refuses the whole request in words that help nobody.
 */
export function withTextArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'prompts/get' || !isJsonObject(message.params)) return message;
  const { arguments: given, ...others } = message.params;
  if (given === undefined || given === null) return { ...message, params: others };
  if (!isJsonObject(given)) return message;
  const texts = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    return [[name, typeof value === 'number' || typeof value === 'boolean' ? String(value) : value]];
  });
  return { ...message, params: { ...others, arguments: Object.fromEntries(texts) } };
}
