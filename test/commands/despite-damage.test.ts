import { expect, onTestFinished, test } from 'vitest';
import { createArchive, type Archive } from '../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES } from '../../src/archive/walking/freshness.ts';
import { openStore } from '../../src/archive/store.ts';
import { despiteDamageOf } from '../../src/commands/despite-damage.ts';
import { ArchiveDamaged } from '../../src/model/errors.ts';
import { Secret } from '../../src/model/text/secret.ts';
import { systemClock } from '../../src/model/time/units.ts';
import { createUpstream } from '../../src/upstream/client.ts';

async function emptyArchive(): Promise<Archive> {
  const login = { email: 'ann@example.com', password: new Secret('secret') };
  const upstream = createUpstream({ ...login, baseUrl: new URL('http://127.0.0.1:9'), requestsPerMinute: 1 });
  onTestFinished(() => upstream.close());
  const store = await openStore('memory', { origin: 'http://127.0.0.1:9', login: login.email });
  const archive = createArchive(
    store,
    { lookBackDays: 2, maximumAges: DEFAULT_MAXIMUM_AGES, requestsPerMinute: 1 },
    upstream,
    systemClock,
  );
  onTestFinished(() => archive.close());
  return archive;
}

test('a question in the middle of which another one began a new archive is asked again, over that alone', async () => {
  const [damaged, sound] = [await emptyArchive(), await emptyArchive()];
  let archive = damaged;
  const opened = {
    open: () => Promise.resolve(),
    get archive() {
      return archive;
    },
    isBroken: () => Promise.resolve(false),
    replace: () => {
      archive = sound;
      return Promise.resolve();
    },
  };
  const despiteDamage = despiteDamageOf(opened);
  const replaced = Promise.withResolvers<void>();
  const slow = despiteDamage(async () => {
    const before = opened.archive;
    if (before === damaged) await replaced.promise;
    return [before, opened.archive];
  });
  const other = await despiteDamage(() =>
    opened.archive === damaged
      ? Promise.reject(new ArchiveDamaged('It is damaged.', 'Ask again.'))
      : Promise.resolve('answered'),
  );
  replaced.resolve();
  expect(other).toBe('answered');
  const over = await slow;
  expect(over.every((one) => one === sound)).toBe(true);
});
