import { describe, expect, test } from 'vitest';
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

const ended = { kind: 'read' } as const;

describe('in a terminal', () => {
  test('one line is rewritten: what, how far, requests, rate and time left', () => {
    const { progress, written, pass } = progressOn({ columns: 120 });
    progress.begins('transcripts');
    for (let done = 1; done <= 20; done += 1) {
      pass(3000);
      progress.spent();
      progress.progressed({ done, total: 60, what: 'transcripts' });
    }
    // 20 in a minute, so 40 take two.
    expect(written.at(-1)).toBe(
      '\r\u001B[K[######..............] 20 of about 60 transcripts, 20 requests, 20 a minute, about 2 min left',
    );
    progress.ends('transcripts', ended);
    expect(written.at(-1)).toBe('\r\u001B[Ktranscripts: at hand\n');
  });

  test('the bar and the time left are of all that is to be read', () => {
    const { progress, written, pass } = progressOn({ columns: 120 });
    progress.begins('transcripts', 100);
    for (let done = 1; done <= 20; done += 1) {
      pass(3000);
      progress.spent();
      progress.progressed({ done, total: 60, what: 'transcripts' });
    }
    // 20 in a minute, so 80 requests take four.
    expect(written.at(-1)).toBe(
      '\r\u001B[K[####................] 20 of about 60 transcripts, 20 of about 100 requests, 20 a minute, about 4 min left',
    );
    // More than was expected: what is known is the part under way.
    for (let more = 0; more < 90; more += 1) progress.spent();
    pass(3000);
    progress.progressed({ done: 30, total: 60, what: 'transcripts' });
    expect(written.at(-1)).toContain('[##########..........] 30 of about 60 transcripts, 110 requests');
  });

  test('the rate is never more than the limit', () => {
    const { progress, written, pass } = progressOn({ columns: 120 });
    for (let done = 1; done <= 20; done += 1) progress.spent();
    pass(2000);
    progress.progressed({ done: 20, total: 80, what: 'pages of chats' });
    expect(written.at(-1)).toContain('20 of about 80 pages of chats, 20 requests, 60 a minute, about 1 min left');
  });

  test('it is never wider than the terminal', () => {
    const { progress, written, pass } = progressOn({ columns: 30 });
    pass(1000);
    progress.progressed({ done: 12, what: 'pages of offline messages' });
    expect(written.at(-1)).toHaveLength('\r\u001B[K'.length + 29);
  });

  test('it is not rewritten more often than somebody can see', () => {
    const { progress, written, pass } = progressOn({});
    for (let done = 0; done < 1000; done += 1) {
      pass(1);
      progress.progressed({ done, what: 'pages of chats' });
    }
    expect(written.length).toBeLessThanOrEqual(11);
  });
});

describe('elsewhere', () => {
  test('there are lines: at each beginning and end, and every ten seconds', () => {
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
      'Reading visitors\n',
      '10 of about 50 pages of visitors, 10 requests, 60 a minute, about 40 s left\n',
      '20 of about 50 pages of visitors, 20 requests, 60 a minute, about 30 s left\n',
      'The chat service could not be reached. It goes on in 40 s.\n',
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
    progress.ends('chats', ended);
    progress.ends('chats', { kind: 'left', why: trusted`Nobody answers.` });
    expect(written).toEqual(['Keeping it fresh.\n', 'chats: Nobody answers.\n', 'chats: Nobody answers.\n']);
  });
});
