import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { pseudonymKeyOf } from '../../src/archive/care/pseudonym-key.ts';
import { Confirmations } from '../../src/archive/sharing/confirmations.ts';
import { openStore, type Store } from '../../src/archive/store.ts';
import { AskedQuestions, type CallResult } from '../../src/answers/asked-questions.ts';
import { rulingOn } from '../../src/answers/consent.ts';
import { CallerId } from '../../src/model/caller.ts';
import type { Reply } from '../../src/model/decided-here.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { archiveOfTest } from '../support/archive/archive-location.ts';

// What a reply allows, whatever a client makes of the protocol, and whichever process it reaches.

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const MINUTE = 60_000;
const pending = () => new Promise<CallResult>(() => {});
const told = (text: string): CallResult => ({ content: [{ type: 'text', text }] });

/** A process of a server: it has questions of its own, on an archive that it may share. */
function asking(store: Store, { caller = 'ann', most = 100_000 } = {}) {
  const clock = { now: NOW, steady: 0 };
  const confirmations = new Confirmations(store.tables, pseudonymKeyOf(store.tables), () => clock.steady, most);
  const questions = new AskedQuestions();
  const desk = {
    caller: { id: CallerId.parse(caller) },
    archive: { confirmations },
    clock: () => epochMillis(clock.now),
  };
  return {
    clock,
    confirmations,
    open: (about: string) => questions.open(desk, about),
    reply: async (state: string, about: string, reply: Reply, answer: () => Promise<CallResult> = pending) => {
      const replied = await questions.reply(desk, { state, reply }, answer);
      const { id = '', was: question, mayLeave } = replied;
      const isAboutThis = replied.isAbout(about);
      const ruling = rulingOn({ question, reply, isAboutThis, canBeAsked: true, confirm: 'host' });
      return { id, question, ruling, mayLeave };
    },
    resultOf: (id: string, signal = new AbortController().signal) => questions.resultOf(desk, id, signal),
  };
}

async function store(location = 'memory', login = 'a@example.com'): Promise<Store> {
  const opened = await openStore(location, { origin: 'https://desk.example', login });
  onTestFinished(() => opened.close());
  return opened;
}

