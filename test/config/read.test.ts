import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { onlyOf } from '../../src/config/accounts.ts';
import type { Sources } from '../../src/config/given.ts';
import { Problems } from '../../src/config/problems.ts';
import { examineSettings, readArchivePlaces, readSettings, theOnly, type Settings } from '../../src/config/read.ts';
import { SETTINGS } from '../../src/config/names.ts';
import { InvalidConfiguration } from '../../src/model/errors.ts';
import { expectNothingPrivate } from '../support/secrets.ts';
import { certificate } from '../../src/sandbox/certificate.ts';
import { TOOL_NAMES } from '../../src/model/tool-groups.ts';
import { Secret } from '../../src/model/text/secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'chat-operations-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeOwn(content: string): void {
  mkdirSync(dirname(OWN_FILE), { recursive: true });
  writeFileSync(OWN_FILE, content, { mode: 0o600 });
}

let files = 0;

/** A file with this content. Resolves with its path. */
function file(content: string | Buffer, mode = 0o600): string {
  files += 1;
  const path = join(folder, `file-${files}`);
  writeFileSync(path, content, { mode });
  return path;
}

const SECRET = 'canary-secret-4711';

const account = {
  CHAT_OPERATIONS_BASE_URL: 'https://chat.example.com/reporting',
  CHAT_OPERATIONS_EMAIL: 'ann@example.com',
  CHAT_OPERATIONS_PASSWORD: SECRET,
};

/** The user's own settings file, where a test has written one. */
const OWN_FILE = join(folder, 'config', 'chat-operations-mcp', 'settings.json');
const withOwnFolder = { XDG_CONFIG_HOME: join(folder, 'config') };

interface Given {
  readonly flags?: Sources['flags'];
  readonly environment?: Sources['environment'];
  /** The configuration file: its content, as JSON unless it is text. */
  readonly content?: unknown;
}

/** Reads settings of a desk that is complete but for what is given. */
function read({ flags = {}, environment = {}, content }: Given): Settings {
  const config =
    content === undefined ? {} : { config: file(typeof content === 'string' ? content : JSON.stringify(content)) };
  return theOnly(readSettings({ flags: { ...config, ...flags }, environment: { ...account, ...environment } }));
}

/** What a person is told. */
function refusal(given: Given): string {
  try {
    read(given);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    const told = `${error.message}\n${error.advice}`;
    // A path is the person's own, and they need it.
    expectNothingPrivate(`${told}\n${JSON.stringify(error)}`.replaceAll(folder, ''), SECRET);
    return told;
  }
  throw new Error('It was accepted.');
}

const bot = {
  name: 'Ava',
  botId: 'b1',
  webhookId: 'w1',
  endpoints: [{ name: 'order-status', description: 'The state of an order.' }],
};

const withVariable = { ...bot, tokenEnv: 'AVA' };

