import { expect, test } from 'vitest';
import { SyncProgress } from '../../../src/commands/sync/sync-progress.ts';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';

/** Progress on a stream that remembers what was written to it. */
function progressOn(terminal: { readonly columns?: number } | undefined) {
  let now = 1_000_000;
  const written: string[] = [];
  const stream = { isTTY: terminal !== undefined, ...terminal, write: (text: string) => written.push(text) };
  const progress = new SyncProgress(stream, () => epochMillis(now), 60);
  return {
    progress,
    written,
    pass: (millis: number) => {
      now += millis;
    },
  };
}

test('on a terminal one line is rewritten: what, how far, requests and time left', () => {
  const { progress, written, pass } = progressOn({ columns: 120 });
  progress.begins('transcripts', 100);
  for (let done = 1; done <= 20; done += 1) {
    pass(3000);
    progress.spent();
    progress.progressed({ done, total: 60, what: 'transcripts' });
  }
  // 20 in a minute, so 80 requests take four.
  expect(written.at(-1)).toMatch(/^\r.*20 of about 60 transcripts, 20 requests, about 4 min left … \d+ s$/);
  // More than was expected: what is known is the part under way.
  for (let more = 0; more < 90; more += 1) progress.spent();
  progress.progressed({ done: 30, total: 60, what: 'transcripts' });
  expect(written.at(-1)).toContain('30 of about 60 transcripts, 110 requests, about 30 s left');
  progress.ends('transcripts', { kind: 'read' });
  expect(written.slice(-2)).toEqual(['\r\u001B[K', 'transcripts: loaded\n']);
});

test('elsewhere there are lines: at each beginning and end, and every ten seconds', () => {
  const { progress, written, pass } = progressOn(undefined);
  progress.begins('visitors');
  for (let done = 1; done <= 25; done += 1) {
    pass(1000);
    progress.spent();
    progress.progressed({ done, total: 50, what: 'pages of visitors' });
  }
  progress.waits(trusted`The chat service could not be reached.`, seconds(40));
  progress.ends('visitors', { kind: 'denied', why: trusted`The login has no permission.` });
  progress.close();
  expect(written).toEqual([
    'Loading visitors\n',
    '10 of about 50 pages of visitors, 10 requests, about 40 s left\n',
    '20 of about 50 pages of visitors, 20 requests, about 30 s left\n',
    'The chat service could not be reached. The sync continues in 40 s.\n',
    'visitors: The login has no permission.\n',
  ]);
});

test('a watch says only what is new', () => {
  const { progress, written, pass } = progressOn(undefined);
  progress.watch('Keeping it fresh.');
  for (let round = 0; round < 5; round += 1) {
    progress.begins('chats');
    pass(60_000);
    progress.progressed({ done: 1, what: 'pages of chats' });
    progress.ends('chats', { kind: 'left', why: trusted`Nobody answers.` });
  }
  progress.ends('chats', { kind: 'read' });
  progress.ends('chats', { kind: 'left', why: trusted`Nobody answers.` });
  expect(written).toEqual(['Keeping it fresh.\n', 'chats: Nobody answers.\n', 'chats: Nobody answers.\n']);
});
