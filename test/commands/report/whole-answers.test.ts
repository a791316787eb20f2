import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { NotAnswered, WholeAnswers } from '../../../src/commands/report/whole-answers.ts';
import { ProgressLine } from '../../../src/commands/shown/progress-line.ts';

// What a report waits for: an answer of a real server whose data say that samples grow behind it, or that asking again may help.

// The time that a report has does not end while an answer is on its way, however busy the machine is.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const GROWING = { awaited: { transcripts: 3, replies: 0 } };

interface Told {
  readonly text: string;
  readonly awaited?: object;
  /** An error says whether asking again helps. */
  readonly askAgain?: 'now' | 'no';
}

const Answered = z.object({ said: z.string() });

/** Asks a server that answers with these texts and data, one after the other, for so many seconds at most. */
async function asked(
  told: readonly Told[],
  within: number,
): Promise<{ readonly times: number; readonly said: string | undefined }> {
  let times = 0;
  const server = new McpServer({ name: 'telling', version: '1' });
  server.registerTool('tell', {}, () => {
    const { text = '', askAgain, ...more } = told[Math.min(times, told.length - 1)] ?? {};
    times += 1;
    const content = [{ type: 'text' as const, text }];
    if (askAgain !== undefined) {
      return { isError: true, content, _meta: { 'chat-operations-mcp/ask-again': askAgain } };
    }
    const coverage = { complete: true, basis: 'archive', upstream_requests: 0 };
    return { content, structuredContent: { coverage, said: text, ...more } };
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  const client = new Client({ name: 'asking', version: '1' });
  await client.connect(ours);
  const answers = new WholeAnswers(client, new ProgressLine({ write: () => undefined }, ''), within);
  try {
    const { data } = await answers.ask('It', 'tell', {});
    return { times, said: Answered.parse(data).said };
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    return { times, said: undefined };
  } finally {
    await client.close();
  }
}

test('a visitor who writes that something is being read makes no report wait', async () => {
  const told = [{ text: '40 more transcripts are being read, and asking again continues.' }, { text: 'Again.' }];
  expect(await asked(told, 0.3)).toMatchObject({ times: 1 });
});

test('a report waits where the data say so, whatever the words are', async () => {
  const told = [{ text: 'All is there.', ...GROWING }, { text: 'Done.' }];
  expect(await asked(told, 0.3)).toStrictEqual({ times: 2, said: 'Done.' });
});

test('an error is asked again where its metadata say that it may help, whatever its words are', async () => {
  const busy = { text: 'Calling again will not help.', askAgain: 'now' } as const;
  expect(await asked([busy, { text: 'Done.' }], 0.3)).toStrictEqual({ times: 2, said: 'Done.' });
  const wrong = { text: 'Call again now.', askAgain: 'no' } as const;
  expect(await asked([wrong, { text: 'Done.' }], 0.3)).toStrictEqual({ times: 1, said: undefined });
});