describe('where a setting comes from', () => {
  test('defaults', () => {
    const environment = { XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/config' };
    const { account: asked, archive, timezone, ...rest } = read({ environment });
    expect(asked).toStrictEqual({
      baseUrl: new URL('https://chat.example.com/reporting'),
      email: 'ann@example.com',
      password: new Secret(SECRET),
    });
    expect(asked?.password.reveal()).toBe(SECRET);
    expect(timezone).toBe('UTC');
    expect(archive).toMatch(/chat-operations-mcp\/archive-[0-9a-f]{12}\.sqlite$/);
    expect(rest).toStrictEqual({
      name: 'desk',
      owner: { origin: 'https://chat.example.com', login: 'ann@example.com' },
      sandbox: false,
      bots: [],
      requests_per_minute: 60,
      calls_per_minute: 120,
      read_ahead_days: 30,
      watch_requests_per_minute: 6,
      sync: false,
      answer_within: 25,
      look_back: 2,
      audit_retention_days: 365,
      redact: 'contacts',
      structured_content: false,
      log_level: 'warn',
      host: '127.0.0.1',
      port: 3400,
      settingsFile: { path: '/config/chat-operations-mcp/settings.json', isRead: false },
    });
  });

  test.each([
    ['the file', {}, {}, 11],
    ['the environment over the file', { CHAT_OPERATIONS_REQUESTS_PER_MINUTE: '12' }, {}, 12],
    ['a flag over both', { CHAT_OPERATIONS_REQUESTS_PER_MINUTE: '12' }, { 'requests-per-minute': '13' }, 13],
    ['an empty variable is none', { CHAT_OPERATIONS_REQUESTS_PER_MINUTE: '' }, {}, 11],
    [
      'what a host has left open is none',
      {
        CHAT_OPERATIONS_REQUESTS_PER_MINUTE: '${user_config.requests_per_minute}',
        CHAT_OPERATIONS_CONFIG: '${user_config.config}',
      },
      {},
      11,
    ],
    ['a flag that is not given is none', {}, { 'requests-per-minute': undefined }, 11],
    ['what is not ours is passed over', { REQUESTS_PER_MINUTE: '12' }, { port: 12 }, 11],
  ])('%s', (_what, environment, flags, expected) => {
    expect(read({ environment, flags, content: { requests_per_minute: 11 } }).requests_per_minute).toBe(expected);
  });

  test('a password over a password file, and the other way round, by the place it comes from', () => {
    const fileOf = (password: string) => file(`${password}\n`);
    const passwordOf = (given: Given) => read(given).account?.password.reveal();
    const withoutPassword = { CHAT_OPERATIONS_PASSWORD: undefined };
    expect(passwordOf({ content: { password: 'from the file' } })).toBe(SECRET);
    expect(passwordOf({ content: { password_file: fileOf('from its file') } })).toBe(SECRET);
    expect(
      passwordOf({
        environment: { ...withoutPassword, CHAT_OPERATIONS_PASSWORD_FILE: fileOf('from the variable') },
        content: { password: 'from the file' },
      }),
    ).toBe('from the variable');
    expect(passwordOf({ environment: withoutPassword, content: { password_file: fileOf('sp ace:ümlaut') } })).toBe(
      'sp ace:ümlaut',
    );
  });

  test.each([
    ['environment', (path: string) => ({ environment: { CHAT_OPERATIONS_PASSWORD_FILE: path } })],
    ['file', (path: string) => ({ content: { password: SECRET, password_file: path } })],
  ])('a password and a password file in one place, the %s, are refused', (_place, given) => {
    const told = refusal(given(file('another')));
    expect(told).toMatch(/^Both .* are given /);
    expect(told).not.toContain(SECRET);
  });

  test('the file may be named by the environment', () => {
    const path = file(JSON.stringify({ look_back: 9 }));
    expect(read({ environment: { CHAT_OPERATIONS_CONFIG: path } }).look_back).toBe(9);
    expect(read({ environment: { CHAT_OPERATIONS_CONFIG: path }, flags: { config: file('{}') } }).look_back).toBe(2);
  });

  describe.skipIf(process.platform !== 'linux')('the own file of the user', () => {
    const own = { base_url: 'https://own.example.com', email: 'own@example.com', password: SECRET, look_back: 9 };
    const readOwn = (environment: Sources['environment'] = {}, flags: Sources['flags'] = {}) =>
      theOnly(readSettings({ flags, environment: { ...withOwnFolder, ...environment } }));

    test('is read where nobody says whose desk is meant', () => {
      writeOwn(JSON.stringify(own));
      expect(readOwn().account?.email).toBe('own@example.com');
      expect(readOwn({ CHAT_OPERATIONS_LOOK_BACK: '3' }).look_back).toBe(3);
      expect(readOwn({}, { archive: 'memory' })).toMatchObject({ archive: 'memory', look_back: 9 });
    });

    test.each<[string, Sources['environment'], Sources['flags']]>([
      ['another file is named', {}, { config: file('{}') }],
      ['no file is wanted', {}, { config: '' }],
      ['another address is named', { CHAT_OPERATIONS_BASE_URL: 'https://other.example.com' }, {}],
      ['another login is named', { CHAT_OPERATIONS_EMAIL: 'bob@example.com' }, {}],
    ])('E1: is left alone, with its password, where %s', (_what, environment, flags) => {
      writeOwn(JSON.stringify(own));
      expect(() => readOwn(environment, flags)).toThrow('There is no account to ask');
    });

    test('is told of as the one in use, or as where one would lie', () => {
      writeOwn(JSON.stringify(own));
      expect(readOwn().settingsFile).toEqual({ path: OWN_FILE, isRead: true });
      expect(readOwn(account).settingsFile).toEqual({ path: OWN_FILE, isRead: false });
      const named = file(JSON.stringify(own));
      expect(readOwn({}, { config: named }).settingsFile).toEqual({ path: named, isRead: true });
    });

    test('is left alone by the sandbox', () => {
      writeOwn(JSON.stringify(own));
      expect(readOwn({}, { sandbox: true })).not.toHaveProperty('account');
    });

    test('tells whose an archive is only where none is named', () => {
      writeOwn(JSON.stringify(own));
      const sources = { flags: {}, environment: withOwnFolder };
      expect(onlyOf(readArchivePlaces(sources)).owner).toStrictEqual({
        origin: 'https://own.example.com',
        login: own.email,
      });
      expect(onlyOf(readArchivePlaces({ ...sources, flags: { archive: 'x.sqlite' } }))).not.toHaveProperty('owner');
    });

    test('is named where it is wrong, and need not be there', () => {
      writeOwn('{');
      expect(() => readOwn()).toThrow(`not a JSON object: ${OWN_FILE}`);
      rmSync(OWN_FILE);
      expect(() => readOwn()).toThrow('There is no account to ask');
    });
  });

  test.each<[string, Sources['environment']]>([
    [
      'CHAT_OPERATIONS_BASE_URL, CHAT_OPERATIONS_EMAIL and CHAT_OPERATIONS_PASSWORD (or CHAT_OPERATIONS_PASSWORD_FILE) are',
      {},
    ],
    [
      'CHAT_OPERATIONS_EMAIL is',
      { CHAT_OPERATIONS_BASE_URL: 'https://own.example.com', CHAT_OPERATIONS_PASSWORD: 'x' },
    ],
  ])('what is missing is told as a sentence: %s', (words, environment) => {
    expect(() => readSettings({ flags: { config: '' }, environment })).toThrow(
      `There is no account to ask: ${words} not set.`,
    );
  });

  test('every setting but those of the file has a variable, and a flag unless it is a secret', () => {
    const fileOnly = ['bots', 'codes', 'targets', 'maximum_age_seconds', 'accounts'];
    const secret = ['email', 'password', 'password_file'];
    for (const { key, environment, flag } of SETTINGS) {
      expect(environment).toBe(fileOnly.includes(key) ? undefined : `CHAT_OPERATIONS_${key.toUpperCase()}`);
      expect(flag).toBe([...fileOnly, ...secret].includes(key) ? undefined : key.replaceAll('_', '-'));
    }
  });
});

describe('a value', () => {
  const values: [key: string, given: unknown, of: (settings: Settings) => unknown, expected: unknown][] = [
    ['requests_per_minute', 5, ({ requests_per_minute }) => requests_per_minute, 5],
    ['requests_per_minute', '5', ({ requests_per_minute }) => requests_per_minute, 5],
    ['answer_within', '600', ({ answer_within }) => answer_within, 600],
    ['look_back', 0, ({ look_back }) => look_back, 0],
    ['timezone', 'Europe/Berlin', ({ timezone }) => timezone, 'Europe/Berlin'],
    ['log_level', 'silent', ({ log_level }) => log_level, 'silent'],
    ['archive', 'memory', ({ archive }) => archive, 'memory'],
    ['archive', 'desk.sqlite', ({ archive }) => archive, 'desk.sqlite'],
    ['archive', `postgresql://ann:${SECRET}@db/desk`, ({ archive }) => archive, `postgresql://ann:${SECRET}@db/desk`],
    ['base_url', 'http://127.0.0.1:4010', ({ account }) => account?.baseUrl.href, 'http://127.0.0.1:4010/'],
    ['base_url', 'http://localhost', ({ account }) => account?.baseUrl.href, 'http://localhost/'],
    ['base_url', 'http://[::1]:80/x', ({ account }) => account?.baseUrl.href, 'http://[::1]/x'],
    ['sandbox', true, ({ account, archive }) => [account, archive], [undefined, 'memory']],
    ['sandbox', 'true', ({ account }) => account, undefined],
    ['redact', 'none', ({ redact }) => redact, 'none'],
    ['structured_content', 'on', ({ structured_content }) => structured_content, true],
    ['tools', 'all', ({ tools }) => tools?.size, TOOL_NAMES.length],
    [
      'tools',
      'visitors, list_chats',
      ({ tools }) => tools,
      new Set(['list_visitors', 'get_visitor_stats', 'list_chats']),
    ],
    ['tools', ['agents', 'list_chats'], ({ tools }) => tools, new Set(['list_support_agents', 'list_chats'])],
    ['read_ahead_days', '0', ({ read_ahead_days }) => read_ahead_days, 0],
    ['audit_retention_days', '30', ({ audit_retention_days }) => audit_retention_days, 30],
    ['sandbox', 'false', ({ account }) => account?.email, 'ann@example.com'],
    ['ca_file', file(certificate), ({ ca_file }) => ca_file, certificate],
    ['codes', { unread: { 1: 'unread' } }, ({ codes }) => codes, { unread: { 1: 'unread' } }],
    ['targets', { missed: 0.05, first_response: 60 }, ({ targets }) => targets, { missed: 0.05, first_response: 60 }],
    ['maximum_age_seconds', { today: 5 }, ({ maximum_age_seconds }) => maximum_age_seconds, { today: 5 }],
  ];
  const settings = (key: string, value: unknown): Given => ({
    // What the environment gives would win.
    environment: { [`CHAT_OPERATIONS_${key.toUpperCase()}`]: undefined },
    content: { [key]: value },
  });

  test.each(values)('%s %j is read', (key, value, of, expected) => {
    expect(of(read(settings(key, value)))).toStrictEqual(expected);
  });

  test('E1: an address holds no credentials, and leaves this machine over HTTPS alone', () => {
    for (const key of ['base_url', 'webhook_base_url']) {
      for (const address of [
        `https://ann:${SECRET}@desk.example`,
        `https://${SECRET}@desk.example`,
        `http://desk.example`,
      ]) {
        expect(refusal(settings(key, address))).toContain('must be an https:// address');
      }
    }
  });

  const wrong: [key: string, given: unknown, words: string][] = [
    ...['', ' ', 'five', '5.5', '1e2', '0x10', '-1', ' 5', 0, 1.5, -1, true, null, [], [5], {}].map(
      (value): [string, unknown, string] => ['requests_per_minute', value, 'must be a whole number from 1 to 100000'],
    ),
    ['answer_within', 601, 'must be a whole number from 1 to 600'],
    ['look_back', 61, 'must be a whole number from 0 to 60'],
    ['timezone', 'Europe/Berln', 'is not a known time zone'],
    ['timezone', 5, 'must be text'],
    ['log_level', 'loud', 'must be one of trace, debug, info, warn, error, silent'],
    ['redact', 'some', 'must be one of contacts, cards, none'],
    ['structured_content', 'maybe', 'must be on or off'],
    ['tools', 'chats,vistors', 'has an unknown tool or group in place 2; did you mean visitors?'],
    ['tools', ['list_chat'], 'did you mean list_chats?'],
    ['tools', 'constructor', 'has an unknown tool or group in place 1. Valid: chats, performance, '],
    ['tools', ' , ', 'names no tool'],
    ['tools', [], 'names no tool'],
    ['tools', [5], 'must be a comma-separated text or a list'],
    ['tools', 5, 'must be a comma-separated text or a list'],
    ['read_ahead_days', 367, 'must be a whole number from 0 to 366'],
    ['audit_retention_days', 0, 'must be a whole number from 1 to 36500'],
    ['sandbox', 'perhaps', 'must be on or off'],
    ['sandbox', 1, 'must be on or off'],
    ['archive', '', 'is empty'],
    ['archive', 5, 'must be text'],
    ['archive', 'mysql://desk@127.0.0.1/desk', 'is not a PostgreSQL URL'],
    ['email', 'ann', 'is not an email address'],
    ['email', `ann@example.com\r\nX: ${SECRET}`, 'holds a line break'],
    ['password', `${SECRET}\n`, 'holds a line break'],
    ['password', 4711, 'must be text'],
    ['password', '', 'is empty'],
    ['base_url', 'chat.example.com', 'must be an https:// address'],
    ['base_url', 'http://chat.example.com', 'must be an https:// address'],
    ['base_url', 'http://localhost.evil.example', 'must be an https:// address'],
    ['base_url', 'http://127.0.0.1.evil.example', 'must be an https:// address'],
    ['base_url', 'http://0.0.0.0', 'must be an https:// address'],
    ['base_url', `https://ann:${SECRET}@chat.example.com`, 'without login'],
    ['base_url', `https://chat.example.com?key=${SECRET}`, 'without login, query or fragment'],
    ['base_url', 'ftp://chat.example.com', 'must be an https:// address'],
    ['webhook_base_url', 'http://chat.example.com', 'must be an https:// address'],
    ['codes', { is_mised: { 1: 'missed' } }, 'has no key "is_mised"; did you mean is_missed?'],
    ['codes', { is_missed: { 1: 'mised' } }, 'at is_missed.1, must be one of missed, served'],
    ['codes', { is_missed: { one: 'missed' } }, 'must be an integer code'],
    ['targets', { missed: 5 }, 'at missed, must be a number from 0 to 1'],
    ['targets', { service_level: '80%' }, 'at service_level, must be a number from 0 to 1'],
    ['targets', { first_respons: 60 }, 'did you mean first_response?'],
    ['maximum_age_seconds', { today: -1 }, 'at today, must be a whole number'],
    ['maximum_age_seconds', { chats: 1 }, 'Valid: today, agents, offline_messages, visitors'],
    ['bots', {}, 'must be a list'],
    ['bots', [withVariable, withVariable], 'two of the same name'],
    [
      'bots',
      [{ ...withVariable, endpoints: [...bot.endpoints, ...bot.endpoints] }],
      'at 0.endpoints, has two of the same name',
    ],
    ['bots', [{ name: 'Ava' }], 'at 0.botId, is missing'],
    ['ca_file', join(folder, 'nowhere'), 'cannot be read'],
    ['ca_file', file(`-----BEGIN ${SECRET}`), 'holds no PEM certificate'],
  ];

  test.each(wrong)('K3: %s %j is refused', (key, value, words) => {
    const told = refusal(settings(key, value));
    expect(told).toContain(key);
    expect(told).toContain(words);
    expect(told).not.toMatch(/Invalid|expected|undefined|\.\./);
  });
});

describe('a name that does not exist', () => {
  test.each<[string, Given, ...string[]]>([
    ['a setting', { content: { base_ur: SECRET } }, 'base_ur', 'did you mean base_url?'],
    ['a setting like no other', { content: { zzzzzzzzzz: SECRET } }, 'zzzzzzzzzz', 'Valid: base_url, email'],
    ['a setting in the words of a flag', { content: { 'look-back': 1 } }, 'look-back', 'did you mean look_back?'],
    ['a variable', { environment: { CHAT_OPERATIONS_PASWORD: SECRET } }, 'did you mean CHAT_OPERATIONS_PASSWORD?'],
    ['a variable for what only a file holds', { environment: { CHAT_OPERATIONS_BOTS: '[]' } }, 'CHAT_OPERATIONS_BOTS'],
    ['a configuration that is not there', { flags: { config: '/nowhere' } }, 'names a file that cannot be read'],
    ['a configuration that is not JSON', { content: `{${SECRET}` }, 'not a JSON object'],
    ['a configuration that is no object', { content: [SECRET] }, 'not a JSON object'],
  ])('%s', (_what, given, ...words) => {
    const told = refusal(given);
    for (const word of words) expect(told).toContain(word);
  });
});

describe('an account', () => {
  test.each([
    ['base_url', 'CHAT_OPERATIONS_BASE_URL'],
    ['email', 'CHAT_OPERATIONS_EMAIL'],
    ['password', 'CHAT_OPERATIONS_PASSWORD (or CHAT_OPERATIONS_PASSWORD_FILE)'],
  ])('without %s is none', (key, missing) => {
    const told = refusal({ environment: { [`CHAT_OPERATIONS_${key.toUpperCase()}`]: undefined } });
    expect(told).toContain(`${missing} is not set`);
    expect(told).toContain('chat-operations-mcp setup');
    expect(told).toContain('--sandbox');
  });

  test('is not needed by the sandbox, which keeps to memory', () => {
    const sandbox = { flags: { sandbox: true }, environment: {} };
    expect(theOnly(readSettings(sandbox))).toMatchObject({ archive: 'memory' });
    expect(theOnly(readSettings(sandbox))).not.toHaveProperty('account');
    expect(refusal({ flags: { sandbox: true, archive: 'desk.sqlite' } })).toContain('in memory');
  });

  test('K1: may have an archive in a database, whose password is in no flag', () => {
    const addresses = [
      `postgres://ann:${SECRET}@db.example.com/desk`,
      `POSTGRESQL://:${SECRET}@db.example.com`,
      `postgres://ann@db.example.com/desk?sslmode=require&password=${SECRET}`,
    ];
    for (const archive of addresses) {
      expect(read({ environment: { CHAT_OPERATIONS_ARCHIVE: archive } }).archive).toBe(archive);
      const told = refusal({ flags: { archive } });
      expect(told).toContain('The URL of --archive holds a password');
      expect(told).toContain('PGPASSWORD');
    }
    const without = 'postgres://ann@db.example.com/desk?sslmode=require';
    expect(read({ flags: { archive: without } }).archive).toBe(without);
  });

  test.each(['mysql://db/desk', 'https://db/desk', 'postgres://db:port/desk'])('has no archive at %s', (archive) => {
    expect(refusal({ flags: { archive } })).toContain('(--archive) is not a PostgreSQL URL');
  });

  test('has an archive file of its own unless one is named', () => {
    const archives = [
      {},
      { CHAT_OPERATIONS_EMAIL: 'bob@example.com' },
      { CHAT_OPERATIONS_BASE_URL: 'https://other.example.com' },
    ].map((environment) => read({ environment }).archive);
    expect(new Set(archives).size).toBe(3);
    for (const archive of archives) expect(archive.startsWith(homedir())).toBe(true);
    // A path below the same origin is the same desk.
    expect(read({ environment: { CHAT_OPERATIONS_BASE_URL: 'https://chat.example.com' } }).archive).toBe(archives[0]);
  });

  test.each(['', '\n', 'two\nlines\n', 'bell\u0007'])('a password file of %j is refused', (content) => {
    const told = refusal({
      environment: { CHAT_OPERATIONS_PASSWORD: undefined, CHAT_OPERATIONS_PASSWORD_FILE: file(content) },
    });
    expect(told).toContain('does not hold one line with just the secret');
  });

  test('K3: a password is any text of one line, and a mark of the editor is none of it', () => {
    const passwordOf = (content: string | Buffer) =>
      read({
        environment: { CHAT_OPERATIONS_PASSWORD: undefined, CHAT_OPERATIONS_PASSWORD_FILE: file(content) },
      }).account?.password.reveal();
    expect(passwordOf('\uFEFFpaß wörd 密码:😀\r\n')).toBe('paß wörd 密码:😀');
    expect(passwordOf('x'.repeat(8192))).toHaveLength(8192);
  });

  const BAD_SECRETS: readonly (readonly [what: string, content: string | Buffer])[] = [
    ['a line break within', `${SECRET}\nX-Injected: 1`],
    ['a carriage return within', `${SECRET}\rX`],
    ['a NUL', `${SECRET}\0`],
    ['two line breaks at the end', `${SECRET}\n\n`],
    ['UTF-16', Buffer.from(`\uFEFF${SECRET}`, 'utf16le')],
    ['Latin-1', Buffer.from(`${SECRET}ä`, 'latin1')],
    ['a megabyte', SECRET.repeat(100_000)],
    ['nothing', ''],
    ['a byte order mark alone', '\uFEFF\n'],
  ];
  test.each(BAD_SECRETS)('K3: a password file with %s is refused at the start', (_what, content) => {
    const path = file(content);
    const of = { CHAT_OPERATIONS_PASSWORD: undefined, CHAT_OPERATIONS_PASSWORD_FILE: path };
    expect(refusal({ environment: of })).toMatch(/^The setting password_file .* names a file/);
  });

  test.skipIf(process.platform === 'win32')(
    'K3: a folder or a pipe for a password file is refused, not waited for',
    () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const path of [folder, pipe, '/dev/null']) {
        const of = { CHAT_OPERATIONS_PASSWORD: undefined, CHAT_OPERATIONS_PASSWORD_FILE: path };
        expect(refusal({ environment: of })).toContain('it is not an ordinary file');
      }
    },
  );

  test('K3: half a character in a password is refused', () => {
    const environment = { CHAT_OPERATIONS_PASSWORD: undefined };
    expect(refusal({ environment, content: { password: `${SECRET}\uD800` } })).toContain('password');
  });

  test.each(['\n', '\r\n', ''])('K3: a password file may end in %j', (end) => {
    const environment = { CHAT_OPERATIONS_PASSWORD: undefined, CHAT_OPERATIONS_PASSWORD_FILE: file(`pass word${end}`) };
    expect(read({ environment }).account?.password.reveal()).toBe('pass word');
  });
});

