import { expect, test } from 'vitest';
import type { AuditLine } from '../../../src/archive/care/audit.ts';
import { auditCalls } from '../../../src/commands/audit-calls.ts';
import type { Log } from '../../../src/commands/log.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { ArchiveDamaged, ArchiveUnusable, CallNotAudited } from '../../../src/model/errors.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { createWebhook } from '../../../src/upstream/webhook/webhook.ts';
import { json, patient, startService } from '../../upstream/service.ts';

const bot = {
  name: 'shop',
  botId: 'b',
  webhookId: 'w',
  readToken: () => new Secret('canary-token-0815'),
  endpoints: ['order'],
};
const call = { bot: 'shop', endpoint: 'order', sessionId: 's', data: {}, caller: LOCAL_CALLER.id };
const begun: AuditLine = {
  entry: 7,
  at: epochMillis(Date.UTC(2026, 10, 18)),
  action: 'webhook',
  bot: 'shop',
  endpoint: 'order',
  outcome: 'unknown',
};

/** Sends where the beginning of a line, or its end, fails with this. Answers how often something arrived, and what is in the log. */
async function sendDespite(failure: Partial<Record<'begin' | 'finish', Error>>) {
  await using service = await startService((response) => json(response, 200, {}));
  const audit = {
    begin: () => (failure.begin === undefined ? Promise.resolve(begun) : Promise.reject(failure.begin)),
    finish: () => (failure.finish === undefined ? Promise.resolve(begun) : Promise.reject(failure.finish)),
  };
  const logged: unknown[] = [];
  const log: Pick<Log, 'audit' | 'failure'> = {
    audit: (line) => logged.push(line),
    failure: (error) => logged.push(error),
  };
  const webhook = createWebhook({ baseUrl: service.baseUrl, bots: [bot], record: auditCalls(() => audit, log) });
  const [sent] = await Promise.allSettled([webhook.prepare(call).send({ signal: patient().signal })]);
  await webhook.close();
  return { sent, arrived: service.asked.length, logged };
}

test('where the archive may only be read, nothing is sent', async () => {
  const begin = new ArchiveUnusable('The archive file cannot be used: it may only be read, not written.', 'Mend that.');
  const { sent, arrived } = await sendDespite({ begin });
  expect(arrived).toBe(0);
  expect(sent).toMatchObject({
    reason: {
      message:
        'Not sent: the call could not be written to the audit. The archive file cannot be used: it may only be read, not written.',
      advice: 'Mend that.',
    },
  });
});

test('a damaged archive keeps a call back as well, and is known as damaged, so that the next start begins a new one', async () => {
  const { sent, arrived } = await sendDespite({ begin: new ArchiveDamaged('damaged', 'x') });
  expect(arrived).toBe(0);
  const reason: unknown = sent.status === 'rejected' ? sent.reason : undefined;
  expect(reason).toBeInstanceOf(ArchiveDamaged);
  expect(reason).not.toBeInstanceOf(CallNotAudited);
});

test('a line that cannot be completed takes nothing back: what was sent is told', async () => {
  const finish = new ArchiveUnusable('locked', 'x');
  const { sent, arrived, logged } = await sendDespite({ finish });
  expect(arrived).toBe(1);
  expect(logged).toStrictEqual([
    { ...begun, at: '2026-11-18T00:00:00.000Z', outcome: 'accepted', status: 200 },
    finish,
  ]);
  expect(sent).toMatchObject({ value: { outcome: 'accepted', status: 200 } });
});
