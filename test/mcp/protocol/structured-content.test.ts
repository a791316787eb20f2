import type { Tool } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TOOLS } from '../../../src/tools/tools.ts';
import { chatbotsOf, first, smallWorld, startDesk } from '../desk.ts';

// By default answers are text: a host may show its model the data alone. Programs ask for data, and get no less with them.

/** A desk with a chatbot, whose webhook nobody answers. */
async function deskWith(structuredContent: boolean) {
  const world = smallWorld();
  const chatbots = chatbotsOf(world);
  const desk = await startDesk(world, { ...chatbots, structured_content: structuredContent, redact: 'contacts' });
  const bot = first(chatbots.bots);
  return {
    desk,
    call: { bot: bot.name, endpoint: first(bot.endpoints).name, session_id: 's', data: { plan: 'gold' } },
  };
}

const Result = z.looseObject({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.looseObject({ text: z.string() }).optional(),
});

async function resultOf({ client }: Awaited<ReturnType<typeof deskWith>>['desk'], name: string, args: object) {
  const { content, structuredContent } = Result.parse(await client.callTool({ name, arguments: { ...args } }));
  return { text: content[0].text, data: structuredContent };
}

describe('by default', () => {
  test('no tool has an output schema, and no answer data', async () => {
    await using opened = (await deskWith(false)).desk;
    const { tools } = await opened.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
    expect(tools.filter((tool) => 'outputSchema' in tool)).toEqual([]);
    for (const [name, args] of [
      ['list_support_agents', {}],
      ['list_chats', { period: 'yesterday' }],
      ['get_support_performance', { period: 'yesterday' }],
      ['list_offline_messages', {}],
    ] as const) {
      expect((await resultOf(opened, name, args)).data).toBeUndefined();
    }
  });

  test('answers say the same as with data', async () => {
    const [plain, both] = [await deskWith(false), await deskWith(true)];
    await using one = plain.desk;
    await using other = both.desk;
    for (const [name, args] of [
      ['list_support_agents', {}],
      ['get_support_performance', { period: 'last_7_days', group_by: ['agent'] }],
    ] as const) {
      expect((await resultOf(one, name, args)).text).toBe((await resultOf(other, name, args)).text);
    }
  });
});

describe('with data', () => {
  test('every tool has an output schema, of one object without unions or references', async () => {
    const { desk } = await deskWith(true);
    await using opened = desk;
    const { tools } = await opened.client.listTools();
    const schemas = tools.map(({ outputSchema }: Tool) => outputSchema);
    for (const schema of schemas) {
      expect(schema).toMatchObject({ type: 'object', properties: { text: { type: 'string' } } });
      expect(JSON.stringify(schema)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|\$defs)"/);
    }
  });

  test('they have what the text says beside the figures: a preview, notices, what is left out', async () => {
    const { desk, call } = await deskWith(true);
    await using opened = desk;
    const preview = await resultOf(opened, 'send_chatbot_webhook', { ...call, preview: true });
    expect(preview.data).toMatchObject({ outcome: 'preview', text: preview.text });
    expect(preview.data?.text).toContain('**Preview, nothing sent.**');
    expect(preview.data?.text).toContain('"plan": "gold"');
    const letters = await resultOf(opened, 'list_offline_messages', { state: 'all' });
    expect(letters.data?.text).toBe(letters.text);
    expect(letters.text).toMatch(/\n\nData complete: .*\.$/);
  });
});
