import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import type { CallTurns } from '../../src/answers/desk.ts';
import type { CallEnd, ObservedCall, Observer } from '../../src/answers/observer.ts';
import { CallRate } from '../../src/mcp/call-rate.ts';
import { openServer, startService, type Desk, type Service } from './desk.ts';

/** What an observer was told, without durations. */
type Told = Pick<ObservedCall, 'kind' | 'name'> & Omit<CallEnd, 'took'> & { readonly caller: string };

async function observedDesk(
  callRate?: CallTurns,
): Promise<{ desk: Desk; service: Service; told: Told[]; took: number[]; bugs: unknown[] }> {
  const told: Told[] = [];
  const took: number[] = [];
  const bugs: unknown[] = [];
  const observer: Observer = {
    ended: ({ kind, name, caller }, { took: seconds, ...end }) => {
      told.push({ kind, name, caller: caller.id, ...end });
      took.push(seconds);
    },
  };
  const service = startService();
  const desk = await openServer(service, {
    observer,
    reportBug: (bug) => bugs.push(bug),
    ...(callRate && { callRate }),
  });
  onTestFinished(async () => {
    await desk.close();
    await service.close();
  });
  return { desk, service, told, took, bugs };
}

const TOO_MANY = /Too many calls.*Call again in 60 s.*one call at a time/s;

const CALL = { kind: 'tool', caller: 'local' };

test('an observer is told of each call once, with the requests that it cost', async () => {
  const { desk, told, took } = await observedDesk();
  const { requests } = await desk.spentOn(() => desk.ask('list_support_agents'));
  await desk.ask('list_support_agents');
  expect(requests).toBeGreaterThan(0);
  expect(told).toEqual([
    { ...CALL, name: 'list_support_agents', outcome: 'ok', upstreamRequests: requests },
    { ...CALL, name: 'list_support_agents', outcome: 'ok', upstreamRequests: 0 },
  ]);
  expect(took.every((seconds) => seconds > 0 && seconds < 60)).toBe(true);
});

test('what goes wrong is told by its class, for tools, resources and prompts', async () => {
  const { desk, service, told } = await observedDesk();
  await desk.ask('list_chats', { from: '2026-02-31' });
  await expect(desk.client.readResource({ uri: 'chat://visitors/999999999' })).rejects.toThrow();
  await expect(
    desk.client.getPrompt({ name: 'review_chat', arguments: { chat_id: 'not a number' } }),
  ).rejects.toThrow();
  service.replace = () => new Response('no', { status: 403 });
  await desk.ask('list_chats', { period: 'today' });
  expect(told.map(({ kind, name, outcome, error }) => [kind, name, outcome, error])).toEqual([
    ['tool', 'list_chats', 'error', 'InvalidArgument'],
    ['resource', 'visitor', 'error', 'RecordNotFound'],
    ['prompt', 'review_chat', 'error', 'InvalidArgument'],
    ['tool', 'list_chats', 'error', 'PermissionDenied'],
  ]);
});

test('a cancelled call is told as cancelled, with what it had cost, and is nobody’s bug', async () => {
  const { desk, service, told, bugs } = await observedDesk();
  const cancelled = async (ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    const controller = new AbortController();
    service.gateway = () => {
      controller.abort('closed by hand');
      return new Promise(() => undefined);
    };
    await expect(ask(controller.signal)).rejects.toThrow();
  };
  await cancelled((signal) => desk.ask('list_chats', { period: 'today' }, signal));
  await cancelled((signal) => desk.client.readResource({ uri: 'chat://visitors/999999999' }, { signal }));
  const ended = { outcome: 'cancelled', upstreamRequests: 1 };
  await expect
    .poll(() => told)
    .toEqual([
      { ...CALL, name: 'list_chats', ...ended },
      { ...CALL, kind: 'resource', name: 'visitor', ...ended },
    ]);
  expect(bugs).toEqual([]);
});

test('resources and prompts are told as what they are, and a tool that does not exist is nobody’s call', async () => {
  const { desk, told } = await observedDesk();
  await desk.client.readResource({ uri: 'chat://definitions' });
  await desk.client.getPrompt({ name: 'review_chat', arguments: { chat_id: '1' } });
  await expect(desk.client.callTool({ name: 'canary@example.com', arguments: {} })).rejects.toThrow();
  expect(told.map(({ kind, name, outcome }) => [kind, name, outcome])).toEqual([
    ['resource', 'definitions', 'ok'],
    ['prompt', 'review_chat', 'ok'],
  ]);
});

