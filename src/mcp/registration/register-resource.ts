import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import type { DeskToOpen } from '../desk.ts';
import type { ChatResource, ResourceAdvertisement } from '../protocol/resource.ts';
import { loaded } from './loaded.ts';

/** Registers a resource as it is advertised. It is loaded when resources are listed or read first. */
export function registerResource(
  server: McpServer,
  { open }: DeskToOpen,
  name: string,
  { uri, variable, title, description, cacheHint }: ResourceAdvertisement,
): void {
  const told = { title, description, mimeType: 'text/markdown', cacheHint };
  if (variable === undefined) {
    server.registerResource(name, uri, told, async (asked, context) =>
      (await resourceCalled(name)).read(asked, {}, open, context),
    );
    return;
  }
  const template = new ResourceTemplate(uri, {
    list: async () => ({ resources: await (await resourceCalled(name)).list(open) }),
    complete: { [variable]: async (typed) => (await resourceCalled(name)).complete(typed, open) },
  });
  server.registerResource(name, template, told, async (asked, variables, context) =>
    (await resourceCalled(name)).read(asked, variables, open, context),
  );
}

async function resourceCalled(name: string): Promise<ChatResource> {
  const { RESOURCES } = await loaded(() => import('../resources.ts'));
  const resource = RESOURCES.find((one) => one.name === name);
  if (resource === undefined) throw new TypeError(`there is no resource ${name}`);
  return resource;
}
