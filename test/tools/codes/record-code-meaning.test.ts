import { rmSync, truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  DAY,
  first,
  NOW,
  openServer,
  smallWorld,
  startDesk,
  startService,
  type Desk,
  type Replies,
} from '../../mcp/desk.ts';
import { CallerId, LOCAL_CALLER } from '../../../src/model/caller.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { chatsOn, wallTime } from '../../oracle/calendar.ts';
import { temporaryFile } from '../../archive/tables/temporary-file.ts';

// What a code means, as a person says it: asked with chats of theirs, kept here, and taken back.

const MONTH = { from: wallTime('UTC', NOW - 30 * DAY).day, to: wallTime('UTC', NOW).day };
const TRANSFERRED = { code: 'is_chat_transferred', value: 1, meaning: 'transferred' };

/** A desk without the setting codes, whose person gives these replies in turn, with all that was asked. */
async function asking(replies: ReturnType<Replies>[], settings: Parameters<typeof startDesk>[1] = {}) {
  const questions: string[] = [];
  const desk = await startDesk(smallWorld(), {
    codes: {},
    replies: (question) => {
      questions.push(question);
      return replies.shift() ?? 'cancel';
    },
    ...settings,
  });
  await desk.ask('list_chats', MONTH);
  return { ...desk, questions };
}

const transferRate = async (desk: Desk): Promise<unknown> =>
  (await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded', metrics: 'transferred' })).data.overall[
    'transferred'
  ];

const codebook = async (desk: Desk): Promise<string> => {
  const { contents } = await desk.client.readResource({ uri: 'chat://codebook' });
  return contents.map((content) => ('text' in content ? content.text : '')).join('\n');
};

