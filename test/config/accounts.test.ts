import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import type { Sources } from '../../src/config/given.ts';
import { readArchivePlaces, readSettings, theOnly } from '../../src/config/read.ts';
import { InvalidConfiguration } from '../../src/model/errors.ts';

// Several accounts in one file: what each has, and what a person is told of one that is wrong.

const folder = mkdtempSync(join(tmpdir(), 'chat-operations-accounts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'canary-secret-4711';
const uk = { name: 'shop-uk', email: 'uk@example.com', password: SECRET };
const de = { name: 'shop-de', email: 'de@example.com', password: `${SECRET}-de` };
const beside = { base_url: 'https://chat.example.com' };

let files = 0;
function file(content: unknown): string {
  files += 1;
  const path = join(folder, `settings-${files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return path;
}

const sources = (content: object, flags: Sources['flags'] = {}, environment: Sources['environment'] = {}): Sources => ({
  flags: { config: file(content), ...flags },
  environment: { XDG_DATA_HOME: folder, ...environment },
});
const read = (...given: Parameters<typeof sources>) => readSettings(sources(...given));

/** What a person is told. No secret is in it, whatever is wrong. */
function refusal(...given: Parameters<typeof sources>): string {
  try {
    read(...given);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    const words = `${error.message} ${error.advice}`;
    expect(words).not.toContain(SECRET);
    return words;
  }
  throw new Error('It was taken');
}

describe('what each account has', () => {
  test('an authority of its own, which does not decide for the others who may ask: that is the one beside the list', () => {
    const [ours, theirs] = tls.getCACertificates('bundled');
    const pem = (text = '') => file(text);
    const oauth = { oauth_issuer: 'https://login.example.com', public_url: 'https://desk.example.com' };
    const own = { ...uk, ca_file: pem(theirs) };
    expect(read({ ...beside, ...oauth, accounts: [own, de] }).server).not.toHaveProperty('ca_file');
    const { server, accounts } = read({ ...beside, ...oauth, ca_file: pem(ours), accounts: [own, de] });
    expect(server.ca_file?.trim()).toBe(ours?.trim());
    expect(accounts.map(({ ca_file }) => ca_file?.trim())).toEqual([theirs?.trim(), ours?.trim()]);
    const { name: _, ...only } = own;
    expect(read({ ...beside, ...oauth, ...only }).server.ca_file?.trim()).toBe(theirs?.trim());
  });

  test('its own settings, and for the rest those beside the list', () => {
    const { accounts, server } = read({
      ...beside,
      timezone: 'Europe/London',
      log_level: 'info',
      accounts: [uk, { ...de, timezone: 'Europe/Berlin', requests_per_minute: 30, redact: 'cards' }],
    });
    expect(server.log_level).toBe('info');
    expect(accounts.map(({ name }) => name)).toEqual(['shop-uk', 'shop-de']);
    const [first, second] = accounts;
    expect(first).toMatchObject({ timezone: 'Europe/London', requests_per_minute: 60, redact: 'contacts' });
    expect(second).toMatchObject({ timezone: 'Europe/Berlin', requests_per_minute: 30, redact: 'cards' });
    expect(first?.account).toMatchObject({ email: 'uk@example.com' });
    expect(first?.account?.baseUrl.href).toBe('https://chat.example.com/');
    expect(second?.account?.password.reveal()).toBe(`${SECRET}-de`);
  });

  test('a login of its own, also where address and email run into the same letters', () => {
    const { accounts } = read({
      password: SECRET,
      accounts: [
        { name: 'one', base_url: 'https://shop.example.co', email: 'max@example.com' },
        { name: 'other', base_url: 'https://shop.example.com', email: 'ax@example.com' },
      ],
    });
    expect(accounts.map(({ name }) => name)).toEqual(['one', 'other']);
  });

  test('by default a file of its own', () => {
    const { accounts } = read({ ...beside, accounts: [uk, de] });
    const archives = accounts.map(({ archive }) => archive);
    expect(new Set(archives).size).toBe(2);
    for (const archive of archives) expect(archive).toMatch(/archive-[\da-f]{12}\.sqlite$/);
    expect(readArchivePlaces(sources({ ...beside, accounts: [uk, de] })).map(({ archive }) => archive)).toEqual(
      archives,
    );
  });

  test('the file of a password wins over a password beside the list, and the reverse', () => {
    const path = file(`${SECRET}-filed`);
    const { accounts } = read({
      ...beside,
      password: SECRET,
      accounts: [
        { ...uk, password: undefined },
        { name: 'b', email: 'b@example.com', password_file: path },
      ],
    });
    expect(accounts.map(({ account }) => account?.password.reveal())).toEqual([SECRET, `${SECRET}-filed`]);
    const other = read({ ...beside, password_file: path, accounts: [uk, { name: 'b', email: 'b@example.com' }] });
    expect(other.accounts.map(({ account }) => account?.password.reveal())).toEqual([SECRET, `${SECRET}-filed`]);
  });

  test('a flag is for every account, the environment where it has nothing of its own', () => {
    const content = { ...beside, accounts: [{ ...uk, look_back: 5, read_ahead_days: 9 }, de] };
    const { accounts } = read(content, { 'read-ahead-days': '0' }, { CHAT_OPERATIONS_LOOK_BACK: '1' });
    expect(accounts.map(({ read_ahead_days }) => read_ahead_days)).toEqual([0, 0]);
    expect(accounts.map(({ look_back }) => look_back)).toEqual([5, 1]);
  });

  test('any number of them in one PostgreSQL database, or in memory', () => {
    for (const archive of ['postgres://db.example.com/chats', 'memory']) {
      const { accounts } = read({ ...beside, archive, accounts: [uk, de] });
      expect(accounts.map(({ archive }) => archive)).toEqual([archive, archive]);
    }
  });

  test('--account leaves one, and needs nothing of the others', () => {
    const settings = read(
      { ...beside, accounts: [{ name: 'broken', password_file: '/nowhere' }, de] },
      { account: 'shop-de' },
    );
    expect(theOnly(settings).account?.email).toBe('de@example.com');
  });

  test('the sandbox takes the place of all', () => {
    const settings = read({ ...beside, accounts: [uk, de] }, { sandbox: true });
    expect(theOnly(settings)).not.toHaveProperty('account');
  });

  test('1,000 are read at once', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      ...uk,
      name: `a${index}`,
      email: `a${index}@example.com`,
    }));
    expect(read({ ...beside, accounts: many }).accounts).toHaveLength(1000);
  });
});

describe('what a person is told', () => {
  test.each<[string, object, string[]]>([
    ['an empty list', { accounts: [] }, ['accounts', 'is empty']],
    ['no list', { accounts: uk }, ['accounts', 'must be a list']],
    ['no name', { accounts: [{ email: 'a@b' }] }, ['accounts', '0.name', 'is missing']],
    ['a name with a blank', { accounts: [{ ...uk, name: 'shop uk' }] }, ['0.name', 'letters, digits']],
    ['a name of dots', { accounts: [{ ...uk, name: '..' }] }, ['0.name', 'begin with a letter']],
    ['a name of 41 characters', { accounts: [{ ...uk, name: 'a'.repeat(41) }] }, ['0.name', '40 characters']],
    ['the name of a kind of resource', { accounts: [{ ...uk, name: 'Visitors' }] }, ['0.name', 'kind of resource']],
    ['two of one name', { accounts: [uk, { ...de, name: 'SHOP-UK' }] }, ['has two of the same name']],
    ['one login twice', { accounts: [uk, { ...de, email: uk.email }] }, ['shop-uk and shop-de', 'same login']],
    ['a wrong value', { accounts: [uk, { ...de, timezone: 'Mars' }] }, ['Account shop-de: The setting timezone (']],
    [
      'an unknown key',
      { accounts: [{ ...uk, timezon: 'UTC' }] },
      ['Account shop-uk:', 'timezon', 'did you mean timezone?'],
    ],
    [
      'a key of the server',
      { accounts: [{ ...uk, log_level: 'info' }] },
      ['Account shop-uk:', 'log_level', 'whole server'],
    ],
    [
      'no password',
      { accounts: [uk, { ...de, password: undefined }] },
      ['Account shop-de: password (or password_file) is not set'],
    ],
    ['a wrong secret', { accounts: [{ ...uk, password: `${SECRET}\n` }] }, ['Account shop-uk: The setting password (']],
    ['two passwords', { accounts: [{ ...uk, password_file: 'x' }] }, ['Account shop-uk: Both']],
    [
      'a bot without a host',
      {
        accounts: [
          { ...uk, bots: [] },
          {
            ...de,
            bots: [
              { name: 'b', botId: '1', webhookId: '2', tokenEnv: 'T', endpoints: [{ name: 'e', description: 'e' }] },
            ],
          },
        ],
      },
      ['Account shop-de: bots is set ('],
    ],
  ])('%s', (_what, content, words) => {
    const told = refusal({ ...beside, ...content });
    for (const word of words) expect(told).toContain(word);
  });

  test('an address in a flag, beside which an account has its password', () => {
    const content = { accounts: [{ ...uk, ...beside }] };
    expect(refusal(content, { 'base-url': 'https://elsewhere.example.com' })).toContain(
      'its password is sent nowhere else',
    );
  });

  test('--account with no such name, with the names that there are', () => {
    const told = refusal({ ...beside, accounts: [uk, de] }, { account: 'shop-u' });
    expect(told).toContain('no account "shop-u"; did you mean shop-uk? Accounts: shop-uk, shop-de.');
    expect(() => readSettings({ flags: { account: 'x', sandbox: true }, environment: {} })).toThrow(
      'the settings name no accounts',
    );
  });

  test('that one has to be chosen, where only one can be meant', () => {
    expect(() => theOnly(read({ ...beside, accounts: [uk, de] }))).toThrow('needs one of them');
  });
});
