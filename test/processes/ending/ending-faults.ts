import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../../src/commands/sandbox/sandbox-configuration.ts';
import { FAULTS, isFault, type FaultName, type FaultPlan } from '../../../src/sandbox/faults/faults.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import { temporaryFile } from '../../archive/tables/temporary-file.ts';
import { startSessionProcess } from '../../support/session.ts';
import { timed } from './time-to-end.ts';

const NAMES: readonly FaultName[] = Object.keys(FAULTS).filter(isFault);

/** Every fault after the other, and nothing but them. */
const inTurns: FaultPlan = (_request, n) => NAMES[(n * 7) % NAMES.length];

/**
 * The server ends in time while the service does its worst, and has written nothing but the protocol until then: with
 * every fault in turns, and (`each`) with each alone.
 */
export function testEndsUnderFaults(each: boolean): void {
  const plans: readonly (readonly [string, FaultPlan])[] = [
    ['every fault in turns', inTurns],
    ...(each ? NAMES.map((name) => [name, () => name] as const) : []),
  ];
  test.each(plans)('S1: with %s, output is protocol and the end of the input is the end', async (_name, faults) => {
    const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
    const sandbox = await startSandbox({ world, requestsPerMinute: 100_000, faults });
    onTestFinished(sandbox.close);
    const archive = await temporaryFile();
    const config = join(archive, '..', 'settings.json');
    await writeFile(
      config,
      JSON.stringify({ ...sandboxConfiguration(sandbox), archive, answer_within: 2, log_level: 'trace' }),
      {
        mode: 0o600,
      },
    );
    const environment = { [TOKEN_VARIABLE]: world.bots[0]?.token ?? '' };
    const { started, goneWithin } = await timed(() => startSessionProcess(['--config', config], environment));
    await using session = started;
    const answered = session.send('tools/call', { name: 'list_support_agents', arguments: {} });
    const tools = ['list_chats', 'list_offline_messages', 'list_visitors', 'get_support_performance'];
    for (const name of tools) session.send('tools/call', { name, arguments: {} });
    await session.response(answered);
    const began = performance.now();
    // Throws for a line that is not the protocol.
    expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(goneWithin);
  });
}
