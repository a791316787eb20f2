import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How a host is run without a person, with the stand-in for its model. */
export interface HostUnderTest {
  /** Its id in the table of hosts. */
  readonly id: string;
  /** The package of the registry, and the version that is run. */
  readonly package: string;
  readonly version: string;
  /** The program in its package. */
  readonly program: string;
  /** Writes what it needs to find the model, before the entry of the server is added. */
  readonly prepare: (home: string, model: string) => Promise<void>;
  readonly environment: (home: string, model: string) => Readonly<Record<string, string>>;
  /** Its arguments for a prompt, with every tool allowed. */
  readonly args: (prompt: string) => readonly string[];
  /** The same, so that it asks a person first, or declines where it cannot. Absent where there is no difference. */
  readonly carefulArgs?: (prompt: string) => readonly string[];
  /** Its arguments for a prompt of the server. Absent where a prompt cannot be started without a terminal. */
  readonly promptArgs?: (name: string, words: string) => readonly string[];
}

async function put(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const nothing = async (): Promise<void> => {};

export const HOSTS_UNDER_TEST: readonly HostUnderTest[] = [
  {
    id: 'codex',
    package: '@openai/codex',
    version: '0.169.0',
    program: 'codex',
    prepare: (home, model) =>
      put(
        join(home, '.codex', 'config.toml'),
        `model = "stand-in"
model_provider = "stand-in"

[model_providers.stand-in]
name = "stand-in"
base_url = "${model}/v1"
wire_api = "responses"
`,
      ),
    environment: () => ({}),
    args: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    carefulArgs: (prompt) => ['exec', '--skip-git-repo-check', prompt],
  },
  {
    id: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    prepare: (home, model) =>
      put(
        join(home, '.config', 'opencode', 'opencode.json'),
        JSON.stringify({
          $schema: 'https://opencode.ai/config.json',
          model: 'stand-in/stand-in',
          small_model: 'stand-in/stand-in',
          autoupdate: false,
          provider: {
            'stand-in': {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${model}/v1`, apiKey: 'none' },
              models: { 'stand-in': { tool_call: true } },
            },
          },
        }),
      ),
    environment: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    args: (prompt) => ['run', prompt],
    promptArgs: (name, words) => ['run', '--command', `chat-operations:${name}`, words],
  },
  {
    id: 'gemini-cli',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
    prepare: (home) =>
      put(
        join(home, '.gemini', 'settings.json'),
        JSON.stringify({
          security: { auth: { selectedType: 'gemini-api-key' } },
          privacy: { usageStatisticsEnabled: false },
        }),
      ),
    environment: (_, model) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model }),
    args: (prompt) => ['--skip-trust', '--yolo', '-m', 'gemini-2.5-flash', '-p', prompt],
    promptArgs: (name, words) => ['--skip-trust', '--yolo', '-m', 'gemini-2.5-flash', '-p', `/${name} ${words}`],
  },
  {
    id: 'qwen-code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
    prepare: nothing,
    environment: (_, model) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'stand-in' }),
    args: (prompt) => ['--auth-type', 'openai', '--yolo', '-p', prompt],
    promptArgs: (name, words) => ['--auth-type', 'openai', '--yolo', '-p', `/${name} ${words}`],
  },
  {
    id: 'continue',
    package: '@continuedev/cli',
    version: '1.5.47',
    program: 'cn',
    prepare: (home, model) =>
      put(
        join(home, '.continue', 'config.yaml'),
        `name: Local Config
version: 1.0.0
schema: v1
models:
  - name: stand-in
    provider: openai
    model: stand-in
    apiBase: ${model}/v1
    apiKey: none
    roles: [chat]
    capabilities: [tool_use]
`,
      ),
    environment: (home) => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_GLOBAL_DIR: join(home, '.continue') }),
    args: (prompt) => ['--auto', '-p', prompt],
  },
  {
    id: 'copilot-cli',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    prepare: nothing,
    environment: (_, model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: 'stand-in',
    }),
    args: (prompt) => ['--allow-all-tools', '-p', prompt],
    carefulArgs: (prompt) => ['-p', prompt],
  },
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.328',
    program: 'claude',
    prepare: nothing,
    environment: (_, model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    args: (prompt) => ['--allowedTools', 'mcp__chat-operations', '-p', prompt],
    carefulArgs: (prompt) => ['-p', prompt],
    promptArgs: (name, words) => [
      '--allowedTools',
      'mcp__chat-operations',
      '-p',
      `/mcp__chat-operations__${name} ${words}`,
    ],
  },
];
