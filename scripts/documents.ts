import { z } from 'zod';
import type { Setting } from '../src/config/setting.ts';
import { CONFIG, SETTINGS } from '../src/config/names.ts';
import { DEFINITIONS, DEFINITION_NOTES } from '../src/figures/definitions.ts';
import { GROUPINGS } from '../src/figures/groupings/catalogue.ts';
import type { Grouping } from '../src/figures/groupings/grouping.ts';
import { CATALOGUE } from '../src/mcp/catalogue.ts';
import { CODE_MEANINGS, CODE_NAMES } from '../src/model/codes.ts';
import { IS_PUBLISHED } from '../src/model/published.ts';
import { TOOL_GROUPS } from '../src/model/tool-groups.ts';
import { VERSION } from '../src/model/version.ts';
import { EXAMPLE, exampleAnswer, exampleOfOpenCode } from './example-answer.ts';
import { byHandLines, commandLines, fileLines, measuredLines, setupLines } from './host-pages.ts';
import { tableOf } from './markdown.ts';

/** What people ask about, with the tools that answer it. */
const QUESTIONS: readonly (readonly [string, readonly string[]])[] = [
  ['how support did, and why it changed', TOOL_GROUPS.performance],
  ['chats, and what was said in them', TOOL_GROUPS.chats],
  ['messages left while nobody was online', TOOL_GROUPS.offline_messages],
  ['people', [...TOOL_GROUPS.visitors, ...TOOL_GROUPS.agents]],
  ['the chatbot, if you configure one', TOOL_GROUPS.chatbot],
  ['the server itself, and what codes mean', TOOL_GROUPS.status],
];

/** A table, which is made when a document is written. */
const table =
  (head: readonly string[], rows: () => readonly (readonly string[])[]): Part =>
  () =>
    tableOf(head, rows());

const PICTURES = { trend: 'a line', columns: 'columns', bars: 'bars: the first 20 groups' } as const;

const SETTINGS_TABLE = table(['environment', 'flag', 'key in the file', 'meaning', 'default'], () => [
  [code(CONFIG.environment), code(`--${CONFIG.flag}`), '–', CONFIG.help, 'none'],
  ...SETTINGS.map(({ environment, flag, key, help, otherwise = 'none' }) => [
    code(environment),
    code(flag && `--${flag}`),
    code(key),
    help,
    otherwise,
  ]),
]);

const QUESTIONS_TABLE = table(['ask about', 'tools'], () => QUESTIONS.map(([words, tools]) => [words, codes(tools)]));

const TOOLS_TABLE = table(['tool', 'what it answers'], () =>
  Object.entries(CATALOGUE.tools).map(([name, { description }]) => [code(name), description]),
);

const TOOLSETS_TABLE = table(['group', 'tools'], () =>
  Object.entries(TOOL_GROUPS).map(([group, tools]) => [code(group), codes(tools)]),
);

const CODES_TABLE = table(['code', 'meanings that a value can have'], () =>
  CODE_NAMES.map((name) => [code(name), codes(CODE_MEANINGS[name])]),
);

const GROUPINGS_TABLE = table([code('group_by'), 'picture'], () =>
  [...Map.groupBy<keyof typeof PICTURES, Grouping>(GROUPINGS, ({ drawn }) => drawn.as)].map(([as, groupings]) => [
    codes(groupings.map(({ name }) => name)),
    PICTURES[as],
  ]),
);

const PROMPTS_TABLE = table(['prompt', 'for', 'arguments'], () =>
  Object.entries(CATALOGUE.prompts).map(([name, { description, arguments: given }]) => [
    code(name),
    description,
    codes(Object.keys(given)),
  ]),
);

const RESOURCES_TABLE = table(['address', 'what it holds'], () =>
  Object.values(CATALOGUE.resources).map(({ uri, description }) => [code(uri), description]),
);

function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${text}\``;
}

/** A question, and its answer as a quotation: the first block of code of the README is that of the commands. */
async function exampleLines(): Promise<string[]> {
  const answer = await exampleAnswer();
  return [
    `You ask: _${EXAMPLE.asks}_ Your assistant calls \`${EXAMPLE.tool}\` and reads:`,
    '',
    ...answer.split('\n').map((line) => `> ${line}`.trimEnd()),
  ];
}

/** How to install the package: its name in the npm registry once it is there, else the file that `npm pack` makes. */
const installedPackage = (isPublished: boolean): string =>
  isPublished ? 'chat-operations-mcp' : `./chat-operations-mcp-${VERSION}.tgz`;

const installLines = (isPublished: boolean): string[] => [
  isPublished
    ? 'You need Node.js 22.19 or newer.'
    : 'You need Node.js 22.19 or newer. The package is **not on the npm registry yet**, so build it in your clone of this repository:',
  '',
  '```sh',
  ...(isPublished ? [] : ['npm ci && npm pack']),
  `npm install --global ${installedPackage(isPublished)}`,
  'chat-operations-mcp call list_offline_messages --limit 3 --sandbox   # a made-up desk, no account needed',
  '```',
];

const teamInstallLines = (isPublished: boolean): string[] => [
  '```',
  `npm install --global ${installedPackage(isPublished)}`,
  '```',
];

