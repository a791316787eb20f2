import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { AskedQuestions, type Reply } from '../../../src/mcp/protocol/asked-questions.ts';
import { PersonNotAsked, QuestionClosed } from '../../../src/model/errors.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

// What a reply allows, whatever a client makes of the protocol.

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const MINUTE = 60_000;
const at = (millis: number) => epochMillis(NOW + millis);
const pending = () => new Promise<string>(() => {});

const replies = array(
  record({
    reply: constantFrom<Reply>('accepted', 'declined', 'dismissed'),
    later: integer({ min: 0, max: 6 * MINUTE }),
  }),
  { minLength: 1, maxLength: 8 },
);

test('P5: of any replies at any times, only the first may allow something, within ten minutes, and until the first no', () => {
  assert(
    property(replies, (given) => {
      const questions = new AskedQuestions<string>();
      const state = questions.open('this', at(0));
      const allowed: { index: number; withdrawn?: AbortSignal }[] = [];
      let now = 0;
      for (const [index, { reply, later }] of given.entries()) {
        now += later;
        try {
          const { consent } = questions.reply(state, 'this', reply, at(now), pending);
          if (consent?.reply === 'accepted') allowed.push({ index, ...consent });
        } catch (error) {
          expect(error).toBeInstanceOf(QuestionClosed);
          expect(now).toBeGreaterThan(10 * MINUTE);
        }
      }
      const [first] = given;
      const counts = first?.reply === 'accepted';
      expect(allowed.map(({ index }) => index)).toEqual(counts ? [0] : []);
      // What a no can still stop is stopped; after twenty minutes nobody remembers, because nothing is under way any more.
      const saysNo = given.some(({ reply }) => reply !== 'accepted');
      if (counts && now <= 10 * MINUTE) expect(allowed[0]?.withdrawn?.aborted).toBe(saysNo);
    }),
  );
});

test('P5: who repeats a yes is given what became of the first', async () => {
  const questions = new AskedQuestions<string>();
  const state = questions.open('this', at(0));
  questions.reply(state, 'this', 'accepted', at(1), () => Promise.resolve('sent'));
  const { earlier } = questions.reply(state, 'this', 'accepted', at(2), () => Promise.reject(new Error('twice')));
  expect(await earlier?.answer).toBe('sent');
});

test('P5: a question of another process, and one about something else, allow nothing', () => {
  const [ours, others] = [new AskedQuestions<string>(), new AskedQuestions<string>()];
  expect(() => ours.reply(others.open('this', at(0)), 'this', 'accepted', at(0), pending)).toThrow(QuestionClosed);
  expect(() => ours.reply(ours.open('this', at(0)), 'that', 'accepted', at(0), pending)).toThrow(PersonNotAsked);
});

test('P5: a no closes the question, also where the call that brings it is about something else', () => {
  const questions = new AskedQuestions<string>();
  const state = questions.open('this', at(0));
  expect(() => questions.reply(state, 'that', 'declined', at(1), pending)).toThrow(PersonNotAsked);
  expect(questions.reply(state, 'this', 'accepted', at(2), pending).consent).toBeUndefined();
});

test('P5: where too many were replied to, the next is refused, and none is forgotten, until ten minutes later', () => {
  const questions = new AskedQuestions<string>(2);
  const states = [0, 1, 2].map(() => questions.open('this', at(0)));
  const reply = (index: number, reply: Reply, now: number) =>
    questions.reply(states[index] ?? '', 'this', reply, at(now), pending).consent?.reply;
  expect([reply(0, 'declined', 0), reply(1, 'accepted', 1)]).toEqual(['declined', 'accepted']);
  expect(() => reply(2, 'accepted', 2)).toThrow('Nothing was sent. More questions were replied to');
  expect([reply(0, 'accepted', 3), reply(1, 'accepted', 3)]).toEqual([undefined, undefined]);
  expect(() => reply(2, 'accepted', 10 * MINUTE)).toThrow('Nothing was sent. More questions');
  const later = questions.open('this', at(10 * MINUTE));
  expect(questions.reply(later, 'this', 'accepted', at(10 * MINUTE + 1), pending).consent?.reply).toBe('accepted');
});

test('P5: a clock that is set back opens no question again', () => {
  const questions = new AskedQuestions<string>();
  const [sent, refused] = [questions.open('sent', at(0)), questions.open('refused', at(0))];
  expect(questions.reply(sent, 'sent', 'accepted', at(1), pending).consent?.reply).toBe('accepted');
  expect(questions.reply(refused, 'refused', 'declined', at(2), pending).consent?.reply).toBe('declined');
  // By then both are forgotten, because they are too old.
  const later = questions.open('later', at(10 * MINUTE + 3));
  expect(questions.reply(later, 'later', 'accepted', at(10 * MINUTE + 3), pending).consent?.reply).toBe('accepted');
  const again = (state: string, about: string) => () => questions.reply(state, about, 'accepted', at(MINUTE), pending);
  for (const [state, about] of [
    [sent, 'sent'],
    [refused, 'refused'],
    [later, 'later'],
  ] as const)
    expect(again(state, about)).toThrow(QuestionClosed);
});