test('H15: a call too many is refused in words, with when to come back; what is advertised is not counted', async () => {
  const { desk, told } = await observedDesk(new CallRate(1));
  expect((await desk.ask('get_service_status')).isError).toBe(false);
  const waiting = new AbortController();
  const second = desk.ask('get_service_status', {}, waiting.signal);
  const third = await desk.ask('get_service_status');
  expect(third).toMatchObject({ isError: true });
  expect(third.text).toMatch(/Too many calls.*Call again in 60 s.*one call at a time/s);
  await expect(desk.client.readResource({ uri: 'chat://definitions' })).rejects.toThrow(TOO_MANY);
  const prompt = expect(desk.client.getPrompt({ name: 'review_chat', arguments: { chat_id: '1' } })).rejects;
  await prompt.toThrow(TOO_MANY);
  await prompt.toMatchObject({ code: ProtocolErrorCode.InternalError });
  waiting.abort();
  await expect(second).rejects.toThrow();
  await desk.client.listTools();
  await desk.client.listPrompts();
  await desk.client.listResourceTemplates();
  expect(told.map(({ name, outcome, error }) => [name, outcome, error])).toEqual([
    ['get_service_status', 'ok', undefined],
    ['get_service_status', 'refused', 'TooManyCalls'],
    ['definitions', 'refused', 'TooManyCalls'],
    ['review_chat', 'refused', 'TooManyCalls'],
    ['get_service_status', 'cancelled', undefined],
  ]);
});

test('H15: completions, lists of records and subscriptions have the same rate, and take no turn of a call', async () => {
  const { desk } = await observedDesk(new CallRate(1));
  // One list of all kinds of records is one look.
  expect((await desk.client.listResources()).resources.length).toBeGreaterThan(0);
  const completed = (
    ref:
      | { readonly type: 'ref/prompt'; readonly name: string }
      | { readonly type: 'ref/resource'; readonly uri: string },
    signal = new AbortController().signal,
  ) => desk.client.complete({ ref, argument: { name: 'chat_id', value: '1' } }, { signal });
  const ofPrompt = { type: 'ref/prompt', name: 'review_chat' } as const;
  const waiting = new AbortController();
  const stopped = expect(completed(ofPrompt, waiting.signal)).rejects.toThrow();
  await expect(completed(ofPrompt)).rejects.toThrow(TOO_MANY);
  await expect(completed({ type: 'ref/resource', uri: 'chat://chats/{chat_id}/transcript' })).rejects.toThrow(TOO_MANY);
  await expect(desk.client.listResources()).rejects.toThrow(TOO_MANY);
  await expect(desk.client.subscribeResource({ uri: 'chat://status' })).rejects.toThrow(TOO_MANY);
  await expect(desk.client.unsubscribeResource({ uri: 'chat://status' })).rejects.toThrow(TOO_MANY);
  waiting.abort();
  await stopped;
  expect((await desk.ask('get_service_status')).isError).toBe(false);
});

test('what is none of our own errors is told as a bug, and nothing of its message', async () => {
  const { desk, told, bugs } = await observedDesk({
    turn: () => Promise.reject(new TypeError('Cannot find module /home/canary/dist/part.js')),
  });
  const { isError, text } = await desk.ask('get_service_status');
  expect(isError).toBe(true);
  expect(text).toMatch(/^Something went wrong inside the server/);
  expect(text).not.toContain('canary');
  const read = desk.client.readResource({ uri: 'chat://definitions' });
  await expect(read).rejects.toThrow(/Something went wrong inside the server/);
  await expect(read).rejects.not.toThrow(/canary/);
  expect(told.map(({ error }) => error)).toEqual(['Bug', 'Bug']);
  expect(bugs).toHaveLength(2);
});

test('what is longer than any value completes to nothing, and costs no look at the archive', async () => {
  const { desk } = await observedDesk();
  const completed = async (ref: Parameters<typeof desk.client.complete>[0]['ref'], name: string, value: string) =>
    (await desk.client.complete({ ref, argument: { name, value } })).completion.values;
  const ofPrompt = { type: 'ref/prompt', name: 'prepare_for_visitor' } as const;
  await desk.ask('list_visitors');
  expect(await completed(ofPrompt, 'visitor', '')).not.toEqual([]);
  for (const letter of ['a', '%', '\u00e9', ' ']) {
    expect(await completed(ofPrompt, 'visitor', letter.repeat(250_000))).toEqual([]);
    expect(
      await completed({ type: 'ref/resource', uri: 'chat://visitors/{visitor_id}' }, 'visitor_id', letter.repeat(201)),
    ).toEqual([]);
  }
});
