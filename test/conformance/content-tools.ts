import { setTimeout as delay } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { saying, type FixtureTool } from './fixture.ts';

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A header without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
/** The gap that scenarios ask for between two notifications. */
const GAP_MILLIS = 50;

async function progress({ mcpReq }: ServerContext, reached: number): Promise<void> {
  const { _meta: { progressToken } = {} } = mcpReq;
  if (progressToken === undefined) return;
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: reached, total: 100 } });
}

async function logs({ mcpReq }: ServerContext): Promise<void> {
  await mcpReq.log('info', 'Tool execution started');
  await delay(GAP_MILLIS);
  await mcpReq.log('info', 'Tool processing data');
  await delay(GAP_MILLIS);
  await mcpReq.log('info', 'Tool execution completed');
}

/** Tools that answer by themselves. */
export const CONTENT_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: 'Answers with text.',
    call: async () => saying('This is a simple text response for testing.'),
  },
  test_image_content: {
    description: 'Answers with an image.',
    call: async () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  },
  test_audio_content: {
    description: 'Answers with sound.',
    call: async () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Answers with a resource.',
    call: async () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Answers with text, an image and a resource.',
    call: async () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    description: 'Fails.',
    call: async () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  test_tool_with_progress: {
    description: 'Tells its progress.',
    call: async (context) => {
      await progress(context, 0);
      await delay(GAP_MILLIS);
      await progress(context, 50);
      await delay(GAP_MILLIS);
      await progress(context, 100);
      return saying('Done.');
    },
  },
  test_tool_with_logging: {
    description: 'Writes to the log of the protocol.',
    call: async (context) => {
      await logs(context);
      return saying('Done.');
    },
  },
  test_logging_tool: {
    description: 'Writes to the log of the protocol where the request asks for that.',
    call: async (context) => {
      await logs(context);
      return saying('Done.');
    },
  },
  json_schema_2020_12_tool: {
    description: 'Has a schema with what JSON Schema 2020-12 offers.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: async () => saying('Done.'),
  },
};
