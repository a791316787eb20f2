import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assert, dictionary, emailAddress, jsonValue, nat, option, property, string } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { flawOf, SettingsDraft } from '../../../src/commands/setup/settings-draft.ts';

const folder = mkdtempSync(join(tmpdir(), 'chat-operations-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function draftOf(content: string): SettingsDraft {
  files += 1;
  const path = join(folder, `${files}`, 'settings.json');
  mkdirSync(dirname(path));
  writeFileSync(path, content);
  return new SettingsDraft(path);
}

test('whatever a file holds, only what was set is changed, and it is kept as it was beside', () => {
  const others = dictionary(
    string().filter((key) => !['email', 'timezone', '__proto__'].includes(key)),
    jsonValue(),
  );
  assert(
    property(others, nat({ max: 8 }), option(emailAddress(), { nil: undefined }), (content, indent, email) => {
      const before = JSON.stringify({ ...content, timezone: 'UTC' }, null, indent);
      const draft = draftOf(before);
      draft.set('timezone', undefined);
      draft.set('email', email);
      draft.write(Date.UTC(2026, 10, 18));
      const expected: unknown = JSON.parse(JSON.stringify({ ...content, email }));
      expect(JSON.parse(readFileSync(draft.path, 'utf8'))).toStrictEqual(expected);
      expect(statSync(draft.path).mode & 0o777).toBe(0o600);
      expect(readFileSync(`${draft.path}.before-20261118-000000`, 'utf8')).toBe(before);
    }),
    { numRuns: 100 },
  );
});

test('what is set to what it was is not written', () => {
  const draft = draftOf('{"look_back":9,   "email":"ann@example.com"}');
  draft.set('email', 'ann@example.com');
  expect([draft.hasChanged, draft.write(0)]).toStrictEqual([false, { backup: undefined, keepsPassword: false }]);
  expect(readdirSync(join(draft.path, '..'))).toStrictEqual(['settings.json']);
});

test('a file that has a key twice is refused, and stays', () => {
  const twice = '{"email":"ann@example.com","email":"bob@example.com"}';
  const draft = draftOf(twice);
  draft.set('email', 'eve@example.com');
  expect(() => draft.write(0)).toThrow('in a way that this program does not change');
  expect(readFileSync(draft.path, 'utf8')).toBe(twice);
  expect(readdirSync(join(draft.path, '..'))).toStrictEqual(['settings.json']);
});

test.each(['{"email":"bob@example.com"}', '{"look_back":9, "base_url": "https://other.example.com"}'])(
  'a file that became %j since it was read is refused, and stays',
  (meanwhile) => {
    const draft = draftOf('{"look_back":9}');
    draft.set('email', 'eve@example.com');
    writeFileSync(draft.path, meanwhile);
    expect(() => draft.write(0)).toThrow('since it was read');
    expect(readFileSync(draft.path, 'utf8')).toBe(meanwhile);
    expect(readdirSync(join(draft.path, '..'))).toStrictEqual(['settings.json']);
  },
);

test('flaws are told in the words of the settings', () => {
  expect(flawOf('base_url', 'https://chat.example.com')).toBeUndefined();
  expect(flawOf('base_url', 'http://chat.example.com')).toMatch(/^This must be an https:/);
  expect(flawOf('email', 'ann')).toBe('This is not an email address.');
  expect(flawOf('password', 'canary\nsecret')).not.toContain('canary');
});
