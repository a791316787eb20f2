import { expect, test } from 'vitest';
import { requestFor, SharedWork, type WorkContext } from '../../../src/archive/sharing/shared-work.ts';
import type { Question } from '../../../src/model/progress.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';

// Fetching that several questions want at once, with work that goes on only when the test says so.

const clock = () => epochMillis(1_000_000);

function ask(deadline: number): Question & { readonly abort: AbortController; readonly spentOn: () => number } {
  const abort = new AbortController();
  let requests = 0;
  return {
    abort,
    signal: abort.signal,
    deadline: epochMillis(clock() + deadline),
    spent: () => {
      requests += 1;
    },
    progressed: () => undefined,
    spentOn: () => requests,
  };
}

/** Work that ends when it is told to, or is aborted. */
function work() {
  const { promise: done, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<WorkContext>();
  const run = (context: WorkContext): Promise<void> => {
    start(context);
    context.signal.addEventListener('abort', () => fail(context.signal.reason));
    return done;
  };
  return { run, started, finish };
}

test('runs once for all who wait, and each is told what it cost', async () => {
  const shared = new SharedWork(clock, 10);
  const [one, other] = [ask(60_000), ask(60_000)];
  const { run, started, finish } = work();
  const answers = [shared.join('a', one, run), shared.join('a', other, () => Promise.reject(new Error('twice')))];
  (await started).spent();
  finish();
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect([one.spentOn(), other.spentOn()]).toEqual([1, 1]);
});

test('goes on behind an answer that was due, but not beyond its budget', async () => {
  const shared = new SharedWork(clock, 1.5);
  const { run, started } = work();
  expect(await shared.join('a', ask(1), run)).toBe(false);
  const { spent, signal } = await started;
  for (let request = 0; request < 3; request += 1) spent();
  expect(signal.aborted).toBe(false);
  spent();
  expect(signal.aborted).toBe(true);
});

test('waits for nothing that is later than two minutes after the last answer', async () => {
  const shared = new SharedWork(clock, 10);
  const { run, started, finish } = work();
  const answers = [shared.join('a', ask(60_000), run)];
  const context = await started;
  expect(context.deadline).toBe(clock() + 180_000);
  answers.push(shared.join('a', ask(90_000), run), shared.join('a', ask(1), run));
  expect(context.deadline).toBe(clock() + 210_000);
  finish();
  expect((await Promise.all(answers)).slice(0, 2)).toEqual([true, true]);
});

test('starts afresh for who comes when the budget behind an answer is spent', async () => {
  const shared = new SharedWork(clock, 0.5);
  const { run, started } = work();
  expect(await shared.join('a', ask(1), run)).toBe(false);
  const { spent } = await started;
  spent();
  spent();
  expect(await shared.join('a', ask(60_000), () => Promise.resolve())).toBe(true);
});

test('answers at once when nothing will come in time, and waits for what is under way', async () => {
  const shared = new SharedWork(clock, 10);
  const { run, started, finish } = work();
  const answer = shared.join('a', ask(30_000), run);
  const context = await started;
  const next = Promise.withResolvers<void>();
  const first = requestFor(context, ({ onRequest }) => {
    onRequest?.();
    return next.promise;
  });
  // The page after it is looked ahead for, and has to wait.
  const second = requestFor(context, ({ onWait }) => {
    onWait?.(seconds(600));
    return Promise.race([]);
  });
  void second;
  expect(await Promise.race([answer, Promise.resolve('waits')])).toBe('waits');
  next.resolve();
  await first;
  expect(await answer).toBe(false);
  expect(shared.waitOf('a')).toBeGreaterThan(590);
  finish();
});

test('forgets what a request that was given up had to wait', async () => {
  const shared = new SharedWork(clock, 10);
  const { run, started, finish } = work();
  const answer = shared.join('a', ask(30_000), run);
  const context = await started;
  const given = requestFor(context, ({ onWait }) => {
    onWait?.(seconds(20));
    return Promise.reject(new Error('given up'));
  });
  await expect(given).rejects.toThrow('given up');
  expect(shared.waitOf('a')).toBeUndefined();
  finish();
  expect(await answer).toBe(true);
});

test('is not begun for a question whose time is over, but goes on for it', async () => {
  const shared = new SharedWork(clock, 10);
  const begun = () => Promise.reject(new Error('begun'));
  expect(await shared.join('a', ask(0), begun)).toBe(false);
  const question = ask(1);
  const { run, finish } = work();
  expect(await shared.join('a', question, run)).toBe(false);
  expect(await shared.join('b', question, begun)).toBe(false);
  expect(await shared.join('a', question, begun)).toBe(false);
  finish();
});

test('stops at once when the last who waits is cancelled, and the next starts afresh', async () => {
  const shared = new SharedWork(clock, 10);
  const question = ask(60_000);
  const { run, started } = work();
  const answer = shared.join('a', question, run);
  const { signal } = await started;
  question.abort.abort(new Error('cancelled'));
  await expect(answer).rejects.toThrow('cancelled');
  expect(signal.aborted).toBe(true);
  expect(await shared.join('a', ask(60_000), () => Promise.resolve())).toBe(true);
});

test('is not begun for a question that was cancelled before', async () => {
  const question = ask(60_000);
  question.abort.abort(new Error('cancelled'));
  const join = new SharedWork(clock, 10).join('a', question, () => Promise.reject(new Error('begun')));
  await expect(join).rejects.toThrow('cancelled');
});

test('fails for all who wait, and is tried again by the next', async () => {
  const shared = new SharedWork(clock, 10);
  const failing = () => Promise.reject(new Error('gone'));
  const answers = await Promise.allSettled([
    shared.join('a', ask(60_000), failing),
    shared.join('a', ask(60_000), failing),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared.join('a', ask(60_000), () => Promise.resolve())).toBe(true);
});

test('ends when the archive is closed', async () => {
  const shared = new SharedWork(clock, 10);
  const { run, started } = work();
  const answer = shared.join('a', ask(60_000), run);
  await started;
  const closed = shared.close();
  await expect(answer).rejects.toThrow('closing');
  await closed;
});

test('is waited for when the archive is closed, also when nobody waits for it any more: it has claims to give back', async () => {
  const shared = new SharedWork(clock, 10);
  const question = ask(60_000);
  const given = Promise.withResolvers<void>();
  const { run, started } = work();
  const answer = shared.join('a', question, async (context) => {
    try {
      await run(context);
    } finally {
      await given.promise;
    }
  });
  await started;
  question.abort.abort(new Error('cancelled'));
  await expect(answer).rejects.toThrow('cancelled');
  let isClosed = false;
  const closing = shared.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  given.resolve();
  await closing;
});

test('is waited for by one question in several places', async () => {
  const shared = new SharedWork(clock, 10);
  const question = ask(5);
  const { run, started, finish } = work();
  const answers = Promise.all([shared.join('a', question, run), shared.join('a', question, run)]);
  (await started).spent();
  expect(question.spentOn()).toBe(1);
  expect(await answers).toEqual([false, false]);
  finish();
});
