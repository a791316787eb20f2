import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { array, assert, property, uint8Array } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { byteSearch } from './byte-search.ts';
import { canaryScan, refuseSecretsBelow, refuseSecretsIn, refuseSecretsInArchives, secretsIn } from './canary-scan.ts';
import { SECRET_CANARIES } from './canaries.ts';
import { scanRun } from './canary-teardown.ts';
import { runProcess } from '../program.ts';
import { keepContacts, keepOutput, RUN_FOLDER } from './run-folder.ts';

// A scan that finds nothing says something only when it would have found it.

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canary-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const CANARY = 'pass:wörd "4711"?/+>>>???';
const scan = canaryScan({ 'the canary': CANARY });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const PLANTED: readonly (readonly [form: string, content: string | Buffer])[] = [
  ['plain', `password=${CANARY}\n`],
  ['plain', Buffer.concat([Buffer.alloc(5000, 0xff), Buffer.from(CANARY), Buffer.alloc(5000)])],
  ['Latin-1', Buffer.from(CANARY, 'latin1')],
  ['UTF-16', Buffer.from(`x${CANARY}`, 'utf16le')],
  ['UTF-16 of the other byte order', Buffer.from(CANARY, 'utf16le').swap16()],
  ['JSON', JSON.stringify({ password: CANARY }).replace('ö', '\\u00f6')],
  ['URL-encoded', `https://x.example/?p=${encodeURIComponent(CANARY)}`],
  ['URL-encoded in lower case', encodeURIComponent(CANARY).toLowerCase()],
  ['form-encoded', new URLSearchParams({ password: CANARY }).toString()],
  ['hexadecimal', Buffer.from(CANARY).toString('hex')],
  ['hexadecimal in upper case', Buffer.from(CANARY).toString('hex').toUpperCase()],
  ['base64 from byte 0', base64(CANARY)],
  ['base64 from byte 1', base64(`1${CANARY}behind`)],
  ['base64 from byte 2', base64(`12${CANARY}b`)],
  ...['ann@example.com', 'anna@example.com', 'annab@example.com'].map(
    (email) =>
      [`base64 from byte ${(email.length + 1) % 3}`, `authorization: Basic ${base64(`${email}:${CANARY}`)}`] as const,
  ),
  ['base64url from byte 1', Buffer.from(`1${CANARY}`).toString('base64url')],
];

test.each(PLANTED)('K2: a canary is found %s', (form, content) => {
  expect(scan(Buffer.from(content))).toContain(`the canary (${form})`);
});

test('K2: nothing is found where nothing is, nor in half of it', () => {
  expect(scan(Buffer.from(CANARY.slice(1) + base64(CANARY.slice(3)) + CANARY.slice(0, -1)))).toEqual([]);
  expect(scan(Buffer.alloc(0))).toEqual([]);
});

test('K2: the search finds what a plain one finds', () => {
  const bytes = uint8Array({ minLength: 2, maxLength: 6, max: 3 });
  assert(
    property(array(bytes, { minLength: 1, maxLength: 6 }), uint8Array({ maxLength: 60, max: 3 }), (needles, text) => {
      const named = needles.map((needle, name) => ({ name, bytes: Buffer.from(needle) }));
      const expected = named.filter(({ bytes: needle }) => Buffer.from(text).includes(needle)).map(({ name }) => name);
      expect([...byteSearch(named)(text)].toSorted((one, other) => one - other)).toEqual(expected);
    }),
  );
});

test('K2: every secret of the tests is looked for, and a finding does not repeat it', () => {
  for (const [name, secret] of Object.entries(SECRET_CANARIES)) {
    const found = secretsIn(Buffer.from(`… ${secret} …`));
    expect(found).toContain(`${name} (plain)`);
    expect(() => refuseSecretsIn('an answer', base64(secret))).toThrow(`There is a secret in an answer: ${name}`);
    expect(found.join()).not.toContain(secret);
  }
});

test('K2: an archive with a secret in it is found before it is removed', () => {
  const folder = temporaryFolder();
  // A file that a person wrote for a test may hold one.
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ password: SECRET_CANARIES['a secret in a setting'] }));
  const archive = new DatabaseSync(join(folder, 'desk.sqlite'));
  archive.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (note text)');
  refuseSecretsInArchives(folder);
  archive
    .prepare('INSERT INTO notes VALUES (?)')
    .run(`x ${base64(`1${SECRET_CANARIES['a secret in a setting'] ?? ''}`)}`);
  expect(() => refuseSecretsInArchives(folder)).toThrow('There is a secret in desk.sqlite-wal: a secret in a setting');
  archive.close();
  expect(() => refuseSecretsInArchives(folder)).toThrow('There is a secret in desk.sqlite: a secret in a setting');
});

test('K2: a secret is found anywhere in a large file', () => {
  const folder = temporaryFolder();
  const secret = SECRET_CANARIES['a secret in a setting'] ?? '';
  for (const at of [0, 2 ** 24 - 7, 2 ** 24, 2 ** 25 - 4096, 36_000_000 - secret.length]) {
    const content = Buffer.alloc(36_000_000, 0x2e);
    content.write(secret, at);
    writeFileSync(join(folder, 'dump'), content);
    expect(() => refuseSecretsBelow(folder), String(at)).toThrow('a secret in a setting (plain)');
  }
});

describe('the folder of a run', () => {
  test('D3: secrets are found in every output, contacts in those from which they are removed', () => {
    const folder = temporaryFolder();
    const before = process.env[RUN_FOLDER];
    onTestFinished(() => {
      process.env[RUN_FOLDER] = before;
    });
    process.env[RUN_FOLDER] = folder;
    keepContacts(new Set(['ottilie@example.com', '+49 30 4711815']));
    keepOutput('call.err', 'removed', 'about ottilie@example.com');
    keepOutput('call.out', 'removed', 'about +49%2030%204711815 and ottilie%40example.com');
    keepOutput('stdio.out', 'kept', 'about ottilie@example.com');
    keepOutput('http.err', 'kept', base64(SECRET_CANARIES['a wrong password'] ?? ''));
    keepOutput('sync.err', 'removed', 'all is well');
    const { outputs, findings } = scanRun(folder);
    expect(outputs).toBe(5);
    const withoutIds = findings.map((finding) => finding.replace(/\.contacts-\w+\.[\w-]+:/, ':')).sort();
    expect(withoutIds).toEqual([
      'call.err: contact 1 (plain)',
      'call.out: contact 1 (URL-encoded)',
      'http.err: a wrong password (base64 from byte 0)',
    ]);
  });

  test('K2: what a program says is kept there', async () => {
    const folder = process.env[RUN_FOLDER] ?? '';
    expect(existsSync(folder)).toBe(true);
    // By a name that no other test gives it: these run at the same time.
    const outputs = () => readdirSync(folder).filter((name) => name.startsWith('--only-of-this-test.err.'));
    await runProcess(['--only-of-this-test']);
    expect(outputs()).toHaveLength(1);
  });
});
