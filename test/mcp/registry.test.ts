import type { Tool } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxAccount } from '../../src/commands/sandbox-account.ts';
import { ALL_TOOLS } from '../../src/mcp/server.ts';
import { smallWorld, startDesk } from './desk.ts';

// What an assistant is told of the tools: every client has to be able to read it, and every user pays for it with
// every request.

/** Bytes of tools/list a tool, of which about four make a token. */
const MOST_BYTES = 2000;
const MOST_WORDS = 60;

let tools: readonly Tool[] = [];
beforeAll(async () => {
  const world = smallWorld();
  const { webhook } = sandboxAccount({ url: 'http://127.0.0.1:9', world });
  await using desk = await startDesk(world, { webhook });
  ({ tools } = await desk.client.listTools());
});

test('every tool there is is listed, in order', () => {
  expect(tools.map(({ name }) => name)).toEqual(ALL_TOOLS.map(({ name }) => name));
});

test('names and descriptions are the ones that were agreed', async () => {
  const pinned = tools.map(({ name, title, description }) => `${name} (${title})\n  ${description}\n`).join('\n');
  await expect(pinned).toMatchFileSnapshot('tools.golden.txt');
});

test('all of it fits the budget', () => {
  expect(Buffer.byteLength(JSON.stringify(tools)) / tools.length).toBeLessThan(MOST_BYTES);
});

describe.each(ALL_TOOLS.map(({ name }) => name))('%s', (name) => {
  const find = (): Tool => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`${name} is not listed`);
    return tool;
  };

  test('takes a strict, flat object without unions or references', () => {
    const { inputSchema } = find();
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|\$defs|definitions)"/);
    for (const property of Object.values(inputSchema.properties ?? {})) expect(property).toHaveProperty('type');
  });

  test('answers with one object', () => {
    expect(find().outputSchema).toMatchObject({ type: 'object' });
    expect(JSON.stringify(find().outputSchema)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|\$defs)"/);
  });

  test('is described in few words', () => {
    const { description = '', title = '', annotations } = find();
    expect(description.split(/\s+/).length).toBeLessThan(MOST_WORDS);
    expect(title).not.toBe('');
    expect(annotations).toBeDefined();
  });
});
