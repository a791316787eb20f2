import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../support/archive/databases.ts';
import { startPostgres } from '../../support/archive/postgres.ts';
import { openWay } from '../../support/archive/way-to-server.ts';
import { startDesk } from '../../support/desk.ts';
import { connectClient, startNode } from './nodes.ts';

// PostgreSQL is stopped and started while a client listens at a node. What another node changes before the first one has found
// the database again is told nevertheless.

const server = await startPostgres();
const desk = await startDesk();
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Has another message come. */
function messageComes(): number {
  const { offlineMessages } = desk.sandbox.world;
  const last = offlineMessages.at(-1);
  if (last === undefined) throw new Error('The world has no offline message');
  const offlineMessageId = Math.max(...offlineMessages.map((one) => one.offlineMessageId)) + 1;
  offlineMessages.push({ ...last, offlineMessageId, receivedAt: Date.now(), replies: [] });
  return offlineMessageId;
}

test.each(['legacy', 'modern'] as const)(
  'a client of the %s era is told what changed before its node found the restarted database again',
  async (era) => {
    const archive = await createDatabase(server.address, `notices_${era}`, 'template0');
    const way = await openWay(archive);
    const a = await startNode(await desk.configure({ archive }), desk.environment);
    const b = await startNode(await desk.configure({ archive: way.archive }), desk.environment);
    const listening = await connectClient(() => b, { era });
    const told: string[] = [];
    listening.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri);
    });
    await listening.client.connect(listening.transport);
    onTestFinished(() => listening.client.close());
    const id = messageComes();
    const uri = `chat://offline-messages/${id}`;
    if (era === 'legacy') await listening.client.subscribeResource({ uri });
    else await listening.client.listen({ resourceSubscriptions: [uri] });

    way.stop();
    await server.stop();
    await server.start();
    const asking = await connectClient(() => a, { era: 'modern' });
    await asking.client.connect(asking.transport);
    onTestFinished(() => asking.client.close());
    const { isError } = await asking.client.callTool({
      name: 'get_offline_message',
      arguments: { offline_message_id: id },
    });
    expect(isError ?? false).toBe(false);
    expect(told).toEqual([]);
    way.restore();
    await expect.poll(() => told).toEqual([uri]);
  },
);
