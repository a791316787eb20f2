import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../src/sandbox/certificate.ts';
import { byNumber } from '../../src/sandbox/faults/faults.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { basic, NOW, smallWorld } from './desk.ts';

test('HTTPS with a certificate that is refused unless it is trusted; faults work through it', async () => {
  const world = smallWorld();
  const faults = byNumber({ reset: [2], half: [3], redirect_302: [4] });
  const sandbox = await startSandbox({ world, clock: () => NOW, tls: true, faults });
  onTestFinished(sandbox.close);
  const trusting = new Agent({ connect: { ca: certificate } });
  onTestFinished(() => trusting.close());
  const get = async (dispatcher?: Agent) =>
    fetch(`${sandbox.url}/api/agents`, {
      headers: { Authorization: basic(world.account.superAdmin) },
      redirect: 'manual',
      ...(dispatcher && { dispatcher }),
    });

  expect(sandbox.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  await expect(get()).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  expect(sandbox.requests).toEqual([]);

  expect(await (await get(trusting)).json()).toHaveLength(world.agents.length);
  await expect(get(trusting)).rejects.toThrow('fetch failed');
  await expect((await get(trusting)).text()).rejects.toThrow('terminated');
  expect((await get(trusting)).headers.get('Location')).toMatch(/^https:/);
  expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 0, 200, 302]);
});
