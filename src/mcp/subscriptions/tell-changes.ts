import type { McpServer, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';

/**
 * Tells the client of a connection that stays of changes, until the function that it returns is called: of the lists, and of the
 * resources that it has subscribed to.
 */
export function tellChanges(
  { server }: McpServer,
  changes: Pick<ServerEventBus, 'subscribe'>,
  isSubscribed: (uri: string) => boolean | Promise<boolean>,
): () => void {
  const tell = async (event: ServerEvent): Promise<void> => {
    if (event.kind === 'resources_list_changed') await server.sendResourceListChanged();
    if (event.kind === 'resource_updated' && (await isSubscribed(event.uri)))
      await server.sendResourceUpdated({ uri: event.uri });
  };
  // A client that is gone is told nothing.
  return changes.subscribe((event) => void tell(event).catch(() => undefined));
}
