import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A released migration is never changed: an archive that any version made has been through it as it was. A new one is a file
// and a line here.

const FOLDER = new URL('../../../src/archive/migrations/', import.meta.url);
const RELEASED = {
  '0001-initial.ts': 'be448edbdfb2c7e4976843612c016705866d3c551ec8c6d39a20be7897f687c8',
  '0002-request-histories.ts': '2358a21b72ec15bfdfc8f0a1174c47e05aecbf1f2896329952f382281ef54fc3',
  '0003-page-sizes.ts': '36b542e3b031180cd054a1ad957c1b46f6f8d89358443bacee3b16769eb74da9',
  '0004-finished-at.ts': '59939c758c1c7851bc82e4f4fd8adfd8537751585db8086d769b94445bc93797',
  '0005-packed-days.ts': 'bcf40754038e41c664decc79b1ce1bf512f5aa94a8ed67f49f511a1fd5737e4b',
  '0006-erased-visitors.ts': 'cfadfc38504f030b4b1d99ffdf4fb4148a7643bb06a7bfd71b941a7d80c05886',
  '0007-transcript-words.ts': '4218a840d5f5bf7c73204557c6ab9cc34b1b2abc2806b67d42f30b31ec0aa293',
  '0008-visitor-words.ts': '373a8a96708826b82c76f02ff67e52774eaa9e477cdbf713d8fa024a8c85f874',
  '0009-triage.ts': '6a0fc7a78b268d34f97eb9f8c5e83e78e3eb9d14ce498f6334b1616f84f104a0',
  '0010-trust.ts': 'a1759c4ad273f50dab3ef453aa7ea62e9042e6c5c5bd109ef18488d0c32896bf',
  '0011-agreements.ts': 'f901a9ac8a6d3f416b0af09eb2afd90a44cc8394a2848ebf48289d73ae16b974',
  '0012-walked-pages.ts': 'eeb26df5fddd243a903c126cb9b8ee518edf7886aac118330933750047c8217a',
  '0013-revisions.ts': 'ce3a90af600dbfabb1e1cf228e83bd93a16489fd032cfc81ccc00035cedc524d',
  '0014-authored.ts': 'fe2e8dcbf69402b2c06c1f6ff62762e38f3df96185da8105a40df33547de038f',
  '0015-daily-totals.ts': 'a946de67cc1253c325e6d4faa7fdf5a087e0be0e854e88df6abec2331f9068f0',
  '0016-foldings.ts': 'e32a0afc0a75e46f6913cc9db7419670a830f7469917c7106166574e4a300e85',
  '0017-code-meanings.ts': '3ad9f4983b6eb209f7be564226a99e4835bba9bb8922bbff73405ddd61016245',
  '0018-tokens.ts': '78224f38729f4b937cd8b2bdad6e69cbdd8945d9dec9c3a724793e56ccc00c81',
  '0019-calls.ts': '89a078953fa587a42a9422473120e69566f8cdabb6cd0b675325e3a4196bf66f',
  '0020-sessions.ts': '4f8b5ea600d7174d5f24ad1ea41eb3e1e8ddafc4e1ddae9d8ceb14007f0a50c6',
  '0021-confirmations.ts': 'b06e76a2e6369cc4d9bb2e1b6e4ad8cd14b397b4c4b571aafde0ed02e1d6541e',
  '0023-notices.ts': '4b73345a452420acdda01f3180a8ab5802adf12c2ad23d2353181ee9c7388a8b',
  '0024-sessions-dropped.ts': '5500d2fee024f29a179ab4bfdc8de4dc4db234ba0fd6d7fa4b10aa9a0eb2149e',
};

const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
const content = (name: string): Buffer => readFileSync(new URL(name, FOLDER));

test('released migrations are as they were', () => {
  const sums = files.map((name) => [name, createHash('sha256').update(content(name)).digest('hex')]);
  expect(Object.fromEntries(sums)).toEqual(RELEASED);
});

test.each(files)('%s holds itself what it needs', (name) => {
  const imported = Array.from(
    content(name)
      .toString()
      .matchAll(/ from '(.+)'/g),
    ([, from]) => from,
  );
  expect(imported.filter((from) => from !== 'kysely' && from !== 'node:crypto')).toEqual([]);
});
