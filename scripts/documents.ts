import { z } from 'zod';
import { CONFIG_FILE, SETTINGS } from '../src/config/settings.ts';
import { ALL_TOOLS } from '../src/mcp/server.ts';
import { VERSION } from '../src/model/version.ts';

const settingsTable = (): string[] => [
  '| environment | flag | key in the file | meaning | default |',
  '| --- | --- | --- | --- | --- |',
  `| \`${CONFIG_FILE.environment}\` | \`--${CONFIG_FILE.flag}\` | – | JSON file with any of these settings | none |`,
  ...SETTINGS.map(
    ({ environment, flag, key, meaning, defaultWords }) =>
      `| ${code(environment)} | ${code(flag && `--${flag}`)} | \`${key}\` | ${meaning} | ${defaultWords} |`,
  ),
];

const toolsTable = (): string[] => [
  '| tool | answers |',
  '| --- | --- |',
  ...ALL_TOOLS.map(({ name, description }) => `| \`${name}\` | ${description} |`),
];

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${text}\``;
}

/** The README with its generated tables as the code has them now, between the marks that name them. */
export function readmeWithTables(readme: string): string {
  const tables = { settings: settingsTable(), tools: toolsTable() };
  return Object.entries(tables).reduce((text, [name, lines]) => {
    const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    if (!marks.test(text)) throw new Error(`README.md has no marks for the table of ${name}`);
    return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n\n${end}`);
  }, readme);
}

/** manifest.json with the tools and the version as the code has them now. */
export function manifestWithTools(manifest: string): string {
  const tools = ALL_TOOLS.map(({ name, description }) => ({ name, description }));
  const object = z.record(z.string(), z.unknown()).parse(JSON.parse(manifest));
  return `${JSON.stringify({ ...object, version: VERSION, tools }, null, 2)}\n`;
}
