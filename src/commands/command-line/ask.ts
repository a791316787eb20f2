import type { Command } from 'commander';
import { settingArguments, settingsOf, withSettings } from './flags.ts';

/** Adds the commands that ask a desk without an assistant. */
export function addAsk(program: Command): void {
  withSettings(program.command('call'))
    .description('run one tool through a real client and print the answer')
    .argument('<TOOL>', 'for instance list_chats')
    .argument('[JSON]', 'its arguments as a JSON object', '{}')
    .option('--json', 'print the data of the answer instead of its text', false)
    .action(async (tool: string, json: string, options: { json: boolean }, command: Command) => {
      // Said here, where a person reads it, before a server is started.
      await settingsOf(command);
      const { call } = await import('../call.ts');
      await call(tool, json, { json: options.json, settings: settingArguments(command) });
    });
}
