import { expect, test } from 'vitest';
import { serverStart } from '../../../src/commands/setup/server-start.ts';
import { VERSION } from '../../../src/model/version.ts';

const SETTINGS = '/home/ann/.config/chat-operations-mcp/settings.json';
const NODE = '/usr/bin/node';

const FETCHED = '/home/ann/.npm/_npx/12ab/node_modules/.bin/chat-operations-mcp';

test.skipIf(process.platform === 'win32').each<[string, string | undefined, string, string, readonly string[]]>([
  ['one that is installed', '/opt/x/bin/chat-operations-mcp.mjs', NODE, NODE, ['/opt/x/bin/chat-operations-mcp.mjs']],
  ['one that npx has fetched', FETCHED, NODE, NODE, [FETCHED]],
  [
    'a Node.js that npx has fetched',
    '/opt/x/bin/chat-operations-mcp.mjs',
    '/home/ann/.npm/_npx/12ab/node_modules/node/bin/node',
    'npx',
    ['-y', '-p', `node@${process.versions.node.split('.')[0]}`, 'node', '/opt/x/bin/chat-operations-mcp.mjs'],
  ],
  ['nobody knows which', undefined, NODE, 'chat-operations-mcp', []],
])('a host starts %s', (_what, program, node, command, first) => {
  const expected = { command, args: [...first, 'stdio', '--config', SETTINGS] };
  expect(serverStart(SETTINGS, program, node, false)).toStrictEqual(expected);
});

test.each([
  ['one that npx has fetched', FETCHED],
  ['nobody knows which', undefined],
])('once the package is published, a host starts this version with npx: %s', (_what, program) => {
  const expected = { command: 'npx', args: ['-y', `chat-operations-mcp@${VERSION}`, 'stdio', '--config', SETTINGS] };
  expect(serverStart(SETTINGS, program, NODE, true)).toStrictEqual(expected);
});
