import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PngThread, type Job, type Thread } from '../../src/charts/png/png-thread.ts';
import { ChartNotDrawn } from '../../src/model/errors.ts';

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

function held(start: () => HeldThread = () => new HeldThread()) {
  const threads: HeldThread[] = [];
  const thread = new PngThread(() => {
    const one = start();
    threads.push(one);
    return one;
  });
  return { thread, threads };
}

const JOB: Job = { tone: 'light', chart: { kind: 'bars', title: 'Chats', unit: 'chats', name: 'now', points: [] } };
const going = () => new AbortController().signal;
const png = (byte: number) => Uint8Array.of(byte);
const jobsOf = (threads: readonly HeldThread[], thread: number) => () => threads[thread]?.jobs.length;

test('one thread, which the first picture starts, draws one after the other, and keeps no process that draws nothing', async () => {
  const { thread, threads } = held();
  expect(threads).toHaveLength(0);
  const [first, second] = [thread.draw(JOB, going()), thread.draw(JOB, going())];
  await expect.poll(jobsOf(threads, 0)).toBe(1);
  expect(threads[0]?.isKept).toBe(true);
  threads[0]?.emit('message', png(1));
  expect(await first).toEqual(png(1));
  await expect.poll(jobsOf(threads, 0)).toBe(2);
  threads[0]?.emit('message', png(2));
  expect(await second).toEqual(png(2));
  expect(threads).toHaveLength(1);
  expect(threads[0]).toMatchObject({ isKept: false, isOver: false });
});

test.each([
  ['fails', (thread: HeldThread) => thread.emit('error', new Error('out of memory'))],
  ['ends', (thread: HeldThread) => thread.emit('exit')],
])('where a thread %s, its picture is not drawn, and the next has another thread', async (_, happens) => {
  const { thread, threads } = held();
  const [first, second] = [thread.draw(JOB, going()), thread.draw(JOB, going())];
  const failed = first.then(
    () => undefined,
    (error: unknown) => error,
  );
  await expect.poll(jobsOf(threads, 0)).toBe(1);
  const [one] = threads;
  if (one !== undefined) happens(one);
  const error = await failed;
  expect(error).toBeInstanceOf(ChartNotDrawn);
  expect(error).toHaveProperty('cause.message');
  await expect.poll(jobsOf(threads, 1)).toBe(1);
  // What comes late from the first is nobody's.
  one?.emit('message', png(1));
  one?.emit('exit');
  threads[1]?.emit('message', png(2));
  expect(await second).toEqual(png(2));
});

test('a thread that cannot be started fails its picture alone', async () => {
  const { thread } = held(() => {
    throw new Error('no threads left');
  });
  await expect(thread.draw(JOB, going())).rejects.toThrow('The chart was not drawn: what draws it cannot be started.');
});

test('a picture that takes too long is given up, with its thread', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { thread, threads } = held();
  const drawing = expect(thread.draw(JOB, going())).rejects.toThrow('it took too long');
  await vi.advanceTimersByTimeAsync(30_000);
  await drawing;
  expect(threads[0]?.isOver).toBe(true);
});

test('what was cancelled is not drawn, or goes nowhere, and keeps nobody else waiting', async () => {
  const { thread, threads } = held();
  const [now, later] = [new AbortController(), new AbortController()];
  const drawing = [thread.draw(JOB, now.signal), thread.draw(JOB, later.signal), thread.draw(JOB, going())];
  await expect.poll(jobsOf(threads, 0)).toBe(1);
  now.abort(new Error('cancelled now'));
  later.abort(new Error('cancelled later'));
  await expect(drawing[0]).rejects.toThrow('cancelled now');
  await expect(drawing[1]).rejects.toThrow('cancelled later');
  threads[0]?.emit('message', png(1));
  await expect.poll(jobsOf(threads, 0)).toBe(2);
  threads[0]?.emit('message', png(3));
  expect(await drawing[2]).toEqual(png(3));
  await expect(thread.draw(JOB, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('more than wait for a while are refused, and when it is closed, all are', async () => {
  const { thread, threads } = held();
  const drawing = Array.from({ length: 51 }, () => thread.draw(JOB, going()));
  const ended = Promise.allSettled(drawing);
  await expect.poll(jobsOf(threads, 0)).toBe(1);
  await expect(thread.draw(JOB, going())).rejects.toThrow('too many others are being drawn');
  await thread.close();
  expect(threads[0]?.isOver).toBe(true);
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  await expect(thread.draw(JOB, going())).rejects.toThrow('the server is closing');
});
