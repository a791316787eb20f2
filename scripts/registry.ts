import { z } from 'zod';
import { IS_PUBLISHED } from '../src/model/published.ts';
import { VERSION } from '../src/model/version.ts';
import { FORM } from './documents.ts';

// server.json describes this server to the MCP registry: how the package is started, and which settings it takes (the ones a bundle asks
// for). Until the package is published there is none to name, and `packages` is left out, which the schema allows.

const Package = z.object({ name: z.string(), mcpName: z.string() });

const Manifest = z.object({ display_name: z.string() });

/** The document for the registry, of package.json and manifest.json. */
export function registryDocument(packageJson: string, manifestJson: string, isPublished = IS_PUBLISHED): string {
  const { name, mcpName } = Package.parse(JSON.parse(packageJson));
  const { display_name: title } = Manifest.parse(JSON.parse(manifestJson));
  const environmentVariables = FORM.map((field) => ({
    name: field.environment,
    description: field.description,
    isRequired: field.required,
    isSecret: field.sensitive === true,
    format: field.type === 'file' ? 'filepath' : 'string',
    ...(field.default ? { default: field.default } : {}),
  }));
  const npmPackage = {
    registryType: 'npm',
    registryBaseUrl: 'https://registry.npmjs.org',
    identifier: name,
    version: VERSION,
    runtimeHint: 'npx',
    transport: { type: 'stdio' },
    packageArguments: [{ type: 'positional', value: 'stdio' }],
    environmentVariables,
  };
  const document = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title,
    description: 'Ask about your live-chat support desk: performance, transcripts, offline messages, visitors.',
    version: VERSION,
    ...(isPublished ? { packages: [npmPackage] } : {}),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
