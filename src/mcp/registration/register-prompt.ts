import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { DeskToOpen } from '../desk.ts';
import type { ChatPrompt, PromptAdvertisement } from '../prompts/prompt.ts';
import { loaded } from './loaded.ts';

/** Registers a prompt as it is advertised. It is loaded when it is asked for first. */
export function registerPrompt(
  server: McpServer,
  { open }: DeskToOpen,
  name: string,
  { title, description, arguments: advertised }: PromptAdvertisement,
): void {
  const fields = Object.entries(advertised).map(([argument, { description: words, isOptional, isCompleted }]) => {
    // What is advertised as needed may be missing all the same: the text of the prompt then asks for it.
    const text = z.preprocess((value) => value ?? '', z.string().describe(words));
    const field = isCompleted
      ? completable(text, async (typed, context) =>
          (await promptCalled(name)).complete(argument, z.string().parse(typed), context?.arguments ?? {}, open),
        )
      : text;
    return [argument, isOptional ? field.optional() : field] as const;
  });
  const argsSchema = z.strictObject(Object.fromEntries(fields));
  server.registerPrompt(name, { title, description, argsSchema }, async (args) =>
    (await promptCalled(name)).get(args, open),
  );
}

async function promptCalled(name: string): Promise<ChatPrompt> {
  const { PROMPTS } = await loaded(() => import('../prompts/prompts.ts'));
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) throw new TypeError(`there is no prompt ${name}`);
  return prompt;
}
