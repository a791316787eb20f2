import {
  acceptedContent,
  completable,
  inputRequired,
  ResourceTemplate,
  type GetPromptResult,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PNG } from './content-tools.ts';

const WATCHED = 'test://watched-resource';

export function registerResources(server: McpServer): void {
  const text = (uri: string, name: string, words: string) =>
    server.registerResource(name, uri, { description: `The resource ${name}.`, mimeType: 'text/plain' }, async () => ({
      contents: [{ uri, mimeType: 'text/plain', text: words }],
    }));
  text('test://static-text', 'static-text', 'This is the content of the static text resource.');
  text(WATCHED, 'watched', 'This resource can be watched.');
  const binary = 'test://static-binary';
  server.registerResource('static-binary', binary, { description: 'An image.', mimeType: 'image/png' }, async () => ({
    contents: [{ uri: binary, mimeType: 'image/png', blob: PNG }],
  }));
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const told = { description: 'Data by id.', mimeType: 'application/json' };
  server.registerResource('template', template, told, async ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

const Context = z.object({ context: z.string() });

function user(...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Text.' }, async () =>
    user({ type: 'text', text: 'This is a simple prompt for testing.' }),
  );
  const argsSchema = z.object({ arg1: completable(z.string(), (typed) => [`${typed}ing`]), arg2: z.string() });
  server.registerPrompt('test_prompt_with_arguments', { description: 'Two arguments.', argsSchema }, async (args) =>
    user({ type: 'text', text: `Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'` }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri: uri }) =>
      user(
        { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image.' }, async () =>
    user(
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ),
  );
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first.' }, async ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_context', Context);
    if (answer !== undefined) return user({ type: 'text', text: answer.context });
    const message = 'What context should the prompt use?';
    const ask = inputRequired.elicit({ message, requestedSchema: Context });
    return inputRequired({ inputRequests: { user_context: ask } });
  });
}
