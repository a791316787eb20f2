import type { Command } from 'commander';
import { settingsOf, wholeNumber, withSettings } from './flags.ts';

/** Adds the commands that serve clients. */
export function addServe(program: Command): void {
  withSettings(program.command('stdio'))
    .description('serve one client over standard input and output')
    .action(async (_options: unknown, command: Command) => {
      const { stdio } = await import('../stdio.ts');
      await stdio(await settingsOf(command));
    });

  withSettings(program.command('http'))
    .description('serve clients on this machine over Streamable HTTP, at /mcp')
    .option('--host <HOST>', 'address of this machine to listen on', '127.0.0.1')
    .option('--port <PORT>', 'port; 0 takes any that is free', wholeNumber(0, 65_535), 3400)
    .action(async (options: { host: string; port: number }, command: Command) => {
      const { http } = await import('../http.ts');
      await http(await settingsOf(command), options);
    });
}
