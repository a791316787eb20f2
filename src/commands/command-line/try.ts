import { type Command, Option } from 'commander';
import type { SandboxFlags } from '../sandbox/sandbox.ts';
import type { Run } from '../run.ts';
import { also, wholeNumber } from './flags.ts';

/** Adds the command that runs the stand-in for the service. */
export function addSandbox(program: Command, run: Run): void {
  program
    .command('sandbox')
    .description('run a stand-in for the service, with made-up data')
    .option('--port <PORT>', 'port; 0 takes any free one', wholeNumber(0, 65_535), 4010)
    .addOption(new Option('--size <SIZE>', 'amount of data').choices(['small', 'medium', 'large']).default('small'))
    .option('--seed <N>', 'the same seed makes the same data', wholeNumber(0, 2 ** 31), 1)
    .option('--requests-per-minute <N>', 'the limit of each login', wholeNumber(1, 1_000_000), 60)
    .option('--page-size <N>', 'rows a page', wholeNumber(1, 1000), 50)
    .addOption(
      new Option(
        '--dialect <NAME=VALUE>',
        'how to answer where the specification leaves it open; comma-separated; "list" shows all',
      )
        .argParser(also)
        .default([], 'as usual'),
    )
    .addOption(
      new Option(
        '--fault <NAME=SHARE|NAME@N>',
        'what fails: 500=0.05 of all requests, 500@3 the third; "list" shows all',
      )
        .argParser(also)
        .default([], 'nothing'),
    )
    .option(
      '--tls [FILE]',
      'HTTPS with a self-signed certificate; with FILE it is saved there, and the printed settings trust it',
    )
    .action(async (options: SandboxFlags) => {
      const { sandbox } = await import('../sandbox/sandbox.ts');
      await sandbox(options, run);
    });
}

/** Adds the command that shows what the tools answer. */
export function addDemo(program: Command, run: Run): void {
  program
    .command('demo')
    .description('ask a made-up desk six questions, without an account')
    .action(async () => {
      const { demo } = await import('../demo.ts');
      await demo(run);
    });
}
