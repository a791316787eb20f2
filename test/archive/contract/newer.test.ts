import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';
import { openServer, startService } from '../../mcp/desk.ts';
import { containing } from '../../support/matchers.ts';

const FUTURE = 'UPDATE parts SET number = number + 1';

test('an archive that a newer version made is refused, and left as it is', async () => {
  const archive = await archiveOfTest();
  await using service = startService();
  await (await openServer(service, { archive })).close();
  if (ENGINE === 'sqlite') {
    const file = new DatabaseSync(archive);
    file.exec(FUTURE);
    file.close();
  } else {
    const client = new Client({ connectionString: archive });
    await client.connect();
    await client.query(FUTURE.replace('parts', 'chat_operations.parts'));
    await client.end();
  }
  const before = ENGINE === 'sqlite' ? readFileSync(archive) : undefined;
  await expect(openServer(service, { archive })).rejects.toMatchObject({
    message: containing('made by a newer version'),
    advice: containing('Update this program'),
  });
  expect(ENGINE === 'sqlite' ? readFileSync(archive) : undefined).toStrictEqual(before);
});
