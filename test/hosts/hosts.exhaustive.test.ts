import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../support/desk.ts';
import { HOSTS_UNDER_TEST, type HostUnderTest } from './hosts-under-test.ts';
import * as measure from './measure.ts';
import { installed, MAIN, runHost, type HostRun, type RunOptions } from './run-host.ts';
import type { Step } from './stand-in.ts';

// Real hosts, from the registry: each is run without a person, in an environment and a home of its own, with the entry of its page,
// against the sandbox and a scripted stand-in for its model on the loopback. This suite alone reaches the registry, once for each
// version. It writes what the documents of docs/hosts/ show (--update).

const SLOW_MILLIS = 3000;

const MOST_TRIES = 4;

const desk = await startDesk();
const [bot] = desk.sandbox.world.bots;
const [session = ''] = bot?.sessions ?? [];
const [longest] = desk.sandbox.world.chats.toSorted((one, other) => other.messages.length - one.messages.length);
afterAll(() => desk[Symbol.asyncDispose]());

const config = await desk.configure({ archive: 'memory' });
const withData = await desk.configure({ archive: 'memory', structured_content: 'on' });

function startWith(file: string, environment: Readonly<Record<string, string>> = {}): RunOptions['start'] {
  return {
    command: process.execPath,
    args: [MAIN, 'stdio', '--config', file],
    environment: { ...desk.environment, ...environment },
  };
}

const QUESTION = 'How is support doing?';

const CONVERSATION: readonly Step[] = [
  { call: 'list_support_agents', args: {} },
  { call: 'get_chat_transcript', args: { chat_id: longest?.chatId, view: 'full' } },
  { call: 'list_offline_messages', args: { state: 'all', limit: 50 } },
  { call: 'get_support_performance', args: { period: 'last_30_days', group_by: ['agent', 'weekday'] } },
  { call: 'list_chats', args: { period: 'last_weak' } },
  { call: 'list_chats', args: { perod: 'last_week' } },
  { say: 'That is all.' },
];

const SEND: readonly Step[] = [
  {
    call: 'send_chatbot_webhook',
    args: { bot: bot?.name, endpoint: 'customer-data', session_id: session, data: { name: 'Ada', plan: 'gold' } },
  },
  { say: 'That is all.' },
];

/** Why a host cannot be run here, by its id: the registry cannot be reached, for instance. */
const missing = new Map<string, string>();
for (const host of HOSTS_UNDER_TEST) {
  await installed(host).catch((error: unknown) => missing.set(host.id, String(error).slice(0, 300)));
}
for (const [id, why] of missing) process.stderr.write(`${id} is skipped, since it cannot be installed: ${why}\n`);

/** What is measured of each host, in the order of the table. */
const measured: Record<string, Record<string, unknown>> = {};

function ran(run: HostRun): HostRun {
  expect(run.leftBehind, 'processes of the server outlive the host').toEqual([]);
  expect(run.strays).toEqual([]);
  return run;
}

/** A run in which the model calls tools. Hosts that do not wait for a server go without its tools where the machine is busy. */
async function runCalling(host: HostUnderTest, script: readonly Step[], file: string): Promise<HostRun> {
  for (let tries = 1; ; tries += 1) {
    const run = ran(await runHost(host, { args: host.args(QUESTION), script, start: startWith(file) }));
    if (measure.answersOf(run).length > 0 || tries === MOST_TRIES) return run;
  }
}

async function sendWith(host: HostUnderTest, args: readonly string[]): Promise<string> {
  const before = desk.sandbox.deliveries.length;
  const run = ran(await runHost(host, { args, script: SEND, start: startWith(config) }));
  return measure.askedPersonOf(run, desk.sandbox.deliveries.length > before);
}

