import { type Command, Option } from 'commander';
import type { ReportFlags } from '../report/report.ts';
import type { Run } from '../run.ts';
import { settingFlags, settingsNamed, wholeNumber, withFlags, withSettings } from './flags.ts';

/** Adds the commands that ask a desk without an assistant. */
export function addAsk(program: Command, run: Run): void {
  withSettings(program.command('call'))
    .description('call one tool and print its answer')
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
  chat-operations-mcp call get_support_performance --chart week.png
  chat-operations-mcp call list_chats --help              what this tool takes

After TOOL, a flag is the tool's if it has one of this name (--timezone),
else a setting. Without an answer the exit code is 1; standard error says why.`,
    )
    .action(async (tool: string | undefined, rest: readonly string[], _options: unknown, command: Command) => {
      const { call } = await import('../ask/call.ts');
      await call(command, tool, rest, run);
    });

  withSettings(program.command('report'))
    .description("write a week's figures as one document")
    .option('--period <NAME>', 'such as last_week, 2026-11, 2026-W46, 2026-Q3', 'last_week')
    .addOption(
      new Option('--compare-to <WHAT>', 'another period, to say what changed')
        .choices(['previous_period', 'same_period_last_year'])
        .default('previous_period'),
    )
    .addOption(new Option('--format <FORMAT>', 'for people or programs').choices(['md', 'html', 'json']).default('md'))
    .option('--output <FILE>', 'write it to a file')
    .option('--within <SECONDS>', 'time limit, then it writes what it has', wholeNumber(1, 86_400), 900)
    .addHelpText(
      'after',
      `
  chat-operations-mcp report --format html --output week.html
It loads what is missing first. html is two sheets of paper with pictures, and
topics in visitors' words. Exit code: 2 when not complete, 1 without an answer.`,
    )
    .action(async (flags: ReportFlags, command: Command) => {
      const { report } = await import('../report/report.ts');
      await report(flags, settingFlags(command), run);
    });

  withFlags(program.command('tools'), settingsNamed('tools'))
    .description('list the tools, or show what one takes')
    .argument('[NAME]', 'such as list_chats')
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      const { tools } = await import('../ask/tools.ts');
      await tools(command, name, run);
    });

  withSettings(program.command('read'))
    .description('print a resource, or list them')
    .argument('[URI]', 'such as chat://status or chat://agents/12')
    .allowExcessArguments()
    .action(async (_uri: string | undefined, _options: unknown, command: Command) => {
      const { read } = await import('../ask/read.ts');
      await read(command, command.args, run);
    });
}
