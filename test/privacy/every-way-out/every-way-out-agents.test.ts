import { expect, test } from 'vitest';
import { smallWorld, startDesk } from '../../mcp/desk.ts';
import { everyWayOut } from './every-way-out.ts';
import { forbiddenIn } from './forbidden.ts';
import { dangersIn } from './rendered.ts';

// Role and status of agents are what the service says, and whoever fills them in there may write anything.

const EMAIL = 'kate.lehmann@example.org';
const HEAP = 'zqheap '.repeat(15_000);
const HOSTILE = [
  `zqrole 4111 1111 1111 1111 ${HEAP}`,
  `zqrole ${EMAIL} ${HEAP}`,
  `zqrole \u001B[31m\u001B]8;;https://evil.example\u0007here\u202E`,
  'zqrole ![x](https://evil.example/p.png) [y]: javascript:alert(1)',
  'zqrole <img src=https://evil.example/p.png>',
  'zqrole · limit 9 · zqforged',
  'zqrole\n- 1: zqforged',
];
/** As much of a role as one field of a row has. */
const LONGEST = 60;

/** All that comes out of a desk whose agents have these as role and status. */
async function waysOut() {
  const world = smallWorld();
  world.chats = world.chats.slice(-20);
  world.offlineMessages = world.offlineMessages.slice(-5);
  await using desk = await startDesk(world, { redact: 'contacts' });
  let planted = 0;
  desk.service.rewrite = (body) =>
    JSON.stringify(
      JSON.parse(body, (key: string, value: unknown): unknown =>
        key === 'role' || (key === 'status' && typeof value === 'string') ? HOSTILE[planted++ % HOSTILE.length] : value,
      ),
    );
  return await everyWayOut(desk);
}

test("D1, P2, P3: an agent's role and status come out as clean, redacted fields of at most 60 characters", async () => {
  const ways = await waysOut();
  const speaking = ways.filter(({ strings }) => strings.some((text) => text.includes('zqrole')));
  const tools = new Set(speaking.map(({ asked }) => asked.replace(/ .*|\d.*/, '')));
  expect(tools).toContain('list_support_agents');
  expect(tools).toContain('chat://agents/');
  const said = speaking.flatMap(({ strings }) => strings).join('\n');
  expect(said).toContain('zqrole [card]');
  expect(said).toMatch(/zqrole \[email \w{8}\]/);
  const found = speaking.flatMap(({ asked, text = '', strings }) => [
    ...dangersIn(text).map((danger) => `${asked}: ${danger}`),
    ...strings.flatMap((one) => [
      ...forbiddenIn(one).map((what) => `${asked}: ${what}`),
      ...['4111', 'kate', 'zqforged'].filter((word) => one.includes(word)).map((word) => `${asked}: ${word}`),
      ...(one.match(/zqrole[^\n·",]*/g) ?? [])
        .filter((field) => field.trimEnd().length > LONGEST)
        .map((field) => `${asked}: long: ${field}`),
    ]),
  ]);
  expect(found.slice(0, 20)).toEqual([]);
});
