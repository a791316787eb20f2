import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';

// A view is one page with nothing beside it: hosts show it in a frame that may load nothing.

const folder = join(import.meta.dirname, '..', 'src', 'views');

/** Bundles each view to one page: its text by its name, and of what it is made. */
export async function buildViews(): Promise<{
  readonly pages: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}> {
  const names = globSync('*/main.tsx', { cwd: folder }).map(dirname).sort();
  const { outputFiles, metafile } = await build({
    absWorkingDir: join(folder, '..', '..'),
    entryPoints: names.map((name) => join(folder, name, 'main.tsx')),
    outdir: folder,
    outbase: folder,
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    // Browsers of the last two years: what hosts are made of is newer.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  const written = new Map(outputFiles.map(({ path, text }) => [path, text.trim()]));
  const pages = names.map((name) => {
    const script = written.get(join(folder, name, 'main.js')) ?? '';
    const style = written.get(join(folder, name, 'main.css')) ?? '';
    return [name, page(name, script, style)] as const;
  });
  return { pages: new Map(pages), metafile };
}

/** Returns the text of a page. Throws where script or style would end their element, or hide its end: such a text is written otherwise. */
export function page(name: string, script: string, style: string): string {
  if (/<\/script|<!--/i.test(script)) throw new Error(`The script of the view ${name} has what ends its element`);
  if (/<\/style|<!--/i.test(style)) throw new Error(`The style of the view ${name} has what ends its element`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Chat operations: ${name}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main id="view"></main>',
    `<script type="module">${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
