import { array, assert, asyncProperty, boolean, constant, constantFrom, integer, oneof, record } from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn, runs } from '../../support/runs.ts';
import { MINUTE } from '../../mcp/desk.ts';
import { startAskingDesk, type RawCall, type RawResult } from './asking-desk.ts';

// Whatever calls come in whatever order: a yes sends once, what it was asked about, and a no sends nothing.

const YES = { confirmation: { action: 'accept', content: {} } };
const NO = { confirmation: { action: 'decline' } };
const CANCEL = { confirmation: { action: 'cancel' } };
const RIGHT = { plan: 'gold' };
const OTHER = { plan: 'platinum' };

const CALL = { confirm: 'host', data: RIGHT, canBeAsked: true } as const;
const CANNOT_ASK = { ...CALL, canBeAsked: false } as const;

async function startAsked() {
  const desk = await startAskingDesk();
  const ask = async (call: RawCall = CALL): Promise<string> => {
    const { state, text } = await desk.call(call);
    if (state === undefined) throw new Error(`It did not ask: ${text}`);
    return state;
  };
  return { ...desk, ask };
}

test.each([NO, CANCEL, { confirmation: { action: 'maybe' } }, { other: { action: 'accept' } }, {}, 'no', null])(
  'P5: %j ends the call that brings it, also where the app does not say that it can ask',
  async (inputResponses) => {
    const { ask, call, arrived } = await startAsked();
    const requestState = await ask();
    const { outcome, text } = await call({ ...CANNOT_ASK, requestState, inputResponses });
    expect({ outcome, text }).toMatchObject({ outcome: 'declined' });
    expect((await call({ ...CALL, requestState, inputResponses: YES })).outcome).toBe('declined');
    expect(arrived()).toEqual([]);
  },
);

test('P5: a yes counts, also where the app does not say that it can ask', async () => {
  const { ask, call, arrived } = await startAsked();
  const reply = { ...CANNOT_ASK, requestState: await ask(), inputResponses: YES };
  expect(await call(reply)).toMatchObject({ outcome: 'accepted' });
  expect(await call(reply)).toMatchObject({ outcome: 'accepted' });
  expect(arrived()).toEqual([RIGHT]);
});

test.each([
  { name: 'other data', changes: { data: OTHER } },
  { name: 'data that are refused', changes: { data: 'gold' } },
  { name: 'another bot', changes: { confirm: 'required' as const } },
  { name: 'a preview', changes: { preview: true } },
])('P5: a yes that comes with $name is used up', async ({ changes }) => {
  const { ask, call, arrived } = await startAsked();
  const brought = { requestState: await ask(), inputResponses: YES };
  await call({ ...CALL, ...brought, ...changes });
  const { text, outcome } = await call({ ...CALL, ...brought });
  expect({ text, outcome }).toMatchObject({ outcome: undefined });
  expect(text).toContain('The question is closed: it was confirmed with another request.');
  expect(text).toContain('call again');
  expect(arrived()).toEqual([]);
  // A new question has a new yes.
  await call({ ...CALL, requestState: await ask(), inputResponses: YES });
  expect(arrived()).toEqual([RIGHT]);
});

test.each([{ data: OTHER }, { data: [] }, { preview: true }])(
  'P5: a no that comes with %j closes the question, and a repeated call says so',
  async (changes) => {
    const { ask, call, arrived } = await startAsked();
    const requestState = await ask();
    await call({ ...CALL, ...changes, requestState, inputResponses: NO });
    const { text } = await call({ ...CALL, requestState, inputResponses: YES });
    expect(text).toContain('The question is closed: the app declined it.');
    expect(arrived()).toEqual([]);
  },
);

