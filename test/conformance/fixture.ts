import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { JsonSchema, Tool } from '../../src/answers/callable-tool.ts';

// What the scenarios of `@modelcontextprotocol/conformance` ask for by name. Each does what its scenario describes
// (`conformance list --server`, and the descriptions in the package), by the ways that this program's own tools go.

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: JsonSchema;
  readonly call: (context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;
}

export const NO_ARGUMENTS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

export function saying(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A fixture as a tool of this program. */
export function toolOf(name: string, { description, inputSchema = NO_ARGUMENTS, call }: FixtureTool): Tool {
  return {
    name,
    advertisement: { title: name, description, annotations: {}, inputSchema, outputSchema: { type: 'object' } },
    call: (_args, { context }) => call(context),
  };
}
