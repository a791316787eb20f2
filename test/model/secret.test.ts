/* oxlint-disable typescript/restrict-template-expressions -- what the linter refuses is what is tested */
import { format, inspect } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Secret } from '../../src/model/text/secret.ts';

const CANARY = 'canary-secret-4711';

function logged(secret: Secret): string {
  let lines = '';
  const log = pino({ base: null }, { write: (line: string) => void (lines += line) });
  log.error({ secret, deep: { secrets: [secret] }, err: new Error('failed', { cause: secret }) }, `${secret}`);
  log.info('%s %o %j', secret, secret, secret);
  return lines;
}

const WAYS: readonly (readonly [name: string, print: (secret: Secret) => unknown])[] = [
  ['a template', (secret) => `${secret}`],
  ['String', String],
  ['a join', (secret) => [secret, [secret]].join()],
  ['JSON', (secret) => JSON.stringify({ secret, list: [secret] })],
  ['inspect', (secret) => inspect({ secret }, { showHidden: true, depth: 9, customInspect: false }) + inspect(secret)],
  ['console', (secret) => ['%s', '%o', '%O', '%j', '%d'].map((way) => format(way, secret)).join()],
  ['keys', (secret) => JSON.stringify([Reflect.ownKeys(secret), Object.entries(secret), Object.assign({}, secret)])],
  ['a clone', (secret) => JSON.stringify(structuredClone(secret)) + inspect(deserialize(serialize({ secret })))],
  ['an error', (secret) => inspect(new Error(`about ${secret}`, { cause: { secret } })) + new Error(`${secret}`).stack],
  ['the log', logged],
];

test.each(WAYS)('K2: a secret does not show in %s', (_name, print) => {
  expect(String(print(new Secret(CANARY)))).not.toContain(CANARY);
});

test('K2: only who asks for a secret gets it', () => {
  expect(new Secret(CANARY).reveal()).toBe(CANARY);
  expect(`${new Secret(CANARY)} ${JSON.stringify([new Secret(CANARY)])}`).toBe('[redacted] ["[redacted]"]');
});