test.each<{ name: string; brought: Partial<RawCall>; says: string }>([
  { name: 'a state alone', brought: { requestState: 'made up' }, says: 'brings back the question without a reply' },
  { name: 'a no alone', brought: { inputResponses: NO }, says: '**Not sent**: the app declined;' },
  { name: 'a yes alone', brought: { inputResponses: YES }, says: 'this server did not ask that question' },
  { name: 'a reply under another key', brought: { inputResponses: { other: NO } }, says: 'without a reply' },
  { name: 'a state that is a number', brought: { requestState: 5, inputResponses: NO }, says: 'requestState' },
  { name: 'no state', brought: { requestState: null, inputResponses: YES }, says: 'requestState' },
  {
    name: 'a state that is made up',
    brought: { requestState: 'made up', inputResponses: NO },
    says: 'this server did not ask that question',
  },
  {
    name: 'a state of a million characters',
    brought: { requestState: `1.1.${'x'.repeat(1_000_000)}`, inputResponses: YES },
    says: 'this server did not ask that question',
  },
])('P5: $name sends nothing where the app cannot ask', async ({ brought, says }) => {
  const { call, arrived } = await startAsked();
  expect((await call({ ...CANNOT_ASK, ...brought })).text).toContain(says);
  expect(arrived()).toEqual([]);
});

test.each([{ preview: true }, {}])('empty data are refused, with what to give: %j', async (changes) => {
  const { call, arrived } = await startAsked();
  const { text, state } = await call({ ...CANNOT_ASK, ...changes, data: {} });
  expect(text).toContain('data is empty');
  expect(text).toContain('{"plan": "gold"}');
  expect({ state, arrived: arrived() }).toEqual({ state: undefined, arrived: [] });
});

test('P5: where the app cannot ask, the answer says that it was sent without confirmation, and the audit names nobody', async () => {
  const { ask, call, arrived, audit } = await startAsked();
  const preview = await call({ ...CANNOT_ASK, preview: true });
  expect(preview.text).toContain('Without preview, it is sent without confirmation, because this app cannot ask.');
  expect((await call(CANNOT_ASK)).text).toContain('**Sent without confirmation**, because this app cannot ask');
  const asked = await call({ ...CALL, requestState: await ask(), inputResponses: YES });
  expect(asked.text).not.toContain('without confirmation');
  expect(arrived()).toEqual([RIGHT, RIGHT]);
  expect((await audit()).map(({ agreedBy, outcome }) => ({ agreedBy, outcome }))).toEqual([
    { agreedBy: undefined, outcome: 'accepted' },
    { agreedBy: 'host', outcome: 'accepted' },
  ]);
});

test('P5: what a code means is kept by the same rule', async () => {
  const { callTool } = await startAsked();
  await callTool('list_chats', { period: 'last_30_days' }, { canBeAsked: false });
  const record = (meaning: string, beside: object, canBeAsked = true) =>
    callTool('record_code_meaning', { code: 'chat_ended_by', value: 1, meaning }, { canBeAsked, ...beside });
  const ask = async () => ({ requestState: (await record('visitor', {})).state });

  const declined = await ask();
  expect((await record('visitor', { ...declined, inputResponses: NO }, false)).outcome).toBe('declined');
  expect((await record('visitor', { ...declined, inputResponses: YES })).outcome).toBe('declined');
  const used = await ask();
  expect((await record('agent', { ...used, inputResponses: YES })).text).toContain('about something else');
  expect((await record('visitor', { ...used, inputResponses: YES })).text).toContain('with another request');
  expect((await record('visitor', {}, false)).outcome).toBe('not_asked');
  expect((await record('visitor', { ...(await ask()), inputResponses: YES }, false)).outcome).toBe('recorded');
});

/** A call of a sequence. */
interface Step {
  readonly confirm: 'host' | 'required';
  readonly data: 'right' | 'other' | 'none';
  readonly canBeAsked: boolean;
  readonly preview: boolean;
  /** The minutes since the call before. */
  readonly later: number;
  /** What it brings: of which question of the sequence, and with what reply. */
  readonly state: 'none' | 'forged' | number;
  readonly reply: keyof typeof REPLIES;
}

const REPLIES = {
  none: undefined,
  yes: YES,
  no: NO,
  cancel: CANCEL,
  unknown: { confirmation: { action: 'yes' } },
  wrapped: { confirmation: { action: 'accept', result: {} } },
  elsewhere: { other: { action: 'accept' } },
} as const;
const DATA = { right: RIGHT, other: OTHER, none: {} } as const;

/** A question as the test remembers it. */
interface Asked {
  readonly state: string;
  readonly about: string;
  readonly until: number;
  isOpen: boolean;
}

