import type { Command } from 'commander';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import { showAnswer } from '../shown/show.ts';
import { toolCommand } from './call.ts';
import { listed } from './listed.ts';

/** Prints what can be asked, a line a tool, or what one tool takes. Throws InvalidArgument for an unknown one. */
export async function tools(command: Command, name: string | undefined): Promise<void> {
  if (name !== undefined) {
    const call = command.parent?.commands.find((one) => one.name() === 'call') ?? command;
    toolCommand(call, name).command.outputHelp();
    return;
  }
  await showAnswer(
    [
      listed('tool', 'what it tells or does', CATALOGUE.tools),
      'What one takes: `tools NAME`. To ask it: `call NAME --flag value`. send_chatbot_webhook is there where a chatbot is configured.',
    ].join('\n\n'),
  );
}
