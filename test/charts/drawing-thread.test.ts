import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { DrawingThread, type Thread } from '../../src/charts/drawing-thread.ts';
import type { Job } from '../../src/charts/job.ts';
import { ChartNotDrawn } from '../../src/model/errors.ts';
import { label, point, words } from './some-charts.ts';

/** A thread that draws when it is told to. */
class HeldThread extends EventEmitter implements Thread {
  readonly jobs: Job[] = [];
  isKept = true;
  isOver = false;
  postMessage(job: Job): void {
    this.jobs.push(job);
  }
  ref(): void {
    this.isKept = true;
  }
  unref(): void {
    this.isKept = false;
  }
  terminate(): Promise<void> {
    this.isOver = true;
    this.emit('exit');
    return Promise.resolve();
  }
}

/** A drawing thread, every thread that it started, and the timers that run. */
function held(start: () => HeldThread = () => new HeldThread()) {
  const threads: HeldThread[] = [];
  const timers = new Map<() => void, number>();
  const thread = new DrawingThread(
    () => {
      const one = start();
      threads.push(one);
      return one;
    },
    (millis, work) => {
      timers.set(work, millis);
      return () => void timers.delete(work);
    },
  );
  const pass = (): void => {
    const due = [...timers.keys()];
    timers.clear();
    for (const work of due) work();
  };
  return { thread, threads, timers, pass };
}

const JOB: Job = {
  form: 'svg',
  chart: {
    kind: 'trend',
    title: words('Chats'),
    unit: 'chats',
    labels: [label('a day')],
    series: { name: words('now'), points: [point(1)] },
  },
};

const going = () => new AbortController().signal;

test('the first chart starts a thread, which draws one after the other and ends when it is idle', async () => {
  const { thread, threads, timers, pass } = held();
  expect(threads).toHaveLength(0);
  const [first, second] = [thread.draw(JOB, going()), thread.draw(JOB, going())];
  expect(threads[0]?.jobs).toHaveLength(1);
  threads[0]?.emit('message', 'one');
  expect(await first).toBe('one');
  expect(threads[0]?.isKept).toBe(true);
  threads[0]?.emit('message', 'two');
  expect(await second).toBe('two');
  expect(threads[0]).toMatchObject({ isKept: false, isOver: false });
  expect([...timers.values()]).toEqual([60_000]);
  pass();
  expect(threads[0]?.isOver).toBe(true);
  const third = thread.draw(JOB, going());
  threads[1]?.emit('message', 'three');
  expect(await third).toBe('three');
});

test.each([
  ['fails', (thread: HeldThread) => thread.emit('error', new Error('out of memory'))],
  ['ends', (thread: HeldThread) => thread.emit('exit')],
])('where a thread %s, its chart is told so in words, and the next has another thread', async (_, happens) => {
  const { thread, threads } = held();
  const [first, second] = [thread.draw(JOB, going()), thread.draw(JOB, going())];
  const [one] = threads;
  if (one !== undefined) happens(one);
  await expect(first).rejects.toThrow(ChartNotDrawn);
  // Whoever runs the server learns of it.
  await expect(first).rejects.toHaveProperty('cause', expect.any(Error));
  expect(threads).toHaveLength(2);
  // What comes late from the first is nobody's.
  one?.emit('message', 'late');
  one?.emit('exit');
  threads[1]?.emit('message', 'drawn');
  expect(await second).toBe('drawn');
});

test('a thread that cannot be started fails its chart alone', async () => {
  const { thread } = held(() => {
    throw new Error('no threads left');
  });
  await expect(thread.draw(JOB, going())).rejects.toThrow('The chart was not drawn: what draws it cannot be started.');
});

test('a chart that takes too long is given up, with its thread', async () => {
  const { thread, threads, pass } = held();
  const drawing = thread.draw(JOB, going());
  pass();
  await expect(drawing).rejects.toThrow('it took too long');
  await expect(drawing).rejects.toHaveProperty('cause', undefined);
  expect(threads[0]?.isOver).toBe(true);
});

test('what was cancelled is not drawn, or not told, and keeps nobody else waiting', async () => {
  const { thread, threads } = held();
  const [now, later] = [new AbortController(), new AbortController()];
  const drawing = [thread.draw(JOB, now.signal), thread.draw(JOB, later.signal), thread.draw(JOB, going())];
  now.abort(new Error('cancelled now'));
  later.abort(new Error('cancelled later'));
  await expect(drawing[0]).rejects.toThrow('cancelled now');
  await expect(drawing[1]).rejects.toThrow('cancelled later');
  threads[0]?.emit('message', 'nobody waits for it');
  expect(threads[0]?.jobs).toHaveLength(2);
  threads[0]?.emit('message', 'the third');
  expect(await drawing[2]).toBe('the third');
  await expect(thread.draw(JOB, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('more than wait for a while are refused, and when it is closed, all are', async () => {
  const { thread, threads } = held();
  const drawing = Array.from({ length: 51 }, () => thread.draw(JOB, going()));
  const ended = Promise.allSettled(drawing);
  await expect(thread.draw(JOB, going())).rejects.toThrow('too many others are being drawn');
  await thread.close();
  expect(threads[0]?.isOver).toBe(true);
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  await expect(thread.draw(JOB, going())).rejects.toThrow('the server is closing');
});
