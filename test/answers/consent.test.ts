import { expect, test } from 'vitest';
import type { Reply } from '../../src/model/decided-here.ts';
import { rulingOn, type Circumstances, type KnownQuestion } from '../../src/answers/consent.ts';

// The rule by itself, in all circumstances and over all short sequences. The real server follows it in test/tools/chatbot/consent.test.ts.

const REPLIES = ['accepted', 'declined', 'dismissed'] as const;
const QUESTIONS = ['none', 'unnamed', 'never_asked', 'too_old', 'too_many', 'open', ...REPLIES] as const;
const BOTH = [true, false];

/** All circumstances that a call can be in. */
const ALL: readonly Circumstances[] = QUESTIONS.flatMap((question) =>
  [undefined, ...REPLIES].flatMap((reply) =>
    BOTH.flatMap((isAboutThis) =>
      BOTH.flatMap((canBeAsked) =>
        (['host', 'required'] as const).map((confirm) => ({ question, reply, isAboutThis, canBeAsked, confirm })),
      ),
    ),
  ),
);

test('P5: only a first yes to what was asked allows something, or an app that cannot ask and brings nothing of a question', () => {
  const allowed = ALL.filter((one) => rulingOn(one).startsWith('act'));
  const yes = { question: 'open', reply: 'accepted', isAboutThis: true } as const;
  const nothing = { question: 'none', reply: undefined, canBeAsked: false, confirm: 'host' } as const;
  expect(allowed).toHaveLength(6);
  expect(allowed).toEqual(
    expect.arrayContaining([
      { ...yes, canBeAsked: true, confirm: 'host' },
      { ...yes, canBeAsked: true, confirm: 'required' },
      { ...yes, canBeAsked: false, confirm: 'host' },
      { ...yes, canBeAsked: false, confirm: 'required' },
      { ...nothing, isAboutThis: true },
      { ...nothing, isAboutThis: false },
    ]),
  );
});

test('P5: a reply to a question means the same whatever the app says it can do, and whatever the bot requires', () => {
  for (const one of ALL) {
    if (one.reply === undefined || one.question === 'none' || one.question === 'unnamed') continue;
    expect(rulingOn({ ...one, canBeAsked: !one.canBeAsked })).toBe(rulingOn(one));
    expect(rulingOn({ ...one, confirm: one.confirm === 'host' ? 'required' : 'host' })).toBe(rulingOn(one));
  }
});

test('P5: a no ends the call: nobody is asked, and nothing is done', () => {
  for (const one of ALL) {
    if (one.reply === undefined || one.reply === 'accepted') continue;
    expect(rulingOn(one)).not.toMatch(/^(act|ask)/);
  }
});

test('P5: only an app that can ask is to ask, and only for a call that brings no reply to a question', () => {
  const asked = ALL.filter((one) => rulingOn(one) === 'ask');
  expect(asked.filter(({ canBeAsked }) => !canBeAsked)).toEqual([]);
  expect(asked.filter(({ question, reply }) => reply !== undefined && !['none', 'unnamed'].includes(question))).toEqual(
    [],
  );
  const unasked = ALL.filter(({ reply, canBeAsked }) => reply === undefined && canBeAsked);
  expect(unasked.map(rulingOn)).toEqual(unasked.map(() => 'ask'));
});

/** A call about one question: with a reply to it or without its state, with what was asked about or another request. */
interface Call {
  readonly reply: Reply | 'nothing' | 'state alone';
  readonly isAboutThis: boolean;
  readonly canBeAsked: boolean;
}

const CALLS: readonly Call[] = (['nothing', 'state alone', ...REPLIES] as const).flatMap((reply) =>
  BOTH.flatMap((isAboutThis) => BOTH.map((canBeAsked) => ({ reply, isAboutThis, canBeAsked }))),
);

/** Goes through all sequences that begin with these calls. */
function explore(confirm: 'host' | 'required', calls: readonly Call[], question: KnownQuestion): number {
  if (calls.length === 4) return 1;
  let sequences = 0;
  for (const call of CALLS) {
    const reply = call.reply === 'nothing' || call.reply === 'state alone' ? undefined : call.reply;
    const known = { nothing: 'none', 'state alone': 'unnamed' } as const;
    const was = reply === undefined ? known[call.reply === 'nothing' ? 'nothing' : 'state alone'] : question;
    const ruling = rulingOn({ ...call, question: was, reply, confirm });
    const isFirstReply = calls.every((one) => one.reply === 'nothing' || one.reply === 'state alone');
    const isSent =
      call.reply === 'nothing'
        ? confirm === 'host' && !call.canBeAsked
        : isFirstReply && call.reply === 'accepted' && call.isAboutThis;
    if (ruling.startsWith('act') !== isSent) expect({ confirm, calls, call, ruling }).toEqual({ isSent });
    sequences += explore(confirm, [...calls, call], reply !== undefined && question === 'open' ? reply : question);
  }
  return sequences;
}

test.each(['host', 'required'] as const)(
  'P5: in all sequences of four calls to a bot with confirm "%s" only the first reply counts',
  (confirm) => {
    expect(explore(confirm, [], 'open')).toBe(20 ** 4);
  },
);
