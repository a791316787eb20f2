import type { Command } from 'commander';
import type { Run } from '../run.ts';
import { settingsNamed, settingsOf, withFlags, withSettings } from './flags.ts';

/** Adds the commands that serve clients. */
export function addServe(program: Command, run: Run): void {
  withSettings(program.command('stdio'))
    .description('serve one assistant; assistants start this themselves')
    .action(async (_options: unknown, command: Command) => {
      const { stdio } = await import('../stdio.ts');
      await stdio(await settingsOf(command, run), run);
    });

  const http = program.command('http').description('serve many over Streamable HTTP, at /mcp');
  withFlags(http, settingsNamed('host', 'port', 'public_url', 'sync'));
  withSettings(http).action(async (_options: unknown, command: Command) => {
    const serve = await import('../http.ts');
    await serve.http(await settingsOf(command, run), run);
  });
}
