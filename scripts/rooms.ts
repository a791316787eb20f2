// The linter's rule `rooms/imports`: which files of `src/` may import which. What is not listed is refused, a new room, too.
import { dirname, join, matchesGlob, relative, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';

/** The files that may be imported, by the files that import them. A file is held to every row that it is in; `type …` allows types only. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['**'],
  'commands/**': ['**'],
  'config/**': ['{config,model}/**'],
  'model/**': ['model/**'],
  'upstream/**': ['{upstream,model}/**'],
  'archive/**': ['{archive,model,upstream}/**'],
  'figures/**': ['{figures,model}/**'],
  'insights/**': ['{insights,figures,model}/**'],
  'privacy/**': ['{privacy,model}/**'],
  'charts/**': ['{charts,model,figures}/**'],
  'answers/**': ['{answers,model,privacy,insights,figures}/**', 'type {archive,upstream,charts}/**'],
  // What every tool has does not know how arguments are chosen, and words know neither.
  'answers/*.ts': [
    'answers/{*.ts,words/**}',
    '{model,privacy,insights,figures}/**',
    'type {archive,upstream,charts}/**',
  ],
  'answers/words/**': ['{model,insights,figures,privacy,answers/words}/**', 'type {archive,upstream}/**'],
  'tools/**': ['{tools,answers,insights,figures,charts,privacy,model}/**', 'type {archive,upstream}/**'],
  '{answers,tools}/**/*-words.ts': [
    '{model,insights,figures,privacy,answers/words}/**',
    'tools/**/*-{words,data}.ts',
    'answers/{closing,coverage-data,tool,token-budget}.ts',
    'type **',
  ],
  'mcp/**': ['{mcp,tools,answers,privacy,model}/**', 'type {archive,upstream}/**'],
  'http/**': ['{http,model,config,privacy,mcp}/**', 'answers/protocol-errors.ts', 'type answers/**'],
  // Browsers run it: of the server it takes types alone.
  'views/**': ['views/**', 'type {answers,tools,figures,charts,model,privacy}/**'],
  'sandbox/**': ['sandbox/**'],
};

/** Files that one other file alone may import: what else needs a part of a tool takes it from a file beside it. */
const ONLY_FROM: Readonly<Record<string, string>> = {
  'tools/!(prompts)/{get,list,record,search,send}-*.ts':
    '{tools/tools.ts,commands/report/gathered.ts,views/answers.ts}',
  'tools/*/*-resource.ts': 'tools/resources.ts',
};

/** The folders of a room, with files beside them that they import, in order: each may import those before it. */
const IN_ORDER: Readonly<Record<string, string>> = {
  upstream: 'endpoints.ts shared-tasks.ts answers wire pages transport requests webhook',
  archive:
    'words schema decisions tables sharing figures search care access walking records account.ts set-up.ts sqlite postgres store.ts archive.ts sync',
  figures: 'statistics conversation-columns.ts offline-replies.ts returns.ts kinds groupings metrics',
  insights: 'language.ts codes visitors digest topics triage changes',
  tools:
    'codes figures chats offline-messages visitors performance changes search topics agents status chatbot prompts accounts tools.ts resources.ts',
  mcp: 'accounts subscriptions',
  http: 'responses.ts exchange.ts reach bounds identity observed sessions',
  views: 'style.css answers.ts host.ts use-tool.ts words.ts theme.ts bridge.ts parts chat desk page triage app.tsx',
  sandbox:
    'omit-undefined.ts listening.ts bodies.ts dialects.ts codes.ts field-forms.ts script world wire.ts rest faults chatbot',
  'privacy/redaction': 'marks.ts words numbering-plans.ts reading contact-forms.ts rules',
};

function mayImport(file: string, imported: string, isType: boolean): boolean {
  const rows = Object.entries(MAY_IMPORT).filter(([files]) => matchesGlob(file, files));
  const allows = (pattern: string): boolean =>
    pattern.startsWith('type ') ? isType && matchesGlob(imported, pattern.slice(5)) : matchesGlob(imported, pattern);
  return (
    rows.length > 0 &&
    rows.every(([, allowed]) => allowed.some(allows)) &&
    Object.entries(ONLY_FROM).every(([files, from]) => matchesGlob(file, from) || !matchesGlob(imported, files)) &&
    Object.entries(IN_ORDER).every(([room, parts]) =>
      isInOrder(partOf(file, room), partOf(imported, room), parts.split(' ')),
    )
  );
}

/** The folder of a room that a file is in, or its own name where it lies beside them. */
function partOf(file: string, room: string): string | undefined {
  const path = relative(room, file);
  return path.startsWith('..') ? undefined : path.split(sep)[0];
}

function isInOrder(part: string | undefined, imported: string | undefined, parts: readonly string[]): boolean {
  if (part === undefined || imported === undefined || part === imported) return true;
  const areFiles = part.endsWith('.ts') && imported.endsWith('.ts');
  return areFiles || placeIn(parts, imported) < placeIn(parts, part);
}

/** The place of a part in the order. A file beside the folders comes after all where it is not listed; a folder has to be listed. */
function placeIn(parts: readonly string[], part: string): number {
  if (parts.includes(part)) return parts.indexOf(part);
  return part.endsWith('.ts') ? parts.length : Number.NaN;
}

const imports: Parameters<RuleTester['run']>[1] = {
  create(context) {
    const source = join(context.cwd, 'src');
    const check = (node: { readonly range: [number, number] }, from: unknown, isType: boolean): void => {
      if (typeof from !== 'string' || !from.startsWith('.')) return;
      const file = relative(source, context.filename);
      const imported = relative(source, join(dirname(context.filename), from));
      if (mayImport(file, imported, isType)) return;
      const message = `src/${file} may not import ${isType ? 'types' : 'values'} of src/${imported}: no row of scripts/rooms.ts allows it.`;
      context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.source?.value, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source.value, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source.type === 'Literal' ? node.source.value : undefined, false),
      TSImportType: (node) => check(node, node.source.value, true),
    };
  },
};

export default { meta: { name: 'rooms' }, rules: { imports } };
