import type { Command } from 'commander';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import type { PromptAdvertisement } from '../../tools/prompts/prompt.ts';
import { showAnswer } from '../shown/show.ts';
import type { Run } from '../run.ts';
import { unknownAsked } from '../command-line/guess.ts';
import { askedCommand, type AskedCommand } from './asked-command.ts';
import { listed } from './listed.ts';
import { TIMEOUT_MILLIS, withClient } from './one-client.ts';
import { textFlag } from './tool-flags.ts';

/** Prints a prompt through a real client, or lists them where none is named. Throws InvalidArgument for an unknown one. */
export async function prompt(
  parent: Command,
  name: string | undefined,
  rest: readonly string[],
  run: Run,
): Promise<void> {
  if (name === undefined) {
    const list = listed('prompt', 'what an assistant does with it', CATALOGUE.prompts);
    await showAnswer(`${list}\n\nWhat one takes: \`prompt NAME --help\`.`, run);
    return;
  }
  const asked = promptCommand(parent, name, run);
  asked.command.action(() => {});
  await asked.command.parseAsync([...rest], { from: 'user' });
  const args = Object.fromEntries(Object.entries(asked.args()).map(([key, value]) => [key, String(value)]));
  await withClient(await asked.settings(), run, async ({ client, progress }) => {
    const { messages } = await client.getPrompt({ name, arguments: args }, { timeout: TIMEOUT_MILLIS });
    progress.end();
    await showAnswer(messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n\n'), run);
  });
}

/** The command for one prompt of the catalogue. Throws InvalidArgument for an unknown one. */
export function promptCommand(parent: Command, name: string, run: Run): AskedCommand {
  const prompts: Readonly<Record<string, PromptAdvertisement>> = CATALOGUE.prompts;
  const found = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
  if (found === undefined) throw unknownAsked('prompt', name, Object.keys(prompts), run);
  const flags = Object.entries(found.arguments).map(([argument, { description, isOptional }]) =>
    textFlag(argument, description, !isOptional),
  );
  const asked = askedCommand(parent, name, flags, run);
  asked.command.usage('[arguments] [settings]').description(found.description);
  return asked;
}
