// The linter's rule `rooms/imports`: which files of `src/` may import which. What is not listed is refused, a new room, too.
import { dirname, join, matchesGlob, relative } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';

/** The files that may be imported, by the files that import them. A file is held to every row that it is in; `type …` allows types only. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['**'],
  'commands/**': ['**'],
  'config/**': ['{config,model}/**'],
  'model/**': ['model/**'],
  'upstream/**': ['{upstream,model}/**'],
  'archive/**': ['{archive,model,upstream}/**'],
  'insights/**': ['{insights,model}/**'],
  'privacy/**': ['{privacy,model}/**'],
  'mcp/**': ['{mcp,model,insights,privacy}/**', 'type {archive,upstream}/**'],
  'http/**': ['{http,model,config,privacy,mcp}/**'],
  'sandbox/**': ['sandbox/**'],
};

function mayImport(file: string, imported: string, isType: boolean): boolean {
  const rows = Object.entries(MAY_IMPORT).filter(([files]) => matchesGlob(file, files));
  const allows = (pattern: string): boolean =>
    pattern.startsWith('type ') ? isType && matchesGlob(imported, pattern.slice(5)) : matchesGlob(imported, pattern);
  return rows.length > 0 && rows.every(([, allowed]) => allowed.some(allows));
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