describe.each(HOSTS_UNDER_TEST.filter(({ id }) => !missing.has(id)))('$id', (host) => {
  const record: Record<string, unknown> = { version: host.version };
  measured[host.id] = record;

  test('offers the tools, and shows the model every answer as the server gives it', async () => {
    const run = await runCalling(host, CONVERSATION, config);
    const answers = measure.answersOf(run);
    const results = measure.resultsOf(run);
    const calls = CONVERSATION.flatMap((step) => ('call' in step ? [step.call] : []));
    expect(results).toHaveLength(calls.length);
    // A host that checks arguments itself asks the server for neither of the last two.
    expect(answers.map(({ tool }) => tool)).toEqual(calls.slice(0, answers.length));
    expect(answers.length).toBeGreaterThanOrEqual(4);
    // Strangers' words stand in their boundaries.
    expect(answers[1]?.text).toMatch(/^<untrusted (\d{9})>\n[^]*?\n<\/untrusted \1>$/m);
    const forms = answers.map((answer, index) => measure.formOf(results[index] ?? '', answer));
    expect(new Set(forms)).not.toContain('cut or changed');
    const formOrRefused = (index: number): string => forms[index] ?? 'refused by the app';
    Object.assign(record, {
      protocol: measure.protocolOf(run),
      offered: measure.offeredOf(run),
      instructions: measure.instructionsOf(run),
      result: [...new Set(forms.slice(0, 4))].join(' or '),
      error: formOrRefused(4),
      unknown_argument: formOrRefused(5),
      asks_for: measure.methodsOf(run).filter((method) => /^(?:prompts|resources)/.test(method)),
      progress_token: JSON.stringify(run.tapped).includes('progressToken'),
      environment: measure.environmentOf(run),
    });
  });

  test('is shown data beside the text in its own way', async () => {
    const script: readonly Step[] = [{ call: 'list_support_agents', args: {} }, { say: 'That is all.' }];
    const run = await runCalling(host, script, withData);
    const [answer] = measure.answersOf(run);
    const [result] = measure.resultsOf(run);
    expect(answer?.data).toBeDefined();
    record['result_with_data'] = answer && measure.formOf(result ?? '', answer);
  });

  test('hands data to a chatbot as far as it is let', async () => {
    record['send_with_all_tools_allowed'] = await sendWith(host, host.args(QUESTION));
    if (host.carefulArgs !== undefined) record['send_without'] = await sendWith(host, host.carefulArgs(QUESTION));
    expect(Object.values(record)).not.toContain(undefined);
  });

  test.skipIf(host.promptArgs === undefined)('takes a prompt', async () => {
    const args = host.promptArgs?.('coach_agent', 'Anna') ?? [];
    const run = ran(await runHost(host, { args, script: [{ say: 'That is all.' }], start: startWith(config) }));
    const text = run.asked.map((asked) => asked.text).join('\n');
    expect(text).toContain('Prepare a coaching conversation with the agent');
    expect(text).toContain('Anna');
    record['prompt'] = text.includes('Not given yet: [agent]')
      ? 'works; what the user typed follows the text'
      : 'works, with its arguments';
  });

  test('waits for a server that starts slowly, or goes without', async () => {
    const start = startWith(config, { TAP_DELAY_MILLIS: String(SLOW_MILLIS) });
    const run = ran(await runHost(host, { args: host.args(QUESTION), script: [{ say: 'That is all.' }], start }));
    const { declared, otherwise } = measure.offeredOf(run);
    record['first_turn_after_slow_start'] = declared > 0 || otherwise !== 'nothing' ? 'with tools' : 'without tools';
  });

  test('tells a start that fails, or does not', async () => {
    const start = startWith('/nowhere.json');
    const run = ran(await runHost(host, { args: host.args(QUESTION), script: [{ say: 'That is all.' }], start }));
    const told = `${run.out}\n${run.err}`;
    const toModel = run.asked.map(({ text }) => text).join('\n');
    const words = [
      told.includes('cannot be read') ? 'the user, in our words' : undefined,
      toModel.includes('cannot be read') ? 'the model, in our words' : undefined,
    ].filter((who) => who !== undefined);
    const isGeneral = /chat-operations.*(?:fail|error|closed|could not|unable)|(?:fail|error).*chat-operations/i.test(
      told,
    );
    record['failed_start'] = words.join(' and ') || (isGeneral ? 'the user, in general words' : 'no one');
  });
});

test('the documents show what was measured (--update writes it)', async () => {
  const file = fileURLToPath(new URL('measured.json', import.meta.url));
  const before = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')));
  // A host that was left out, or of which a part failed, keeps what was measured before.
  const whole = Object.entries(measured).filter(
    ([, record]) => 'failed_start' in record && 'protocol' in record && 'result_with_data' in record,
  );
  const text = `${JSON.stringify({ ...before, ...Object.fromEntries(whole) }, undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot(file);
});
