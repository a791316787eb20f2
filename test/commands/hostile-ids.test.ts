import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../support/desk.ts';
import { runProgram } from '../support/program.ts';
import { startSession } from '../support/session.ts';

// An id becomes a part of an address only when it is a number.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const HOSTILE = [
  '../agents/1',
  '%2e%2e%2fagents%2f1',
  '..%5cagents',
  '.',
  '1/../2',
  '1?x=1',
  '1#x',
  '1\r\nX-Injected: 1',
  '1%0d%0aX-Injected:%201',
  '1\0',
  '１２',
  '١٢',
  '0x10',
  '1e3',
  '-1',
  ' 1',
  'https://evil.example/1',
  '//evil.example/1',
  '9007199254740993',
];

/** What the specification has (section 4): nothing else may ever be asked. */
const PATH =
  /^\/api\/(?:agents|chats|offlinemessages|visitors)\/(?:[1-9]\d*)?(?:\?(?:page_no=\d+|date_(?:from|to)=\d{4}-\d\d-\d\d|agent_id=\d+|&)+)?$/;

const Tools = z.object({
  tools: z.array(
    z.object({ name: z.string(), inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
  ),
});
const Templates = z.object({ resourceTemplates: z.array(z.object({ uriTemplate: z.string() })) });

test('E3: no id of a tool or a resource gets into an address unless it is a number', async () => {
  const session = await startSession(desk.flags, desk.environment);
  const [tools, templates] = [
    await session.response(session.send('tools/list')),
    await session.response(session.send('resources/templates/list')),
  ];
  const listed = Tools.parse('result' in tools ? tools.result : {}).tools;
  for (const { name, inputSchema } of listed) {
    const ids = Object.keys(inputSchema.properties).filter((key) => /_id$|^(?:visitor|agent|cursor)$/.test(key));
    for (const key of ids) {
      for (const hostile of HOSTILE) {
        const { isError } = await session.call(name, { [key]: hostile, preview: true });
        if (key.endsWith('message_id') || key === 'chat_id' || key === 'cursor')
          expect(isError, `${name} ${key}`).toBe(true);
      }
    }
  }
  const { resourceTemplates } = Templates.parse('result' in templates ? templates.result : {});
  expect(resourceTemplates.length).toBeGreaterThan(3);
  for (const { uriTemplate } of resourceTemplates) {
    for (const hostile of HOSTILE) {
      for (const id of [hostile, encodeURIComponent(hostile)]) {
        const uri = uriTemplate.replace(/\{\w+\}/, () => id);
        const response = await session.response(session.send('resources/read', { uri }));
        expect(response, uri).toHaveProperty('error');
      }
    }
  }
  await session.finish();
  const asked = desk.sandbox.requests.map(({ path }) => path);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => !PATH.test(path))).toEqual([]);
});

test.concurrent.each(['../1', '%2f', '1\r\n2', '１', '.', '0', '-1', '1e3'])(
  'E3: archive erase takes no visitor %j',
  async (id) => {
    const { code, out, err } = await runProgram([
      'archive',
      'erase',
      '--visitor',
      id,
      '--archive',
      'x.sqlite',
      '--yes',
    ]);
    expect({ code, out }).toStrictEqual({ code: 1, out: '' });
    expect(err).toContain('whole number');
  },
);

test.concurrent.each(['../2026-01-01', '2026-01-01/..', '2026-02-30', '２026-01-01', '2026-01-01\r\n'])(
  'E3: sync takes no day %j',
  async (day) => {
    const before = desk.sandbox.requests.length;
    const config = await desk.configure({ archive: `${desk.folder}/hostile.sqlite` });
    const { code } = await runProgram(['sync', '--from', day, '--config', config], desk.environment);
    expect(code).toBe(1);
    expect(desk.sandbox.requests).toHaveLength(before);
  },
);
