import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidConfiguration } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { certificate } from '../../sandbox/certificate.ts';
import { pageAddress } from '../../sandbox/chatbot/site.ts';
import { webhookAddress } from '../../sandbox/chatbot/webhook.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { createWorld, type WorldOptions } from '../../sandbox/world/world.ts';
import type { Run } from '../run.ts';
import { sandboxConfiguration, TOKEN_VARIABLE } from './sandbox-configuration.ts';
import { dialectList, faultList, readDialect, readFaults, refuseChanges } from './sandbox-flags.ts';

export interface SandboxFlags {
  readonly port: number;
  readonly size: WorldOptions['size'];
  readonly seed: number;
  readonly requestsPerMinute: number;
  readonly pageSize: number;
  readonly dialect: readonly string[];
  readonly fault: readonly string[];
  /** With a path, the certificate is written there. */
  readonly tls?: string | true;
}

/**
 * Runs the sandbox alone until a signal comes. Standard output is a configuration file for a server that asks it;
 * what a person wants to know is on standard error. `list` for a dialect or a fault prints what there is, and ends.
 */
export async function sandbox(
  { size, seed, dialect, fault, tls, ...options }: SandboxFlags,
  { output, errors, environment, clock, untilSignal }: Run,
): Promise<void> {
  if (dialect.includes('list') || fault.includes('list')) {
    output.write(dialect.includes('list') ? dialectList() : faultList());
    return;
  }
  const faults = readFaults(fault, seed);
  if (size === 'large') refuseChanges(fault);
  const spoken = readDialect(dialect);
  const certificateFile = typeof tls === 'string' ? resolve(tls) : undefined;
  if (certificateFile !== undefined) await writeCertificate(certificateFile);
  const world = createWorld({ seed, size, now: clock() });
  const itself = environment['npm_lifecycle_event'] === 'start' ? 'npm start -s --' : 'chat-operations-mcp';
  const question = `${TOKEN_VARIABLE}=${world.bots[0]?.token ?? ''} ${itself} call get_support_performance '{"period":"last_7_days"}' --config sandbox.json --archive memory`;
  const running = await startSandbox({
    world,
    clock,
    ...options,
    dialect: spoken,
    faults,
    tls: tls !== undefined,
  });
  const { superAdmin, admin, agent } = world.account;
  const configuration = omitUndefined({
    ...sandboxConfiguration(running),
    requests_per_minute: options.requestsPerMinute,
    ca_file: certificateFile,
  });
  output.write(`${JSON.stringify(configuration, null, 2)}\n`);
  errors.write(
    [
      `REST base address   ${running.url}`,
      ...world.bots
        .flatMap((bot) => bot.endpoints.map(({ name }) => `${webhookAddress(running.url, bot)}/${name}`))
        .map((address, index) => `${(index === 0 ? 'Webhook address' : '').padEnd(19)} ${address}`),
      ...world.bots.flatMap((bot) => [
        `Page with the chat  ${pageAddress(running.url, bot)}`,
        `New bot token       curl ${tls === undefined ? '' : '--insecure '}-X POST ${running.url}/chatbot/${bot.botId}/token`,
      ]),
      ...[superAdmin, admin, agent].map(
        ({ email, password }, index) => `${['Super Admin', 'Admin', 'Agent'][index]?.padEnd(19)} ${email}  ${password}`,
      ),
      `Bot token           ${world.bots.map(({ token }) => token).join(' ')}`,
      `Chat sessions       ${world.bots.flatMap(({ sessions }) => sessions).join(' ')}`,
      `Limit               ${options.requestsPerMinute} requests a minute, ${options.pageSize} rows a page`,
      `Dialect             ${dialect.join(' ') || 'as usual'}`,
      `Faults              ${fault.join(' ') || 'none'}`,
      ...(tls === undefined
        ? []
        : [`Certificate         signed by no authority, ${certificateWords(certificateFile)}`]),
      '',
      'Standard output is a configuration file. With it in sandbox.json, ask:',
      `  ${question}`,
      'docs/chatbot.md goes through the chat; chmod 600 sandbox.json keeps the password in it.',
      'A sync needs a file to fill: sync --config sandbox.json --archive sandbox.sqlite, with the same token before it.',
      'Stop with Ctrl-C.',
      '',
    ].join('\n'),
  );
  await untilSignal();
  await running.close();
}

async function writeCertificate(file: string): Promise<void> {
  try {
    await writeFile(file, certificate);
  } catch {
    throw new InvalidConfiguration(
      'The certificate cannot be written to the file of --tls.',
      'Check its path and its permissions.',
    );
  }
}

function certificateWords(file: string | undefined): string {
  return file === undefined
    ? 'and not trusted by the configuration: with --tls FILE it is'
    : `trusted through ca_file: ${file}`;
}