/** What must be sent for a call, as docs/threats.md and docs/chatbot.md say it. */
function mustBeSent({ confirm, data, canBeAsked, preview, state, reply }: Step, asked: Asked | undefined, now: number) {
  if (preview || data === 'none') return false;
  if (state === 'none' && reply === 'none') return !canBeAsked && confirm === 'host';
  return reply === 'yes' && asked?.isOpen === true && asked.about === `${confirm} ${data}` && now <= asked.until;
}

type Desk = Awaited<ReturnType<typeof startAsked>>;

/** Makes the calls of a sequence one after the other, and compares what arrives with what must. */
async function follow({ call, clock, arrived, nextSession }: Desk, steps: readonly Step[]): Promise<void> {
  nextSession();
  clock.now += 1000;
  const questions: Asked[] = [];
  for (const step of steps) {
    clock.now += step.later * MINUTE;
    const { confirm, data, canBeAsked, preview, reply } = step;
    const asked = typeof step.state === 'number' ? questions[step.state % questions.length] : undefined;
    const requestState = asked?.state ?? (step.state === 'none' ? undefined : 'a.1.b.c');
    const inputResponses = REPLIES[reply];
    const before = arrived().length;
    const result: RawResult = await call({
      confirm,
      data: DATA[data],
      canBeAsked,
      preview,
      ...(requestState !== undefined && { requestState }),
      ...(inputResponses !== undefined && { inputResponses }),
    });
    const sent = mustBeSent(step, asked, clock.now) ? [DATA[data]] : [];
    expect({ step, text: result.text, sent: arrived().slice(before) }).toEqual({ step, text: result.text, sent });
    if (asked !== undefined && reply !== 'none') asked.isOpen = false;
    if (result.state === undefined) continue;
    expect({ canBeAsked, preview }).toEqual({ canBeAsked: true, preview: false });
    const until = clock.now + 10 * MINUTE;
    questions.push({ state: result.state, about: `${confirm} ${data}`, until, isOpen: true });
  }
}

const step = record<Step>({
  confirm: constantFrom('host', 'host', 'required'),
  data: constantFrom('right', 'right', 'right', 'other', 'other', 'none'),
  canBeAsked: boolean(),
  preview: constantFrom(false, false, false, false, false, true),
  later: constantFrom(0, 0, 0, 1, 11),
  state: oneof(
    { weight: 2, arbitrary: constant('none' as const) },
    { weight: 1, arbitrary: constant('forged' as const) },
    { weight: 7, arbitrary: integer({ min: 0, max: 2 }) },
  ),
  reply: constantFrom('none', 'yes', 'yes', 'yes', 'no', 'cancel', 'unknown', 'wrapped', 'elsewhere'),
});

test('P5: of any sequence of calls nothing is sent wrongly', async () => {
  const desk = await startAsked();
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      // Without a question there is little to reply to.
      const opening = { confirm: 'host', data: 'right', canBeAsked: true, preview: false, later: 0 } as const;
      await follow(desk, [{ ...opening, state: 'none', reply: 'none' }, ...steps]);
    }),
    { numRuns: runs(10_000, 40) },
  );
});

test('P5: of all sequences of four calls about one question nothing is sent wrongly', async () => {
  const desk = await startAsked();
  const plain = { confirm: 'host', preview: false, later: 0 } as const;
  const opening: Step = { ...plain, data: 'right', canBeAsked: true, state: 'none', reply: 'none' };
  // By turns with the capability and without it: for a reply it makes no difference, as the rule's own test shows.
  const replies = (['yes', 'no', 'unknown'] as const).flatMap((reply) =>
    (['right', 'other'] as const).map((data): Step => ({ ...opening, data, state: 0, reply })),
  );
  const unasked: Step = { ...opening, canBeAsked: false };
  const letters = [unasked, { ...unasked, state: 0 }, ...replies];
  const sequences = letters.flatMap((one) =>
    letters.flatMap((two) => letters.flatMap((three) => letters.map((four) => [one, two, three, four]))),
  );
  for (const [index, sequence] of oneIn(96, sequences).entries()) {
    const steps = sequence.map((one, place) =>
      one.reply === 'none' ? one : { ...one, canBeAsked: (index + place) % 2 === 0 },
    );
    await follow(desk, [opening, ...steps]);
  }
});
