import { type Command, Option } from 'commander';
import type { SandboxFlags } from '../sandbox/sandbox.ts';
import type { Run } from '../run.ts';
import { also, wholeNumber } from './flags.ts';

/** Adds the command that runs the stand-in for the service. */
export function addSandbox(program: Command, run: Run): void {
  program
    .command('sandbox')
    .description('run a stand-in for the service, with made-up data')
    .option('--port <PORT>', 'port; 0 takes any that is free', wholeNumber(0, 65_535), 4010)
    .addOption(new Option('--size <SIZE>', 'how much there is').choices(['small', 'medium', 'large']).default('small'))
    .option('--seed <N>', 'the same seed is the same world', wholeNumber(0, 2 ** 31), 1)
    .option('--requests-per-minute <N>', 'the limit of each login', wholeNumber(1, 1_000_000), 60)
    .option('--page-size <N>', 'rows a page', wholeNumber(1, 1000), 50)
    .addOption(
      new Option(
        '--dialect <NAME=VALUE>',
        'how it answers what the specification leaves open; several between commas; "list" shows them all',
      )
        .argParser(also)
        .default([], 'as usual'),
    )
    .addOption(
      new Option(
        '--fault <NAME=SHARE|NAME@N>',
        'what goes wrong: 500=0.05 of all requests, 500@3 the third; "list" shows them all',
      )
        .argParser(also)
        .default([], 'nothing'),
    )
    .option(
      '--tls [FILE]',
      'HTTPS, with a certificate that no authority signed; with FILE it is written there, and the configuration trusts it',
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