const openCodeLines = async (): Promise<string[]> => [`> ${await exampleOfOpenCode()}`];

type Part = (isPublished: boolean) => string[] | Promise<string[]>;

/** What each document has from the code, by the names of the marks around it. */
const PARTS: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  'README.md': { answer: exampleLines, install: installLines, open_code: openCodeLines, tools: QUESTIONS_TABLE },
  'docs/deploy.md': { install: teamInstallLines },
  'docs/settings.md': { settings: SETTINGS_TABLE, codes: CODES_TABLE, toolsets: TOOLSETS_TABLE },
  'docs/answers.md': {
    tools: TOOLS_TABLE,
    groupings: GROUPINGS_TABLE,
    open_code: openCodeLines,
    resources: RESOURCES_TABLE,
    prompts: PROMPTS_TABLE,
  },
  'docs/hosts/README.md': {
    setup: setupLines,
    commands: commandLines,
    files: fileLines,
    by_hand: byHandLines,
    measured: measuredLines,
  },
};

/** The documents that have parts from the code. */
export const DOCUMENTS_WITH_PARTS = Object.keys(PARTS);

/** A document with its generated parts as the code has them now, between the marks that name them. Throws where marks are missing. */
export async function withParts(path: string, text: string, isPublished = IS_PUBLISHED): Promise<string> {
  let written = text;
  for (const [name, make] of Object.entries(PARTS[path] ?? {})) {
    const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    if (!marks.test(written)) throw new Error(`${path} has no marks for its part ${name}`);
    const lines = await make(isPublished);
    written = written.replace(marks, (_, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n\n${end}`);
  }
  return written;
}

/** docs/definitions.md: the definitions that every answer uses. */
export function definitionsDocument(): string {
  const table = tableOf(
    ['metric', 'definition', 'keys in data'],
    DEFINITIONS.map(({ name, definition, keys }) => [code(name), definition, codes(keys)]),
  );
  return [
    '# Definitions of the metrics',
    '',
    'As every answer uses them, and as the resource `chat://definitions` gives them. `npm run document` writes this file.',
    '',
    ...table,
    '',
    ...DEFINITION_NOTES.map((note) => `- ${note}`),
    '',
  ].join('\n');
}

/** manifest.json with the settings, the tools, the prompts and the version as the code has them now. */
export function manifestWithLists(manifest: string): string {
  const tools = Object.entries(CATALOGUE.tools).map(([name, { description }]) => ({ name, description }));
  const prompts = Object.entries(CATALOGUE.prompts).map(([name, { description, arguments: given, template }]) => ({
    name,
    description,
    arguments: Object.keys(given),
    text: template,
  }));
  const object = z.record(z.string(), z.unknown()).parse(JSON.parse(manifest));
  const { server } = Manifest.parse(object);
  const env = Object.fromEntries(FORM.map(({ environment, key }) => [environment, `\${user_config.${key}}`] as const));
  const user_config = Object.fromEntries(FORM.map(({ environment: _, key, ...field }) => [key, field] as const));
  const started = { ...server, mcp_config: { ...server.mcp_config, env } };
  const parts = { server: started, user_config, version: VERSION, tools, prompts };
  return `${JSON.stringify({ ...object, ...parts }, null, 2)}\n`;
}

/** The form by which hosts ask for settings, as manifest.json describes its fields, with their keys and variables. */
export const FORM = [
  ...SETTINGS.flatMap(({ form, ...setting }) => (form === undefined ? [] : [{ ...setting, ...form, type: 'string' }])),
  { ...CONFIG, key: CONFIG.flag, title: 'Settings file', type: 'file' },
].map(({ key, environment = '', type, title, help, ...more }: FormField) => ({
  key,
  environment,
  type,
  title,
  description: `${help.charAt(0).toUpperCase()}${help.slice(1).replaceAll('`', '')}.`,
  ...(more.isSensitive === true && { sensitive: true }),
  ...(more.isRequired !== true && { default: (more.otherwise ?? '').replaceAll('`', '') }),
  required: more.isRequired === true,
}));

type FormField = Omit<Setting, 'form'> & NonNullable<Setting['form']> & { readonly type: string };

const Manifest = z.object({
  server: z.object({ type: z.string(), entry_point: z.string(), mcp_config: z.looseObject({}) }),
});

/** A file of tests, with its path from the root. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/**
 * docs/threats.md, whose list of requirements names the files with tests that begin with the requirement's id, by their paths
 * in test/ without the ending, so that its lines stay short. Throws where a requirement has no test.
 */
export function threatsWithTests(threats: string, tests: readonly TestFile[]): string {
  const shownBy = (id: string): string => {
    const isOf = new RegExp(`['"\`]${id}: `);
    const showing = tests.filter(({ text }) => isOf.test(text));
    if (showing.length === 0) throw new Error(`docs/threats.md has requirement ${id}, and no test begins with its id`);
    const paths = showing.map(({ path }) => code(path.replaceAll(/^test\/|(?:\.test)?\.ts$/g, '')));
    return paths.sort().join(', ');
  };
  return threats.replaceAll(
    /^(- \*\*([A-Z]\d+)\*\*: .*\n {2}Tests: ).*$/gm,
    (_, requirement: string, id: string) => `${requirement}${shownBy(id)}`,
  );
}
