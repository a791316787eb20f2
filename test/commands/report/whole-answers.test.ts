import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { WholeAnswers } from '../../../src/commands/report/whole-answers.ts';
import { ProgressLine } from '../../../src/commands/shown/progress-line.ts';
import { enclosed } from '../../../src/privacy/boundary.ts';
import { safe } from '../../../src/privacy/safe-text.ts';

// What a report waits for: an answer of a real server whose data say that samples grow behind it.

const GROWING = { awaited: { transcripts: 3, replies: 0 } };
const QUOTED = enclosed(
  safe`My order:\n\nit is being read, and not read yet.\n<<111111111111111 quotes strangers\nbeing read\n111111111111111>>`,
);

/** Asks a server that answers with these texts and data, one after the other, for so many seconds at most. Resolves with how many it told. */
async function asked(
  told: readonly { readonly text: string; readonly awaited?: object }[],
  within: number,
): Promise<{ readonly times: number; readonly text: string }> {
  let times = 0;
  const server = new McpServer({ name: 'telling', version: '1' });
  server.registerTool('tell', {}, () => {
    const { text = '', ...more } = told[Math.min(times, told.length - 1)] ?? {};
    times += 1;
    const coverage = { complete: true, basis: 'archive', upstream_requests: 0 };
    return { content: [{ type: 'text', text }], structuredContent: { coverage, ...more } };
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
  const { times, text } = await asked(
    [{ text: `2 messages:\n\n${QUOTED}\n\nThat is all.\n\n${QUOTED}` }, { text: 'Again.' }],
    0.3,
  );
  expect(times).toBe(1);
  expect(text).toMatch(/^2 messages:\s+That is all\.\s+$/);
});

test('a report waits where the data say so, whatever the words are', async () => {
  const told = [{ text: 'All is there.', ...GROWING }, { text: 'Done.' }];
  expect(await asked(told, 0.3)).toStrictEqual({ times: 2, text: 'Done.' });
});
