import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { ToolAdvertisement } from '../answers/callable-tool.ts';
import { viewAddress } from '../answers/views.ts';

/** The tools that a client is told of. */
export interface ToolLists {
  readonly plain: ListToolsResult['tools'];
  /** The same for hosts that can show views. */
  readonly withViews: ListToolsResult['tools'];
}

/** Makes the list of some tools; the shape of their answers' data only where these leave. Over HTTP there is a server a request: it is made once. */
export function toolLists(
  tools: readonly (readonly [name: string, ToolAdvertisement])[],
  structuredContent: boolean,
): ToolLists {
  const plain = tools.map(([name, { title, description, annotations, inputSchema, outputSchema }]) => ({
    name,
    title,
    description,
    inputSchema: { type: 'object' as const, ...inputSchema },
    annotations,
    ...(structuredContent && { outputSchema: { ...outputSchema } }),
  }));
  const withViews = plain.map((tool, index) => {
    const { view, inputSchemaForViews } = tools[index]?.[1] ?? {};
    return {
      ...tool,
      ...(inputSchemaForViews && { inputSchema: { type: 'object' as const, ...inputSchemaForViews } }),
      ...(view && { _meta: { ui: { resourceUri: viewAddress(view) } } }),
    };
  });
  return { plain, withViews };
}
