import type { Command } from 'commander';
import { withSettings } from './flags.ts';

/** Adds the commands that ask a desk without an assistant. */
export function addAsk(program: Command): void {
  withSettings(program.command('call'))
    .description('ask one tool, and print the answer')
    .usage('[settings] TOOL [arguments] [settings]')
    .argument('[TOOL]', 'its name; the command tools lists them')
    .argument('[ARGUMENTS...]', 'as flags, as a JSON object, or both')
    .option('--json', 'print the data of the answer instead of its text', false)
    .passThroughOptions()
    .addHelpText(
      'after',
      `
  chat-operations-mcp call list_chats --period last_week --missed
  chat-operations-mcp call list_chats '{"period":"yesterday","missed":true}'
  chat-operations-mcp call list_chats --help              what this tool takes

After TOOL, a flag is the tool's where it has one of this name (--timezone),
else a setting. Without an answer the exit code is 1; standard error says why.`,
    )
    .action(async (tool: string | undefined, rest: readonly string[], _options: unknown, command: Command) => {
      const { call } = await import('../ask/call.ts');
      await call(command, tool, rest);
    });

  program
    .command('tools')
    .description('the tools, a line each; tools NAME: what it takes')
    .argument('[NAME]', 'such as list_chats')
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      const { tools } = await import('../ask/tools.ts');
      await tools(command, name);
    });

  withSettings(program.command('read'))
    .description('print a resource, such as chat://definitions; or list them')
    .argument('[URI]', 'such as chat://status or chat://agents/12')
    .action(async (uri: string | undefined, _options: unknown, command: Command) => {
      const { read } = await import('../ask/read.ts');
      await read(command, uri);
    });

  withSettings(program.command('prompt'))
    .description('print a prompt, filled in for an assistant; or list them')
    .usage('[settings] NAME [arguments] [settings]')
    .argument('[NAME]', 'such as review_support_performance')
    .argument('[ARGUMENTS...]', 'as flags')
    .passThroughOptions()
    .addHelpText(
      'after',
      `
  chat-operations-mcp prompt review_support_performance --period last_week
  chat-operations-mcp prompt coach_agent --help           what this prompt takes`,
    )
    .action(async (name: string | undefined, rest: readonly string[], _options: unknown, command: Command) => {
      const { prompt } = await import('../ask/prompt.ts');
      await prompt(command, name, rest);
    });
}
