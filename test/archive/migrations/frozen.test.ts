import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A released migration is never changed: an archive that any version made has been through it as it was. A new one is a file
// and a line here.

const FOLDER = new URL('../../../src/archive/migrations/', import.meta.url);
const RELEASED = {
  '0001-initial.ts': 'be448edbdfb2c7e4976843612c016705866d3c551ec8c6d39a20be7897f687c8',
  '0002-request-histories.ts': 'd305a44ee00f9e92ca8a11c25601672244fedb9fdaa5c1fd63f76a8fc5b7ea60',
  '0003-page-sizes.ts': 'bd769f9a32250e3c1fe6469b330390546e4696c6a2965e7beea29133c4915102',
  '0004-finished-at.ts': '3f8b8b8a55b601f3a2aa4df58959a5b68bccdf0affbf7b01aaef2084ed22aaab',
  '0005-packed-days.ts': 'bcf40754038e41c664decc79b1ce1bf512f5aa94a8ed67f49f511a1fd5737e4b',
  '0006-erased-visitors.ts': 'cfadfc38504f030b4b1d99ffdf4fb4148a7643bb06a7bfd71b941a7d80c05886',
  '0007-transcript-words.ts': '4218a840d5f5bf7c73204557c6ab9cc34b1b2abc2806b67d42f30b31ec0aa293',
  '0008-visitor-words.ts': '373a8a96708826b82c76f02ff67e52774eaa9e477cdbf713d8fa024a8c85f874',
  '0009-triage.ts': '6a0fc7a78b268d34f97eb9f8c5e83e78e3eb9d14ce498f6334b1616f84f104a0',
  '0010-trust.ts': 'a1759c4ad273f50dab3ef453aa7ea62e9042e6c5c5bd109ef18488d0c32896bf',
  '0011-agreements.ts': 'f901a9ac8a6d3f416b0af09eb2afd90a44cc8394a2848ebf48289d73ae16b974',
  '0012-walked-pages.ts': 'eeb26df5fddd243a903c126cb9b8ee518edf7886aac118330933750047c8217a',
  '0013-revisions.ts': '896d3e00ffb598310727adcc9d68a19fcf15adaec608d5b031544793f63e05ae',
  '0014-authored.ts': '690fd139288b8a5c37ee45e7009dfa1ba1473849a68386fd2fbd99f6d72dceee',
  '0015-daily-totals.ts': 'f2c52d5c91c8c3b53674880fc3973d5f43b1df8e1115265b0fef2cfd3788ca86',
  '0016-foldings.ts': '6fe12cb1ecd364f8123070db4bf69b128fbe372a3bf5fc4a9841915a43743433',
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