describe('a bot', () => {
  const withBot = (changes: object, environment: Sources['environment'] = {}): Given => ({
    environment: { CHAT_OPERATIONS_WEBHOOK_BASE_URL: 'https://bots.example.com', ...environment },
    content: { bots: [{ ...bot, ...changes }] },
  });

  test('has its token from a file or a variable', () => {
    for (const given of [withBot({ tokenFile: file(`${SECRET}\n`) }), withBot({ tokenEnv: 'AVA' }, { AVA: SECRET })]) {
      const settings = read(given);
      expect(settings.webhook_base_url?.href).toBe('https://bots.example.com/');
      expect(settings.bots).toMatchObject([{ ...bot, confirm: 'host', allowSensitive: false }]);
      expect(settings.bots[0]?.readToken().reveal()).toBe(SECRET);
      expect(JSON.stringify(settings)).not.toContain(SECRET);
    }
  });

  test('has its token read anew each time', () => {
    const tokenFile = file(`${SECRET}\n`);
    const [one] = read(withBot({ tokenFile })).bots;
    writeFileSync(tokenFile, 'another');
    expect(one?.readToken().reveal()).toBe('another');
  });

  test.each<[string, Given, string]>([
    ['without a token', withBot({}), 'at 0, needs either tokenFile or tokenEnv'],
    [
      'with two tokens',
      withBot({ tokenEnv: 'AVA', tokenFile: file(SECRET) }, { AVA: SECRET }),
      'at 0, needs either tokenFile or tokenEnv',
    ],
    [
      'whose variable is not set',
      withBot({ tokenEnv: 'AVA' }),
      'tokenEnv names the environment variable AVA, which is not set',
    ],
    [
      'with a name of another spelling',
      withBot({ bot_id: 'x', botId: undefined }),
      'has no key "bot_id"; did you mean botId?',
    ],
    ['with the whole link', withBot({ webhookId: 'https://bots.example.com/chatbot/x' }), 'not the whole link'],
    [
      'whose variable is empty',
      withBot({ tokenEnv: 'AVA' }, { AVA: '' }),
      'The bot Ava: tokenEnv names the environment variable AVA, which is not set',
    ],
    ['whose token has two lines', withBot({ tokenEnv: 'AVA' }, { AVA: `${SECRET}\n1` }), 'holds a line break'],
    ['whose token has a space', withBot({ tokenEnv: 'AVA' }, { AVA: `${SECRET} 1` }), 'character no token has'],
    ['whose token is not ASCII', withBot({ tokenEnv: 'AVA' }, { AVA: `${SECRET}ü` }), 'character no token has'],
    [
      'whose file is not there',
      withBot({ tokenFile: join(folder, 'nowhere') }),
      'The bot Ava: tokenFile names a file that cannot be read',
    ],
    ['whose file has two lines', withBot({ tokenFile: file(`${SECRET}\n${SECRET}`) }), 'one line with just the secret'],
    ['with the token itself', withBot({ token: SECRET }), 'token'],
    ['without endpoints', withBot({ endpoints: [] }), 'endpoints'],
    ['without a host', withBot({ tokenEnv: 'AVA' }, { AVA: SECRET, CHAT_OPERATIONS_WEBHOOK_BASE_URL: '' }), 'WEBHOOK'],
  ])('K3: %s is refused', (_what, given, words) => {
    expect(refusal(given)).toContain(words);
  });
});

