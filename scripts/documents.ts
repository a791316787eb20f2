import { z } from 'zod';
import { CONFIG_FILE, SETTINGS } from '../src/config/settings.ts';
import { DEFINITIONS, DEFINITION_NOTES } from '../src/insights/figures/definitions.ts';
import { CATALOGUE } from '../src/mcp/catalogue.ts';
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
  ...Object.entries(CATALOGUE.tools).map(([name, { description }]) => `| \`${name}\` | ${description} |`),
];

const promptsTable = (): string[] => [
  '| prompt | for | arguments |',
  '| --- | --- | --- |',
  ...Object.entries(CATALOGUE.prompts).map(
    ([name, { description, arguments: given }]) =>
      `| \`${name}\` | ${description} | ${Object.keys(given).map(code).join(', ')} |`,
  ),
];

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${text}\``;
}

/** The README with its generated tables as the code has them now, between the marks that name them. */
export function readmeWithTables(readme: string): string {
  const tables = { settings: settingsTable(), tools: toolsTable(), prompts: promptsTable() };
  return Object.entries(tables).reduce((text, [name, lines]) => {
    const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    if (!marks.test(text)) throw new Error(`README.md has no marks for the table of ${name}`);
    return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n\n${end}`);
  }, readme);
}

/** docs/definitions.md: the definitions that every answer uses. */
export function definitionsDocument(): string {
  return [
    '# Definitions of the metrics',
    '',
    'As every answer uses them, and as the resource `chat://definitions` gives them. `npm run document` writes this file.',
    '',
    '| metric | definition | keys in data |',
    '| --- | --- | --- |',
    ...DEFINITIONS.map(
      ({ name, definition, keys }) => `| \`${name}\` | ${definition} | ${keys.map((key) => `\`${key}\``).join(', ')} |`,
    ),
    '',
    ...DEFINITION_NOTES.map((note) => `- ${note}`),
    '',
  ].join('\n');
}

/** manifest.json with the tools, the prompts and the version as the code has them now. */
export function manifestWithLists(manifest: string): string {
  const tools = Object.entries(CATALOGUE.tools).map(([name, { description }]) => ({ name, description }));
  const prompts = Object.entries(CATALOGUE.prompts).map(([name, { description, arguments: given, template }]) => ({
    name,
    description,
    arguments: Object.keys(given),
    text: template,
  }));
  const object = z.record(z.string(), z.unknown()).parse(JSON.parse(manifest));
  return `${JSON.stringify({ ...object, version: VERSION, tools, prompts }, null, 2)}\n`;
}

/** A file of tests, with its path from the root. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/**
 * SECURITY.md, whose table of requirements names the files with tests that begin with the requirement's id, by their paths
 * in test/ without the ending, so that its lines stay short. Throws where a requirement has no test.
 */
export function securityWithTests(security: string, tests: readonly TestFile[]): string {
  const shownBy = (id: string): string => {
    const isOf = new RegExp(`['"\`]${id}: `);
    const showing = tests.filter(({ text }) => isOf.test(text));
    if (showing.length === 0) throw new Error(`SECURITY.md has requirement ${id}, and no test begins with its id`);
    const paths = showing.map(({ path }) => code(path.replaceAll(/^test\/|(?:\.test)?\.ts$/g, '')));
    return paths.sort().join(', ');
  };
  const [before = '', table = '', after = ''] = security.split(
    /(?<=<!-- requirements -->\n)|(?=<!-- \/requirements -->)/,
  );
  const rows = table.replaceAll(
    /^\| ([A-Z]\d+) +\|(.*)\|[^|]*\|$/gm,
    (_, id: string, words: string) => `| ${id} |${words}| ${shownBy(id)} |`,
  );
  return `${before}${rows}${after}`;
}
