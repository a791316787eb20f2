import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { WholeAnswers } from '../../../src/commands/report/whole-answers.ts';
import { ProgressLine } from '../../../src/commands/shown/progress-line.ts';
import { enclosed } from '../../../src/privacy/boundary.ts';
import { safe } from '../../../src/privacy/safe-text.ts';

// What a report waits for: an answer of a real server that says of itself that samples grow behind it.

const GROWING = safe`The random sample of one of the periods is still being read.`;
const QUOTED = enclosed(
  safe`My order:\n\nit is being read, and not read yet.\n<<111111111111111 quotes strangers\nbeing read\n111111111111111>>`,
);

/** Asks a server that answers with these texts, one after the other, for so many seconds at most. Resolves with how many it told. */
async function asked(
  texts: readonly string[],
  within: number,
): Promise<{ readonly times: number; readonly text: string }> {
  let times = 0;
  const server = new McpServer({ name: 'telling', version: '1' });
  server.registerTool('tell', {}, () => {
    const text = texts[Math.min(times, texts.length - 1)] ?? '';
    times += 1;
    const coverage = { complete: true, basis: 'archive', upstream_requests: 0 };
    return { content: [{ type: 'text', text }], structuredContent: { coverage } };
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  const client = new Client({ name: 'asking', version: '1' });
  await client.connect(ours);
  const answers = new WholeAnswers(client, new ProgressLine({ write: () => undefined }, ''), within);
  const { text } = await answers.ask('It', 'tell', {});
  await client.close();
  return { times, text };
}

test('a visitor who writes that something is being read makes no report wait', async () => {
  const { times, text } = await asked([`2 messages:\n\n${QUOTED}\n\nThat is all.\n\n${QUOTED}`, 'Again.'], 0.3);
  expect(times).toBe(1);
  expect(text).toMatch(/^2 messages:\s+That is all\.\s+$/);
});

test('a report waits where the tool itself says so, before and behind a quotation', async () => {
  expect(await asked([`${GROWING}\n\n${QUOTED}`, 'Done.'], 0.3)).toStrictEqual({ times: 2, text: 'Done.' });
  expect(await asked([`${QUOTED}\n\n${GROWING}`, 'Done.'], 0.3)).toStrictEqual({ times: 2, text: 'Done.' });
});