const replies = array(
  record({
    reply: constantFrom<Reply>('accepted', 'declined', 'dismissed'),
    later: integer({ min: 0, max: 6 * MINUTE }),
    process: integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 8 },
);

test('P5: of any replies at any times to any process, only the first may allow something, within ten minutes, and until the first no', async () => {
  const shared = await store();
  await assert(
    asyncProperty(replies, async (given) => {
      const processes = [asking(shared), asking(shared), asking(shared)];
      const state = (await processes[0]?.open('this')) ?? '';
      const allowed: { index: number; mayLeave?: (() => Promise<boolean>) | undefined }[] = [];
      let now = 0;
      for (const [index, { reply, later, process }] of given.entries()) {
        now += later;
        for (const { clock } of processes) clock.now = NOW + now;
        const replied = await processes[process]?.reply(state, 'this', reply);
        if (replied?.ruling === 'act') allowed.push({ index, ...replied });
        expect(replied?.ruling === 'too_old').toBe(now > 10 * MINUTE);
      }
      const [first] = given;
      const counts = first?.reply === 'accepted' && first.later <= 10 * MINUTE;
      expect(allowed.map(({ index }) => index)).toEqual(counts ? [0] : []);
      const saysNo = given.some(({ reply }) => reply !== 'accepted');
      if (counts) expect(await allowed[0]?.mayLeave?.()).toBe(!saysNo);
    }),
    { numRuns: 50 },
  );
});

test('P5: a no that comes to another process after it has left changes nothing', async () => {
  const shared = await store();
  const [one, other] = [asking(shared), asking(shared)];
  const state = await one.open('this');
  const { mayLeave } = await one.reply(state, 'this', 'accepted');
  expect(await mayLeave?.()).toBe(true);
  expect(await other.reply(state, 'this', 'declined')).toMatchObject({ ruling: 'repeat', question: 'accepted' });
});

test('P5: who repeats a yes is given what became of the first, at any process and after each has ended', async () => {
  const location = await archiveOfTest();
  const one = asking(await store(location));
  const state = await one.open('this');
  const answer = Promise.withResolvers<CallResult>();
  await one.reply(state, 'this', 'accepted', () => answer.promise);
  const other = asking(await store(location));
  const twice = () => Promise.reject(new Error('twice'));
  for (const process of [one, other]) {
    const { id, ruling } = await process.reply(state, 'this', 'accepted', twice);
    expect(ruling).toBe('repeat');
    const result = process.resultOf(id);
    answer.resolve(told('sent'));
    expect(await result).toEqual(told('sent'));
  }
  await one.confirmations.close();
  const third = asking(await store(location));
  const { id } = await third.reply(state, 'this', 'accepted', twice);
  expect(await third.resultOf(id)).toEqual(told('sent'));
});

test('P5: what became of a yes whose process is not heard of any more is not known, and it is not acted on again', async () => {
  const shared = await store();
  const [one, other] = [asking(shared), asking(shared)];
  const state = await one.open('this');
  await one.reply(state, 'this', 'accepted');
  const { id, ruling } = await other.reply(state, 'this', 'accepted');
  expect(ruling).toBe('repeat');
  other.clock.steady += 5001;
  expect(await other.resultOf(id)).toEqual(expect.toSatisfy((one) => typeof one === 'symbol'));
  expect((await other.reply(state, 'this', 'accepted')).ruling).toBe('repeat');
});

test('P5: a question of another archive, of another caller, and one about something else, allow nothing', async () => {
  const location = await archiveOfTest();
  const ours = asking(await store(location));
  const others = [asking(await store()), asking(await store(location), { caller: 'ben' })];
  for (const other of others) {
    expect((await ours.reply(await other.open('this'), 'this', 'accepted')).ruling).toBe('never_asked');
    expect((await other.reply(await ours.open('this'), 'this', 'accepted')).ruling).toBe('never_asked');
  }
  expect((await ours.reply(await ours.open('this'), 'that', 'accepted')).ruling).toBe('about_another');
});

test.each(['', '...', 'a.b.c.d', '1.1e3.x.y', `1.${'9'.repeat(40)}.x.y`, '1.-5.x.y', 'ü'.repeat(1000)])(
  'P5: the state %j is none',
  async (state) => {
    expect((await asking(await store()).reply(state, 'this', 'accepted')).ruling).toBe('never_asked');
  },
);

test.each(['accepted', 'declined', 'dismissed'] as const)(
  'P5: %s closes the question, also where the call that brings it is about something else, at every process',
  async (given) => {
    const shared = await store();
    const [one, other] = [asking(shared), asking(shared)];
    const state = await one.open('this');
    expect((await one.reply(state, 'that', given)).ruling).toBe('about_another');
    for (const process of [one, other]) {
      expect(await process.reply(state, 'this', 'accepted')).toMatchObject({ ruling: 'repeat', question: given });
    }
  },
);

test('P5: of a yes that reaches two processes at once, with the right request or another, one counts', async () => {
  const location = await archiveOfTest();
  const [one, other] = [asking(await store(location)), asking(await store(location))];
  for (const about of ['this', 'that']) {
    for (let round = 0; round < 10; round += 1) {
      const state = await one.open('this');
      const both = await Promise.all([one.reply(state, 'this', 'accepted'), other.reply(state, about, 'accepted')]);
      expect(both.filter(({ question }) => question === 'open')).toHaveLength(1);
      if (about === 'this') expect(both.map(({ ruling }) => ruling).sort()).toEqual(['act', 'repeat']);
    }
  }
});

test('P5: where too many were replied to, the next is refused, and none is forgotten, until ten minutes later', async () => {
  const { clock, open, reply } = asking(await store(), { most: 2 });
  const states = [await open('this'), await open('this'), await open('this')];
  const replied = async (index: number, given: Reply, now: number) => {
    clock.now = NOW + now;
    return (await reply(states[index] ?? '', 'this', given)).ruling;
  };
  expect([await replied(0, 'declined', 0), await replied(1, 'accepted', 1)]).toEqual(['decline', 'act']);
  expect(await replied(2, 'accepted', 2)).toBe('too_many');
  expect([await replied(0, 'accepted', 3), await replied(1, 'accepted', 3)]).toEqual(['repeat', 'repeat']);
  expect(await replied(2, 'accepted', 10 * MINUTE)).toBe('too_many');
  states[2] = await open('this');
  expect(await replied(2, 'accepted', 10 * MINUTE + 1)).toBe('act');
});

test('P5: replies are forgotten ten minutes after their questions have closed', async () => {
  const shared = await store();
  const { clock, confirmations, open, reply } = asking(shared);
  await reply(await open('this'), 'this', 'accepted');
  for (const [now, kept] of [
    [20 * MINUTE, 1],
    [20 * MINUTE + 1, 0],
  ] as const) {
    clock.now = NOW + now;
    await confirmations.forget(epochMillis(clock.now));
    expect(await shared.tables.confirmations().selectAll().execute()).toHaveLength(kept);
  }
});

test.each([5, 21, 60])('P5: a clock that is set back by %d minutes opens no question again', async (back) => {
  const shared = await store();
  const [one, other] = [asking(shared), asking(shared)];
  const states = [await one.open('this'), await one.open('this')];
  for (const [index, state] of states.entries()) await one.reply(state, 'this', index === 0 ? 'accepted' : 'declined');
  // By then both are forgotten, or kept for another clock that is late.
  one.clock.now = NOW + back * MINUTE;
  await one.reply(await one.open('later'), 'later', 'accepted');
  for (const process of [one, other]) {
    process.clock.now = NOW + MINUTE;
    for (const state of states) {
      const { ruling } = await process.reply(state, 'this', 'accepted');
      expect(['repeat', 'too_old', 'never_asked']).toContain(ruling);
    }
    // A new question has a new yes.
    expect((await process.reply(await process.open('new'), 'new', 'accepted')).ruling).toBe('act');
  }
});