describe('a meaning', () => {
  test('is asked about with chats of the person, kept when the host accepts, and what rests on it is told', async () => {
    await using desk = await asking(['accept']);
    expect(await transferRate(desk)).toBeUndefined();
    const { text, data } = await desk.ask('record_code_meaning', TRANSFERRED);
    expect(data).toEqual({
      outcome: 'recorded',
      code: 'is_chat_transferred',
      meanings: [
        { value: 1, meaning: 'transferred' },
        { value: 0, meaning: 'not transferred' },
      ],
    });
    expect(text).toContain(
      '**Saved**: is_chat_transferred 1 = transferred, 0 = not transferred, confirmed through the app.',
    );
    expect(desk.questions).toHaveLength(1);
    const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    const moved = chats.filter(({ transferred }) => transferred);
    const shown = Array.from(first(desk.questions).matchAll(/^- (\d+), /gm), ([, id]) => Number(id));
    expect(shown).toHaveLength(3);
    for (const id of shown) expect(moved.map(({ chatId }) => chatId)).toContain(id);
    expect(first(desk.questions)).toContain(
      'On your desk, does is_chat_transferred 1 mean “transferred” (and 0 “not transferred”)?',
    );
    expect(first(desk.questions)).toContain(`Three of the ${moved.length} chats with this code:`);

    expect(await transferRate(desk)).toBe(moved.length);
    const listed = await desk.ask('list_chats', { ...MONTH, transferred: true });
    expect(listed.data.total).toBe(moved.length);
    expect(listed.text).not.toMatch(/is_chat_transferred|assumed\)/);
    expect(await codebook(desk)).toMatch(
      /^Known from the user:\n- is_chat_transferred: 0 not transferred \(\d+\), 1 transferred \(\d+\); confirmed through the app, 18 Nov 2026$/m,
    );
    const status = await desk.ask('get_service_status');
    const code = status.data.codebook.find((one) => one.code === 'is_chat_transferred');
    expect(code).toMatchObject({ settled: true, source: 'said' });
  });

  test('names who wrote in the chats of the question, and no visitor', async () => {
    await using desk = await asking(['decline']);
    const { world } = desk.service;
    const moved = world.chats.filter(({ transferred, endedAt }) => transferred && endedAt !== undefined).slice(-3);
    for (const { chatId } of moved) await desk.ask('get_chat_transcript', { chat_id: chatId });
    await desk.ask('record_code_meaning', { ...TRANSFERRED, meaning: 'transferred' });
    const question = desk.questions[0] ?? (await desk.ask('record_code_meaning', TRANSFERRED)).text;
    for (const { chatId, transferredFrom, agentId } of moved) {
      const [from, to] = [transferredFrom, agentId].map((id) => {
        const agent = first(world.agents.filter((one) => one.agentId === id));
        return `${agent.firstName} ${agent.lastName}`;
      });
      const line = question.split('\n').find((one) => one.startsWith(`- ${chatId}, `)) ?? '';
      expect(line.indexOf(from ?? '')).toBeGreaterThan(0);
      expect(line).toContain(to);
    }
    for (const { visitorName, visitorEmail } of world.chats) {
      if (visitorName.length > 3) expect(question).not.toContain(visitorName);
      if (visitorEmail.length > 3) expect(question).not.toContain(visitorEmail);
    }
  });

  test.each([['decline'], ['cancel']] as const)('is not kept when the reply is %s', async (reply) => {
    await using desk = await asking([reply]);
    const { text, data } = await desk.ask('record_code_meaning', TRANSFERRED);
    expect(data).toEqual({ outcome: 'declined', code: 'is_chat_transferred', meanings: [] });
    expect(text).toMatch(/^\*\*Not saved\*\*: the app (declined|closed the question without a reply);/);
    expect(await transferRate(desk)).toBeUndefined();
    expect(await codebook(desk)).not.toContain('confirmed through the app');
  });

  test('can be changed and taken back; the same again asks nobody', async () => {
    await using desk = await asking(['accept', 'accept', 'accept']);
    await desk.ask('record_code_meaning', TRANSFERRED);
    expect((await desk.ask('record_code_meaning', TRANSFERRED)).data.outcome).toBe('unchanged');
    expect(desk.questions).toHaveLength(1);
    const turned = await desk.ask('record_code_meaning', { ...TRANSFERRED, meaning: 'not transferred' });
    expect(turned.data.meanings).toEqual([
      { value: 1, meaning: 'not transferred' },
      { value: 0, meaning: 'transferred' },
    ]);
    expect((await desk.ask('record_code_meaning', { ...TRANSFERRED, meaning: 'open' })).data.outcome).toBe(
      'taken_back',
    );
    expect(await transferRate(desk)).toBeUndefined();
    expect((await desk.ask('record_code_meaning', { ...TRANSFERRED, meaning: 'open' })).data.outcome).toBe('unchanged');
    expect(desk.questions).toHaveLength(3);
  });

  test('leaves alone what the data prove of another value, and what is only likely', async () => {
    await using desk = await asking(['accept', 'accept', 'accept']);
    const kept = async (code: string, value: number, meaning: string) =>
      (await desk.ask('record_code_meaning', { code, value, meaning })).data.meanings;
    const missed = await codebook(desk);
    expect(missed).toMatch(/^Known from data:\n- is_missed: 0 served \(\d+\), 1 missed \(\d+\)$/m);
    expect(await kept('is_missed', 0, 'missed')).toEqual([{ value: 0, meaning: 'missed' }]);
    expect(await codebook(desk)).toMatch(/^Known from data:\n- is_missed: 1 missed \(\d+\)$/m);
    expect(missed).toMatch(/^Assumed:\n(?:- .*\n)*- chat_ended_by: 0 nobody/m);
    expect(await kept('chat_ended_by', 1, 'visitor')).toEqual([{ value: 1, meaning: 'visitor' }]);
    expect(await kept('chat_ended_by', 2, 'agent')).toEqual([
      { value: 2, meaning: 'agent' },
      { value: 0, meaning: 'nobody' },
    ]);
  });

  test('that the settings have is theirs, and the answer says so', async () => {
    await using desk = await asking(['accept'], { codes: { is_chat_transferred: { 0: 'transferred' } } });
    const { text, data } = await desk.ask('record_code_meaning', TRANSFERRED);
    expect(data.outcome).toBe('not_asked');
    expect(text).toContain('the setting codes already fixes is_chat_transferred (0 = transferred)');
    expect(desk.questions).toEqual([]);
  });

  test('where the host cannot ask, is a line for the settings, which settles it', async () => {
    await using service = startService(smallWorld());
    const desk = await openServer(service, { codes: { rating: { 0: 'not rated' } } });
    await desk.ask('list_chats', MONTH);
    const { text, data } = await desk.ask('record_code_meaning', TRANSFERRED);
    expect(data.outcome).toBe('not_asked');
    const line = data.setting ?? '';
    expect(text.split('\n')).toContain(line);
    const settings: unknown = JSON.parse(`{ ${line} }`);
    expect(settings).toEqual({
      codes: { rating: { 0: 'not rated' }, is_chat_transferred: { 0: 'not transferred', 1: 'transferred' } },
    });
    expect(await transferRate(desk)).toBeUndefined();
    await desk.close();
  });

  const OWN_FILE = DeskText.parse('/home/ann/.config/chat-operations-mcp/settings.json');
  const TEAM_CALLER = { ...LOCAL_CALLER, id: CallerId.parse('token:ann'), isIdentified: true };

  test.each([
    ['the file in use', LOCAL_CALLER, true, `adds this line to the settings file ${OWN_FILE} and restarts`],
    [
      'where to make one',
      LOCAL_CALLER,
      false,
      `adds this line to a settings file, such as ${OWN_FILE}, and names it with --config or CHAT_OPERATIONS_CONFIG`,
    ],
    ['no path to a caller of a team', TEAM_CALLER, true, "adds this line to the operator's settings file and restarts"],
  ] as const)('where the app cannot ask, names %s', async (_, caller, isRead, words) => {
    await using service = startService(smallWorld());
    await using desk = await openServer(service, { codes: {}, caller, settingsFile: { path: OWN_FILE, isRead } });
    await desk.ask('list_chats', MONTH);
    const { text } = await desk.ask('record_code_meaning', TRANSFERRED);
    expect(text).toContain(words);
    expect(text.includes(OWN_FILE)).toBe(caller === LOCAL_CALLER);
  });

  test('that the settings have can be changed in their file, which is named', async () => {
    await using desk = await asking(['accept'], {
      codes: { is_chat_transferred: { 0: 'transferred' } },
      settingsFile: { path: OWN_FILE, isRead: true },
    });
    const { text } = await desk.ask('record_code_meaning', TRANSFERRED);
    expect(text).toContain(`It can be changed only in the settings file ${OWN_FILE}.`);
  });

  test.each([
    [{ code: 'is_chat_transferred', value: 1, meaning: 'missed' }, 'cannot mean missed'],
    [
      { code: 'is_chat_transferred', value: 7, meaning: 'transferred' },
      'No record loaded so far has is_chat_transferred 7',
    ],
    [{ code: 'is_chat_transferred', value: '1; DROP TABLE', meaning: 'transferred' }, 'value'],
    [{ code: 'password', value: 1, meaning: 'transferred' }, 'code'],
    [{ code: 'unread', value: 1, meaning: 'unread' }, 'No record with this code is loaded yet'],
  ])('that makes no sense is refused in words: %j', async (args, words) => {
    await using desk = await asking(['accept']);
    const { isError, text } = await desk.ask('record_code_meaning', args);
    expect(isError).toBe(true);
    expect(text).toContain(words);
    expect(desk.questions).toEqual([]);
  });
});

test('a meaning survives damage of the archive, by its second copy', async () => {
  await using service = startService(smallWorld());
  const archive = await temporaryFile();
  const desk = await openServer(service, { archive, codes: {}, replies: () => 'accept' });
  await desk.ask('list_chats', MONTH);
  await desk.ask('record_code_meaning', TRANSFERRED);
  await desk.close();
  truncateSync(archive, 4096);
  for (const suffix of ['-wal', '-shm']) rmSync(archive + suffix, { force: true });
  await using again = await openServer(service, { archive, codes: {} });
  await again.ask('list_chats', MONTH);
  const moved = chatsOn(service.world.chats, MONTH, 'UTC').filter(({ transferred }) => transferred);
  expect(await transferRate(again)).toBe(moved.length);
});
