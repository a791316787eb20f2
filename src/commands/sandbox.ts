import { startSandbox } from '../sandbox/sandbox.ts';
import { createWorld } from '../sandbox/world/world.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from './sandbox-configuration.ts';
import { untilSignal } from './until-signal.ts';

export interface SandboxFlags {
  readonly port: number;
  readonly size: 'small' | 'medium';
  readonly seed: number;
  readonly requestsPerMinute: number;
  readonly pageSize: number;
}

/**
 * Runs the sandbox alone until a signal comes. Standard output is a configuration file for a server that asks it;
 * what a person wants to know is on standard error.
 */
export async function sandbox({ size, seed, ...options }: SandboxFlags): Promise<void> {
  const world = createWorld({ seed, size, now: Date.now() });
  const running = await startSandbox({ world, ...options });
  const { superAdmin, admin, agent } = world.account;
  process.stdout.write(`${JSON.stringify(sandboxConfiguration(running), null, 2)}\n`);
  process.stderr.write(
    [
      `REST base address   ${running.url}`,
      `Webhook address     ${running.url}/chat-websocket/api/webhook/v1/chatbot/…`,
      ...[superAdmin, admin, agent].map(
        ({ email, password }, index) => `${['Super Admin', 'Admin', 'Agent'][index]?.padEnd(19)} ${email}  ${password}`,
      ),
      `Bot token           ${world.bots.map(({ token }) => token).join(' ')}`,
      `Chat sessions       ${world.bots.flatMap(({ sessions }) => sessions).join(' ')}`,
      `Limit               ${options.requestsPerMinute} requests a minute, ${options.pageSize} rows a page`,
      '',
      'Standard output is a configuration file. With it in sandbox.json, ask:',
      `  ${TOKEN_VARIABLE}=${world.bots[0]?.token ?? ''} npm start -s -- call get_support_performance '{"period":"last_7_days"}' --config sandbox.json --archive memory`,
      'Stop with Ctrl-C.',
      '',
    ].join('\n'),
  );
  await untilSignal();
  await running.close();
}
