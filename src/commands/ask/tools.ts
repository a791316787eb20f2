import type { Command } from 'commander';
import { readToolset } from '../../config/read.ts';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import { sourcesOf } from '../command-line/flags.ts';
import type { Run } from '../run.ts';
import { showAnswer } from '../shown/show.ts';
import { toolCommand } from './call.ts';
import { listed } from './listed.ts';

/** Prints what assistants can ask, a line a tool, or what one tool takes. Throws InvalidArgument for an unknown one, InvalidConfiguration. */
export async function tools(command: Command, name: string | undefined, run: Run): Promise<void> {
  if (name !== undefined) {
    const call = command.parent?.commands.find((one) => one.name() === 'call') ?? command;
    toolCommand(call, name, run).command.outputHelp();
    return;
  }
  const chosen = readToolset(sourcesOf(command, run));
  const there = Object.entries(CATALOGUE.tools).filter(([tool]) => chosen === undefined || chosen.has(tool));
  await showAnswer(
    [
      listed('tool', 'what it answers or does', Object.fromEntries(there)),
      'What one takes: `tools NAME`. To ask it: `call NAME --flag value`. send_chatbot_webhook is there where a chatbot is configured.',
      ...(chosen === undefined ? [] : ['The setting tools leaves out the others.']),
    ].join('\n\n'),
    run,
  );
}
