import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { DeskToOpen } from '../desk.ts';
import type { JsonSchema, ToolAdvertisement } from '../tool.ts';
import { TOOLS } from '../tools/tools.ts';
import { loaded } from './loaded.ts';

/** Registers a tool as it is advertised. It is loaded by the first call to it. */
export function registerTool(
  server: McpServer,
  { structuredContent, open }: DeskToOpen,
  name: string,
  advertisement: ToolAdvertisement,
  load = TOOLS[name],
): void {
  const { title, description, annotations, inputSchema, outputSchema } = advertisement;
  server.registerTool(
    name,
    {
      title,
      description,
      annotations,
      inputSchema: unchecked(inputSchema),
      ...(structuredContent && { outputSchema: unchecked(outputSchema) }),
    },
    async (args, context) => {
      if (load === undefined) throw new TypeError(`nothing answers for ${name}`);
      const tool = await loaded(load);
      return tool.call(args, open, context, () => server.server.getClientCapabilities());
    },
  );
}

/**
 * A schema that is told, and not checked. Arguments are checked by the tool in our own words, so that a slip is answered with
 * the valid names; and data where strangers' words in them are enclosed, which is once.
 */
function unchecked(schema: JsonSchema): StandardSchemaWithJSON {
  const told = () => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'chat-operations-mcp',
      validate: (value) => ({ value }),
      jsonSchema: { input: told, output: told },
    },
  };
}
