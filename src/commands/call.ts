import { closestNames } from '../model/text/closest.ts';
import { InvalidArgument } from '../model/errors.ts';
import { isJsonObject } from '../model/json.ts';
import { startChildClient } from './child-client.ts';
import { CallerText, joined, ProgramText, trusted } from '../model/text/trusted-text.ts';

/** Longer than any answer may take, since a setting bounds that. */
const TIMEOUT_MILLIS = 660_000;

/**
 * Runs one tool through a real client and prints its text, or its structured content as JSON. The exit code tells
 * whether it was answered. Throws InvalidArgument for an unknown tool or arguments that are not a JSON object.
 */
export async function call(
  tool: string,
  json: string,
  options: { json: boolean; settings: readonly string[] },
): Promise<void> {
  const args = objectIn(json);
  // The last of two flags counts.
  const data = options.json ? ['--structured-content', 'on'] : [];
  const { client, close, tell } = await startChildClient([...options.settings, ...data]);
  try {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => ProgramText.parse(name));
    if (!names.some((name) => name === tool)) {
      const [closest] = closestNames(tool, names, 1);
      throw new InvalidArgument(
        trusted`There is no tool called ${CallerText.parse(tool)}.${closest === undefined ? '' : trusted` Did you mean ${closest}?`}`,
        trusted`Tools: ${joined(names, ', ')}.`,
      );
    }
    const result = await client.callTool(
      { name: tool, arguments: args },
      { timeout: TIMEOUT_MILLIS, onprogress: ({ message }) => tell(`… ${message ?? ''}`) },
    );
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const isAnswered = result.isError !== true;
    const output = options.json && isAnswered ? JSON.stringify(result.structuredContent, null, 2) : text;
    (isAnswered ? process.stdout : process.stderr).write(`${output}\n`);
    process.exitCode = isAnswered ? 0 : 1;
  } finally {
    await close();
  }
}

function objectIn(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isJsonObject(value)) return { ...value };
  } catch {
    // Falls through to the same refusal.
  }
  throw new InvalidArgument(
    'The arguments of the tool are not a JSON object.',
    `Put them in single quotes, for instance: call list_chats '{"period":"yesterday"}'`,
  );
}