describe.skipIf(process.platform === 'win32')('K1: a file with secrets', () => {
  const warned = (mode: number): readonly string[] => {
    const environment = {
      CHAT_OPERATIONS_PASSWORD: undefined,
      CHAT_OPERATIONS_PASSWORD_FILE: file(SECRET, mode),
      CHAT_OPERATIONS_CONFIG: file('{"archive":"postgres://ann:secret@db/desk"}', mode),
    };
    return readSettings({ flags: {}, environment: { ...account, ...environment } }).warnings;
  };

  test('that only its owner can read is fine', () => {
    expect(warned(0o600)).toStrictEqual([]);
    expect(warned(0o400)).toStrictEqual([]);
  });

  test.each([0o644, 0o640, 0o604])('of mode %o is used with a warning', (mode) => {
    const warnings = warned(mode);
    expect(warnings).toHaveLength(2);
    for (const warning of warnings) {
      expect(warning).toContain('Others can read this file');
      expectNothingPrivate(warning.replaceAll(folder, ''), SECRET);
    }
  });
});

test('all problems are told at once, and what is wrong is not called missing', () => {
  const problems = new Problems();
  const environment = {
    CHAT_OPERATIONS_BASE_URL: 'http://chat.example.com',
    CHAT_OPERATIONS_EMAIL: 'ann@example.com',
    CHAT_OPERATIONS_OAUTH_ISSUER: 'nowhere',
    CHAT_OPERATIONS_OAUTH_AUDIENCE: 'desk',
    CHAT_OPERATIONS_PASWORD: SECRET,
  };
  examineSettings({ flags: {}, environment }, problems);
  const told = problems.all.map(({ message }) => message);
  expect(told).toHaveLength(4);
  expect(told[0]).toContain('There is no setting "CHAT_OPERATIONS_PASWORD"');
  expect(told.at(-1)).toContain('CHAT_OPERATIONS_PASSWORD (or CHAT_OPERATIONS_PASSWORD_FILE) is not set');
  expectNothingPrivate(told.join('\n'), SECRET);
});
