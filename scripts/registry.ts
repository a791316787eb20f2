import { z } from 'zod';
import { IS_PUBLISHED } from '../src/model/published.ts';
import { VERSION } from '../src/model/version.ts';

// server.json describes this server to the MCP registry: how the package is started, and which settings it takes (the ones a bundle asks
// for). Until the package is published there is none to name, and `packages` is left out, which the schema allows.

const Package = z.object({ name: z.string(), mcpName: z.string() });

const Setting = z.object({
  type: z.enum(['string', 'file']),
  description: z.string(),
  required: z.boolean(),
  sensitive: z.boolean().default(false),
  default: z.string().optional(),
});

const Manifest = z.object({
  display_name: z.string(),
  server: z.object({ mcp_config: z.object({ env: z.record(z.string(), z.string()) }) }),
  user_config: z.record(z.string(), Setting),
});

/** The document for the registry, of package.json and manifest.json. Throws where a variable has no setting. */
export function registryDocument(packageJson: string, manifestJson: string, isPublished = IS_PUBLISHED): string {
  const { name, mcpName } = Package.parse(JSON.parse(packageJson));
  const { display_name: title, server, user_config: settings } = Manifest.parse(JSON.parse(manifestJson));
  const environmentVariables = Object.entries(server.mcp_config.env).map(([variable, value]) => {
    const setting = settings[/^\$\{user_config\.(\w+)\}$/.exec(value)?.[1] ?? ''];
    if (setting === undefined) throw new Error(`manifest.json has no setting for ${variable}`);
    return {
      name: variable,
      description: setting.description,
      isRequired: setting.required,
      isSecret: setting.sensitive,
      format: setting.type === 'file' ? 'filepath' : 'string',
      ...(setting.default ? { default: setting.default } : {}),
    };
  });
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
